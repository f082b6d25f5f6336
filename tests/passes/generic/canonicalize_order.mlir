// The order of constants is that in which they are found: what only a loop used that went away is
// gone before the rest is looked at again, and folded constants come in the order of their ops.
// RUN: tile-opt %s --canonicalize | FileCheck %s
// CHECK-LABEL: @after_loop(
// CHECK-NEXT: %h = arith.constant 5.000000e-01 : f16
// CHECK-NEXT: %r = arith.constant 0 : index
// CHECK-NEXT: return %r, %h : index, f16
func.func @after_loop(%x: i32) -> (index, f16) {
  %y = arith.trunci %x : i32 to i8
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %m = memref.alloc() : memref<4xi32>
  %l = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %y) -> i8 {
    %t = arith.index_cast %c0 : index to i8
    %s = arith.muli %t, %a : i8
    %u = arith.xori %s, %y : i8
    scf.yield %u : i8
  }
  %c6 = arith.constant 6 : index
  %r = arith.remui %c0, %c6 : index
  %h = arith.constant 0.5 : f16
  return %r, %h : index, f16
}
