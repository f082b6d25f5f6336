// RUN: tile-opt %s --canonicalize | FileCheck %s

// What depends on poison is poison.
// CHECK-LABEL: func.func @spreads(
// CHECK-DAG: %[[F:.*]] = ub.poison : f32
// CHECK-DAG: %[[L:.*]] = ub.poison : i64
// CHECK: return %[[L]], %[[F]]
func.func @spreads(%x: i32, %y: f32) -> (i64, f32) {
  %p = ub.poison : i32
  %0 = arith.addi %x, %p : i32
  %1 = arith.extsi %0 : i32 to i64
  %q = ub.poison : f32
  %2 = arith.mulf %q, %y : f32
  %3 = math.absf %2 : f32
  return %1, %3 : i64, f32
}

// A select takes its other value.
// CHECK-LABEL: func.func @select(
// CHECK-NEXT: return %x, %x : i32, i32
func.func @select(%c: i1, %x: i32) -> (i32, i32) {
  %p = ub.poison : i32
  %0 = arith.select %c, %p, %x : i32
  %1 = arith.select %c, %x, %p : i32
  return %0, %1 : i32, i32
}
