// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: @text
func.func @text(%v: vector<2x4xf32>, %w: vector<8xf32>) -> (vector<8xf32>, vector<4x2xf32>) {
  // CHECK: vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
  %0 = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
  // CHECK: vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %1 = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  // CHECK: vector.fma %0, %w, %w : vector<8xf32>
  %2 = vector.fma %0, %w, %w : vector<8xf32>
  return %2, %1 : vector<8xf32>, vector<4x2xf32>
}

// FOLD-LABEL: @casts
// FOLD-NEXT: %[[A:.*]] = vector.shape_cast %v : vector<2x4xf32> to vector<4x2xf32>
// FOLD-NEXT: %[[B:.*]] = vector.shape_cast %o : vector<1x4xf32> to vector<2x2xf32>
// FOLD-NEXT: return %[[A]], %v, %[[B]]
func.func @casts(%v: vector<2x4xf32>, %o: vector<1x4xf32>) -> (vector<4x2xf32>, vector<2x4xf32>, vector<2x2xf32>) {
  %0 = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
  %1 = vector.shape_cast %0 : vector<8xf32> to vector<4x2xf32>
  %2 = vector.shape_cast %0 : vector<8xf32> to vector<2x4xf32>
  %3 = vector.transpose %o, [1, 0] : vector<1x4xf32> to vector<4x1xf32>
  %4 = vector.shape_cast %3 : vector<4x1xf32> to vector<2x2xf32>
  return %1, %2, %4 : vector<4x2xf32>, vector<2x4xf32>, vector<2x2xf32>
}

// FOLD-LABEL: @stretched
// FOLD-DAG: %[[A:.*]] = vector.broadcast %x : f32 to vector<8xf32>
// FOLD-DAG: %[[B:.*]] = vector.broadcast %x : f32 to vector<4x2xf32>
// FOLD-DAG: %[[C:.*]] = vector.broadcast %v : vector<3xf32> to vector<8x3xf32>
// FOLD: return %[[A]], %[[B]], %[[C]]
func.func @stretched(%x: f32, %v: vector<3xf32>) -> (vector<8xf32>, vector<4x2xf32>, vector<8x3xf32>) {
  %0 = vector.broadcast %x : f32 to vector<2x4xf32>
  %1 = vector.shape_cast %0 : vector<2x4xf32> to vector<8xf32>
  %2 = vector.transpose %0, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %3 = vector.broadcast %v : vector<3xf32> to vector<2x4x3xf32>
  %4 = vector.shape_cast %3 : vector<2x4x3xf32> to vector<8x3xf32>
  return %1, %2, %4 : vector<8xf32>, vector<4x2xf32>, vector<8x3xf32>
}

// FOLD-LABEL: @transposes
// FOLD-NEXT: %[[T:.*]] = vector.transpose %v, [1, 2, 0] : vector<2x3x4xf32> to vector<3x4x2xf32>
// FOLD-NEXT: return %[[T]], %v
func.func @transposes(%v: vector<2x3x4xf32>) -> (vector<3x4x2xf32>, vector<2x3x4xf32>) {
  %0 = vector.transpose %v, [2, 1, 0] : vector<2x3x4xf32> to vector<4x3x2xf32>
  %1 = vector.transpose %0, [1, 0, 2] : vector<4x3x2xf32> to vector<3x4x2xf32>
  %2 = vector.transpose %0, [2, 1, 0] : vector<4x3x2xf32> to vector<2x3x4xf32>
  return %1, %2 : vector<3x4x2xf32>, vector<2x3x4xf32>
}

// FOLD-LABEL: @constants
// FOLD-DAG: dense<[1, 2, 3, 4]> : vector<4xi32>
// FOLD-DAG: dense<5> : vector<4x2xi32>
func.func @constants() -> (vector<4xi32>, vector<4x2xi32>) {
  %0 = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %1 = vector.shape_cast %0 : vector<2x2xi32> to vector<4xi32>
  %2 = arith.constant dense<5> : vector<2x4xi32>
  %3 = vector.transpose %2, [1, 0] : vector<2x4xi32> to vector<4x2xi32>
  return %1, %3 : vector<4xi32>, vector<4x2xi32>
}
