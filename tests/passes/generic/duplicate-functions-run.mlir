// What functions give when those that do the same are one.
// RUN: interp-run %s | FileCheck %s
// RUN: tile-opt %s --duplicate-function-elimination | interp-run - | FileCheck %s
// RUN: tile-opt %s --duplicate-function-elimination | FileCheck %s --check-prefix=ONE

// ONE-NOT: @double_too
// ONE-NOT: @twice_too

// CHECK: @main: 12 : i32, 12 : i32, 10 : i32, 10 : i32, 9 : i32
func.func @main() -> (i32, i32, i32, i32, i32) {
  %three = arith.constant 3 : i32
  %four = arith.constant 4 : i32
  %a = call @twice(%three) : (i32) -> i32
  %b = call @twice_too(%three) : (i32) -> i32
  %c = call @sum(%four) : (i32) -> i32
  %d = call @sum_too(%four) : (i32) -> i32
  %e = call @square(%three) : (i32) -> i32
  return %a, %b, %c, %d, %e : i32, i32, i32, i32, i32
}
func.func private @double(%x: i32) -> i32 {
  %r = arith.addi %x, %x : i32
  return %r : i32
}
func.func private @double_too(%x: i32) -> i32 {
  %r = arith.addi %x, %x : i32
  return %r : i32
}
func.func private @square(%x: i32) -> i32 {
  %r = arith.muli %x, %x : i32
  return %r : i32
}
func.func private @twice(%x: i32) -> i32 {
  %a = call @double_too(%x) : (i32) -> i32
  %b = call @double(%a) : (i32) -> i32
  return %b : i32
}
func.func private @twice_too(%x: i32) -> i32 {
  %a = call @double_too(%x) : (i32) -> i32
  %b = call @double(%a) : (i32) -> i32
  return %b : i32
}
func.func private @sum(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero, %zero : i32, i32)
^head(%i: i32, %s: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^end
^body:
  %j = arith.addi %i, %one : i32
  %t = arith.addi %s, %j : i32
  cf.br ^head(%j, %t : i32, i32)
^end:
  return %s : i32
}
func.func private @sum_too(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero, %zero : i32, i32)
^head(%i: i32, %s: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^end
^body:
  %j = arith.addi %i, %one : i32
  %t = arith.addi %s, %j : i32
  cf.br ^head(%j, %t : i32, i32)
^end:
  return %s : i32
}
