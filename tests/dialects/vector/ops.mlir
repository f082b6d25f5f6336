// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: func.func @vectors(%x: f32, %v: vector<4xf32>, %m: vector<2x4xf32>, %i: index) {
func.func @vectors(%x: f32, %v: vector<4xf32>, %m: vector<2x4xf32>, %i: index) {
  // CHECK: %0 = vector.broadcast %x : f32 to vector<4xf32>
  %0 = vector.broadcast %x : f32 to vector<4xf32>
  // CHECK: %1 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %1 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  // CHECK: %2 = vector.extract %v[1] : f32 from vector<4xf32>
  %2 = vector.extract %v[1] : f32 from vector<4xf32>
  // CHECK: %3 = vector.extract %m[1] : vector<4xf32> from vector<2x4xf32>
  %3 = vector.extract %m[1] : vector<4xf32> from vector<2x4xf32>
  // CHECK: %4 = vector.extract %m[1, %i] : f32 from vector<2x4xf32>
  %4 = vector.extract %m[1, %i] : f32 from vector<2x4xf32>
  // CHECK: %5 = vector.insert %x, %v [%i] : f32 into vector<4xf32>
  %5 = vector.insert %x, %v [%i] : f32 into vector<4xf32>
  // CHECK: %6 = vector.insert %v, %m [0] : vector<4xf32> into vector<2x4xf32>
  %6 = vector.insert %v, %m [0] : vector<4xf32> into vector<2x4xf32>
  // CHECK: %7 = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %7 = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  // CHECK: %8 = vector.extract_strided_slice %m {offsets = [1], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x4xf32>
  %8 = vector.extract_strided_slice %m {offsets = [1], sizes = [1], strides = [1]} : vector<2x4xf32> to vector<1x4xf32>
  // CHECK: %9 = vector.insert_strided_slice %7, %m {offsets = [1, 2], strides = [1]} : vector<2xf32> into vector<2x4xf32>
  %9 = vector.insert_strided_slice %7, %m {offsets = [1, 2], strides = [1]} : vector<2xf32> into vector<2x4xf32>
  // CHECK: %10 = vector.shuffle %v, %7 [0, 4, -1] : vector<4xf32>, vector<2xf32>
  %10 = vector.shuffle %v, %7 [0, 4, -1] : vector<4xf32>, vector<2xf32>
  // CHECK: %11 = vector.from_elements %x, %x : vector<2xf32>
  %11 = vector.from_elements %x, %x : vector<2xf32>
  // CHECK: %12 = vector.bitcast %v : vector<4xf32> to vector<8xf16>
  %12 = vector.bitcast %v : vector<4xf32> to vector<8xf16>
  return
}

// CHECK-LABEL: func.func @memory(%m: memref<8x16xf32>, %i: index) {
func.func @memory(%m: memref<8x16xf32>, %i: index) {
  // CHECK: %0 = vector.load %m[%i, %i] : memref<8x16xf32>, vector<4xf32>
  %0 = vector.load %m[%i, %i] : memref<8x16xf32>, vector<4xf32>
  // CHECK: %1 = vector.load %m[%i, %i] {alignment = 16 : i64, nontemporal = true} : memref<8x16xf32>, vector<2x4xf32>
  %1 = vector.load %m[%i, %i] {alignment = 16 : i64, nontemporal = true} : memref<8x16xf32>, vector<2x4xf32>
  // CHECK: vector.store %0, %m[%i, %i] : memref<8x16xf32>, vector<4xf32>
  vector.store %0, %m[%i, %i] : memref<8x16xf32>, vector<4xf32>
  return
}
