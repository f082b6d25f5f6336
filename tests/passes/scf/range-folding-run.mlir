// What loops give before and after sums and products went into their bounds.
// RUN: interp-run %s | FileCheck %s
// RUN: tile-opt %s --scf-for-loop-range-folding | interp-run - | FileCheck %s
// RUN: tile-opt %s --scf-for-loop-range-folding=exact | interp-run - | FileCheck %s
// RUN: tile-opt %s --scf-for-loop-range-folding=exact | FileCheck %s --check-prefix=FOLDED

// The sum of 7 * (2 + i) for 0, 3 and 6; and 7 * 0, 7 * 3, 7 * 6 as digits to the base 7.
// CHECK: @main: 105 : index, 189 : index
// FOLDED-LABEL: @main
// FOLDED: scf.for
// FOLDED-NOT: arith.muli
// FOLDED: scf.yield
func.func @main() -> (index, index) {
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
  return %sum, %last : index, index
}
