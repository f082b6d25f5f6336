// What functions give before and after dead values are removed.
// RUN: interp-run %s | FileCheck %s
// RUN: tile-opt %s --remove-dead-values=canonicalize=false | interp-run - | FileCheck %s
// RUN: tile-opt %s --remove-dead-values | interp-run - | FileCheck %s

// CHECK: @main: 45 : i32, 6 : i32, 9 : i32
func.func @main() -> (i32, i32, i32) {
  %x = arith.constant 3 : i32
  %y = arith.constant 4 : i32
  %m = memref.alloc() : memref<i32>
  %sum, %none = call @sum(%x, %y) : (i32, i32) -> (i32, i32)
  %a, %b = call @both(%x, %m) : (i32, memref<i32>) -> (i32, i32)
  %none2, %c = call @both(%y, %m) : (i32, memref<i32>) -> (i32, i32)
  %stored = memref.load %m[] : memref<i32>
  %nine = arith.addi %stored, %b : i32
  memref.dealloc %m : memref<i32>
  return %sum, %a, %nine : i32, i32, i32
}
// 0 + 1 + ... + 9, whatever is given.
func.func private @sum(%x: i32, %y: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  %r:3 = scf.while (%i = %zero, %s = %zero, %p = %x) : (i32, i32, i32) -> (i32, i32, i32) {
    %more = arith.cmpi slt, %i, %ten : i32
    scf.condition(%more) %i, %s, %p : i32, i32, i32
  } do {
  ^bb0(%i: i32, %s: i32, %p: i32):
    %t = arith.addi %s, %i : i32
    %q = arith.muli %p, %y : i32
    %j = arith.addi %i, %one : i32
    scf.yield %j, %t, %q : i32, i32, i32
  }
  return %r#1, %r#2 : i32, i32
}
func.func private @both(%x: i32, %m: memref<i32>) -> (i32, i32) {
  %d = arith.addi %x, %x : i32
  memref.store %x, %m[] : memref<i32>
  %five = arith.constant 5 : i32
  cf.br ^end(%d, %five, %x : i32, i32, i32)
^end(%a: i32, %b: i32, %unused: i32):
  return %a, %b : i32, i32
}
