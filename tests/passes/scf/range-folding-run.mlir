// What loops give before and after sums and products went into their bounds.
// RUN: interp-run %s | FileCheck %s
// RUN: tile-opt %s --scf-for-loop-range-folding | interp-run - | FileCheck %s
// RUN: tile-opt %s --scf-for-loop-range-folding=exact | interp-run - | FileCheck %s
// RUN: tile-opt %s --scf-for-loop-range-folding=exact --convert-scf-to-cf | interp-run - | FileCheck %s
// RUN: tile-opt %s --scf-for-loop-range-folding=exact | FileCheck %s --check-prefix=FOLDED

// The sum of 7 * (2 + i) for 0, 3 and 6; and 7 * 0, 7 * 3, 7 * 6 as digits to the base 7.  Then loops
// that count in i8 and stay as they are: unsigned ones, the sum of 2 * i for 0, 50, ..., 200
// and that of 3 + i from 250 on, modulo 256; and the sum of 12 * i for 0 and 9, after which 216 would
// be less than 120.
// CHECK: @main: 105 : index, 189 : index, -24 : i8, -5 : i8, 108 : i8
// FOLDED-LABEL: @main
// FOLDED: scf.for
// FOLDED-NOT: arith.muli
// FOLDED: scf.yield
func.func @main() -> (index, index, i8, i8, i8) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %sum = scf.for %i = %c0 to %c8 step %c3 iter_args(%s = %c0) -> (index) {
    %a = arith.addi %i, %c2 : index
    %b = arith.muli %c7, %a : index
    %t = arith.addi %s, %b : index
    scf.yield %t : index
  }
  %last = scf.for %i = %c0 to %c8 step %c3 iter_args(%s = %c0) -> (index) {
    %b = arith.muli %c7, %i : index
    %t = arith.muli %s, %c7 : index
    %u = arith.addi %b, %t : index
    scf.yield %u : index
  }
  %small0 = arith.constant 0 : i8
  %small1 = arith.constant 1 : i8
  %small2 = arith.constant 2 : i8
  %small3 = arith.constant 3 : i8
  %small9 = arith.constant 9 : i8
  %small10 = arith.constant 10 : i8
  %small12 = arith.constant 12 : i8
  %small50 = arith.constant 50 : i8
  %small250 = arith.constant 250 : i8
  %small240 = arith.constant 240 : i8
  %small255 = arith.constant 255 : i8
  %product = scf.for unsigned %i = %small0 to %small240 step %small50 iter_args(%s = %small0) -> (i8) : i8 {
    %a = arith.muli %i, %small2 : i8
    %t = arith.addi %s, %a : i8
    scf.yield %t : i8
  }
  %moved = scf.for unsigned %i = %small250 to %small255 step %small1 iter_args(%s = %small0) -> (i8) : i8 {
    %a = arith.addi %i, %small3 : i8
    %t = arith.addi %s, %a : i8
    scf.yield %t : i8
  }
  %near = scf.for %i = %small0 to %small10 step %small9 iter_args(%s = %small0) -> (i8) : i8 {
    %a = arith.muli %i, %small12 : i8
    %t = arith.addi %s, %a : i8
    scf.yield %t : i8
  }
  return %sum, %last, %product, %moved, %near : index, index, i8, i8, i8
}
