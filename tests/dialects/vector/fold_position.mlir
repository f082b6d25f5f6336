// Positions that are constants become numbers, and what is known is put together.
// RUN: tile-opt %s --canonicalize | FileCheck %s
// RUN: tile-opt %s --sccp | FileCheck %s --check-prefix=SCCP

// CHECK-LABEL: @positions(
// CHECK-NEXT: %[[R:.*]] = vector.extract %v[1, %n] : f32 from vector<2x4xf32>
// CHECK-NEXT: %[[S:.*]] = vector.insert %x, %v [%n, 3] : f32 into vector<2x4xf32>
// CHECK-NEXT: return %[[R]], %[[S]]
func.func @positions(%v: vector<2x4xf32>, %x: f32, %n: index) -> (f32, vector<2x4xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = vector.extract %v[%c1, %n] : f32 from vector<2x4xf32>
  %s = vector.insert %x, %v[%n, %c3] : f32 into vector<2x4xf32>
  return %r, %s : f32, vector<2x4xf32>
}

// Outside of the vector they stay.
// CHECK-LABEL: @outside(
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: vector.extract %v[%c4] : f32 from vector<4xf32>
func.func @outside(%v: vector<4xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %r = vector.extract %v[%c4] : f32 from vector<4xf32>
  return %r : f32
}

// CHECK-LABEL: @of_constants(
// CHECK-DAG: %[[E:.*]] = arith.constant 7 : i8
// CHECK-DAG: %[[I:.*]] = arith.constant dense<[5, 5, 9, 5]> : vector<4xi8>
// CHECK: return %[[E]], %[[I]]
// SCCP-LABEL: @of_constants(
// SCCP-DAG: %[[E:.*]] = arith.constant 7 : i8
// SCCP-DAG: %[[I:.*]] = arith.constant dense<[5, 5, 9, 5]> : vector<4xi8>
// SCCP: return %[[E]], %[[I]]
func.func @of_constants() -> (i8, vector<4xi8>) {
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : i8
  %v = arith.constant dense<[1, 2, 7, 3]> : vector<4xi8>
  %w = arith.constant dense<5> : vector<4xi8>
  %r = vector.extract %v[%c2] : i8 from vector<4xi8>
  %s = vector.insert %c9, %w[%c2] : i8 into vector<4xi8>
  return %r, %s : i8, vector<4xi8>
}

// A row, and a splat of which any element is the same.
// CHECK-LABEL: @rows(
// CHECK-DAG: %[[I:.*]] = arith.constant dense<{{\[\[}}1, 2], [8, 9]]> : vector<2x2xi8>
// CHECK-DAG: %[[E:.*]] = arith.constant 4 : i8
// CHECK: return %[[I]], %[[E]]
func.func @rows(%n: index) -> (vector<2x2xi8>, i8) {
  %row = arith.constant dense<[8, 9]> : vector<2xi8>
  %v = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi8>
  %w = arith.constant dense<4> : vector<4xi8>
  %s = vector.insert %row, %v[1] : vector<2xi8> into vector<2x2xi8>
  %r = vector.extract %w[%n] : i8 from vector<4xi8>
  return %s, %r : vector<2x2xi8>, i8
}
