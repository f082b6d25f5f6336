// What functions give before and after what ranges of integers tell of them.
// RUN: interp-run %s | FileCheck %s
// RUN: tile-opt %s --int-range-optimizations | interp-run - | FileCheck %s
// RUN: tile-opt %s --arith-unsigned-when-equivalent --int-range-optimizations | interp-run - | FileCheck %s

// CHECK: @main: 75 : i32, 55 : i32, -3 : i32, 5 : index, 1 : i32
func.func @main() -> (i32, i32, i32, index, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c11 = arith.constant 11 : index
  %zero = arith.constant 0 : i32
  %four = arith.constant 4 : i32
  %seven = arith.constant 7 : i32
  %sum = scf.for %i = %c0 to %c11 step %c1 iter_args(%s = %zero) -> (i32) {
    %x = arith.index_cast %i : index to i32
    %t = arith.addi %s, %x : i32
    scf.yield %t : i32
  }
  %odd = scf.for %i = %c1 to %c11 step %c5 iter_args(%s = %four) -> (i32) {
    %x = arith.index_cast %i : index to i32
    %q = arith.divsi %x, %four : i32
    %r = arith.remsi %x, %seven : i32
    %u = arith.addi %q, %r : i32
    %m = arith.muli %s, %four : i32
    %t = arith.addi %m, %u : i32
    scf.yield %t : i32
  }
  %minus = arith.constant -10 : i32
  %neg = arith.remsi %minus, %seven : i32
  %last = scf.while (%i = %c0) : (index) -> index {
    %p = arith.cmpi slt, %i, %c5 : index
    scf.condition(%p) %i : index
  } do {
  ^bb0(%i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  %p = arith.cmpi slt, %neg, %zero : i32
  %one = arith.extui %p : i1 to i32
  return %odd, %sum, %neg, %last, %one : i32, i32, i32, index, i32
}
