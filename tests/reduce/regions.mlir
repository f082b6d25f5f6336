// RUN: tile-reduce %s --only=regions --test='grep -q muli' 2>/dev/null | FileCheck %s
// RUN: tile-reduce %s --only=carried-values --test='grep -q muli' 2>/dev/null | FileCheck %s --check-prefix=CARRIED

// The bodies stand in the place of the loop and the branch: the counter is an operand of its type,
// the carried values are the ones it started with, the results what the body yielded.
// CHECK:      func.func @loop(%n: index, %a: i32, %b: i32) -> i32
// CHECK-NOT:  scf
// CHECK:      %i32 = arith.index_cast %n : index to i32
// CHECK-NEXT: %m = arith.muli %a, %i32 : i32
// CHECK-NEXT: %s = arith.addi %b, %m : i32
// CHECK-NEXT: return %s : i32
// CHECK:      func.func @branch
// CHECK-NEXT: %m = arith.muli %a, %a : i32
// CHECK-NEXT: return %m : i32

// CARRIED:     scf.for %i = %n to %n step %n {
// CARRIED:     arith.muli %a, %i32
// CARRIED:     return %b : i32
// CARRIED:     scf.if %c {
// CARRIED:     return %a : i32
func.func @loop(%n: index, %a: i32, %b: i32) -> i32 {
  %r:2 = scf.for %i = %n to %n step %n iter_args(%x = %a, %y = %b) -> (i32, i32) {
    %i32 = arith.index_cast %i : index to i32
    %m = arith.muli %x, %i32 : i32
    %s = arith.addi %y, %m : i32
    scf.yield %m, %s : i32, i32
  }
  return %r#1 : i32
}
func.func @branch(%a: i32, %c: i1) -> i32 {
  %r = scf.if %c -> i32 {
    %m = arith.muli %a, %a : i32
    scf.yield %m : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}
