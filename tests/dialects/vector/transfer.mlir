// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// CHECK-LABEL: @transfers
func.func @transfers(%m: memref<?x8xf32>, %t: tensor<4x?xf32>, %i: index, %x: f32, %k: vector<4x8xi1>, %k1: vector<8x4xi1>) -> tensor<4x?xf32> {
  // CHECK: %0 = vector.transfer_read %m[%i, %i], %x : memref<?x8xf32>, vector<8xf32>
  %0 = vector.transfer_read %m[%i, %i], %x : memref<?x8xf32>, vector<8xf32>
  // CHECK: vector.transfer_read %m[%i, %i], %x, %k {in_bounds = [true, false]} : memref<?x8xf32>, vector<4x8xf32>
  %1 = vector.transfer_read %m[%i, %i], %x, %k {in_bounds = [true, false]} : memref<?x8xf32>, vector<4x8xf32>
  // CHECK: vector.transfer_read %m[%i, %i], %x, %k1 {permutation_map = #map{{[0-9]*}}} : memref<?x8xf32>, vector<4x8xf32>
  %2 = vector.transfer_read %m[%i, %i], %x, %k1 {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x8xf32>, vector<4x8xf32>
  // CHECK: vector.transfer_read %m[%i, %i], %x {permutation_map = #map{{[0-9]*}}} : memref<?x8xf32>, vector<4x8xf32>
  %3 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<?x8xf32>, vector<4x8xf32>
  // CHECK: vector.transfer_write %0, %m[%i, %i] : vector<8xf32>, memref<?x8xf32>
  vector.transfer_write %0, %m[%i, %i] : vector<8xf32>, memref<?x8xf32>
  // CHECK: vector.transfer_write %1, %m[%i, %i], %k : vector<4x8xf32>, memref<?x8xf32>
  vector.transfer_write %1, %m[%i, %i], %k : vector<4x8xf32>, memref<?x8xf32>
  // CHECK: %[[T:.*]] = vector.transfer_write %2, %t[%i, %i] {in_bounds = [false, true]} : vector<4x8xf32>, tensor<4x?xf32>
  %4 = vector.transfer_write %2, %t[%i, %i] {in_bounds = [false, true]} : vector<4x8xf32>, tensor<4x?xf32>
  // CHECK: vector.vscale
  %5 = vector.vscale
  // CHECK: return %[[T]]
  return %4 : tensor<4x?xf32>
}

// A vector may have more dimensions than the memref when the map repeats elements.
// CHECK-LABEL: @repeated
// CHECK: vector.transfer_read %m[%i], %x {permutation_map = #map{{[0-9]*}}} : memref<?xf32>, vector<2x3x4xf32>
func.func @repeated(%m: memref<?xf32>, %i: index, %x: f32) -> vector<2x3x4xf32> {
  %0 = vector.transfer_read %m[%i], %x {permutation_map = affine_map<(d0) -> (0, d0, 0)>} : memref<?xf32>, vector<2x3x4xf32>
  return %0 : vector<2x3x4xf32>
}

// What is known to lie inside is said to.
// FOLD-LABEL: @bounds
// FOLD: vector.transfer_read %m[%c4, %c0], %x {in_bounds = [true, true]}
// FOLD: vector.transfer_read %m[%c8, %c0], %x {in_bounds = [false, true]}
// FOLD: vector.transfer_read %m[%i, %c0], %x {in_bounds = [true, true], permutation_map
// FOLD: vector.transfer_write %{{.*}}, %m[%c4, %c0] {in_bounds = [true, true]}
func.func @bounds(%m: memref<8x8xf32>, %i: index, %x: f32) -> (vector<4x8xf32>, vector<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %0 = vector.transfer_read %m[%c4, %c0], %x : memref<8x8xf32>, vector<4x8xf32>
  %1 = vector.transfer_read %m[%c8, %c0], %x : memref<8x8xf32>, vector<4x8xf32>
  %2 = vector.transfer_read %m[%i, %c0], %x {permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<8x8xf32>, vector<4x8xf32>
  vector.transfer_write %2, %m[%c4, %c0] : vector<4x8xf32>, memref<8x8xf32>
  return %0, %1 : vector<4x8xf32>, vector<4x8xf32>
}
