// Ranges that a pass leaves true are there for the next one, and computed anew after a change.
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(arith-unsigned-when-equivalent,arith-unsigned-when-equivalent,int-range-optimizations,arith-unsigned-when-equivalent))' --pass-statistics -o /dev/null 2>&1 | FileCheck %s
// CHECK: analysis 'int-ranges': computed 3, reused 1

// The first makes one op unsigned; the second finds nothing to do, so the third finds its ranges.
func.func @f(%x: i8, %n: i16) -> i16 {
  %c7 = arith.constant 7 : i16
  %w = arith.extui %x : i8 to i16
  %d = arith.divsi %w, %c7 : i16
  %s = arith.addi %d, %n : i16
  return %s : i16
}
