// What loops give before and after they are unrolled, also those that do not run.
// RUN: interp-run %s | FileCheck %s
// RUN: tile-opt %s --scf-loop-unroll=unroll-factor=2 | interp-run - | FileCheck %s
// RUN: tile-opt %s --scf-loop-unroll=unroll-factor=3 | interp-run - | FileCheck %s
// RUN: tile-opt %s --scf-loop-unroll=unroll-factor=7 --canonicalize | interp-run - | FileCheck %s
// RUN: tile-opt %s --scf-loop-unroll=unroll-factor=-1 --canonicalize | interp-run - | FileCheck %s
// RUN: tile-opt %s --inline --scf-loop-unroll=unroll-factor=3 | interp-run - | FileCheck %s

// The counters as digits: 10 * what was carried + %i.
func.func private @digits(%lb: index, %ub: index, %s: index) -> index {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %r = scf.for %i = %lb to %ub step %s iter_args(%a = %zero) -> (index) {
    %b = arith.muli %a, %ten : index
    %c = arith.addi %b, %i : index
    scf.yield %c : index
  }
  return %r : index
}

// CHECK: @seven: 123456789 : index
func.func @seven() -> index {
  %lb = arith.constant 1 : index
  %ub = arith.constant 10 : index
  %s = arith.constant 1 : index
  %r = func.call @digits(%lb, %ub, %s) : (index, index, index) -> index
  return %r : index
}
// CHECK: @by_three: 1479 : index
func.func @by_three() -> index {
  %lb = arith.constant 1 : index
  %ub = arith.constant 10 : index
  %s = arith.constant 3 : index
  %r = func.call @digits(%lb, %ub, %s) : (index, index, index) -> index
  %t = arith.constant 2 : index
  %u = arith.addi %r, %t : index
  %v = arith.constant 1330 : index
  %w = arith.addi %u, %v : index
  return %w : index
}
// Lower bounds above the upper one, whose distance is no multiple of the step.
// CHECK: @none: 0 : index, 0 : index, 0 : index
func.func @none() -> (index, index, index) {
  %lb = arith.constant 10 : index
  %ub = arith.constant 5 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %a = func.call @digits(%lb, %ub, %one) : (index, index, index) -> index
  %b = func.call @digits(%lb, %ub, %two) : (index, index, index) -> index
  %c = func.call @digits(%lb, %ub, %three) : (index, index, index) -> index
  return %a, %b, %c : index, index, index
}
// CHECK: @known: 25 : i32, 7 : i32
func.func @known() -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c11 = arith.constant 11 : i32
  %a, %b = scf.for %i = %c1 to %c11 step %c2 iter_args(%x = %c0, %y = %c11) -> (i32, i32) : i32 {
    %n = arith.addi %x, %i : i32
    %z = arith.subi %c11, %y : i32
    %w = arith.addi %z, %i : i32
    scf.yield %n, %w : i32, i32
  }
  %d = arith.addi %b, %c2 : i32
  return %a, %d : i32, i32
}
