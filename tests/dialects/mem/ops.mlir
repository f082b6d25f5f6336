// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: func.func @buffers
func.func @buffers(%i: index) {
  // CHECK: mem.alloc : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
  %0 = mem.alloc : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
  // CHECK: mem.alloc {offset = 2048 : i64} : !mem.buffer<64x128xf16, #mem.swizzle<64, column>, shared>
  %1 = mem.alloc {offset = 2048 : i64} : !mem.buffer<64x128xf16, #mem.swizzle<64, column>, shared>
  // CHECK: mem.alloc : !mem.buffer<8x8xf32, fragment>
  %2 = mem.alloc : !mem.buffer<8x8xf32, fragment>
  // Without a swizzle it is row-major, however it is written.
  // CHECK: mem.alloc : !mem.buffer<8x8xf32, shared>
  %3 = mem.alloc : !mem.buffer<8x8xf32, #mem.swizzle<0>, shared>
  // CHECK: mem.alloc : !mem.buffer<8x8xf32, #mem.swizzle<0, column>, shared>
  %4 = mem.alloc : !mem.buffer<8x8xf32, #mem.swizzle<0, column>, shared>
  // CHECK: %[[S:.*]] = mem.alloc : !mem.buffer<3x128x64xf16, #mem.swizzle<128>, shared>
  // CHECK: %[[V:.*]] = mem.index %[[S]][%{{.*}}] : !mem.buffer<3x128x64xf16, #mem.swizzle<128>, shared>
  // CHECK: mem.flatten %[[V]] : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared> to !mem.buffer<8192xf16, shared>
  %5 = mem.alloc : !mem.buffer<3x128x64xf16, #mem.swizzle<128>, shared>
  %6 = mem.index %5[%i] : !mem.buffer<3x128x64xf16, #mem.swizzle<128>, shared>
  %7 = mem.flatten %6 : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared> to !mem.buffer<8192xf16, shared>
  // What lies row by row is column-major the other way round, and back.
  // CHECK: %[[T:.*]] = mem.trans %[[V]] : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
  %8 = mem.trans %6 : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
  // CHECK: mem.trans %[[T]] : !mem.buffer<64x128xf16, #mem.swizzle<128, column>, shared>
  %9 = mem.trans %8 : !mem.buffer<64x128xf16, #mem.swizzle<128, column>, shared>
  // CHECK: mem.flatten %{{.*}} : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
  %10 = mem.flatten %9 : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared> to !mem.buffer<8192xf16, shared>
  // CHECK: mem.trans %[[S]] : !mem.buffer<3x128x64xf16, #mem.swizzle<128>, shared>
  %11 = mem.trans %5 : !mem.buffer<3x128x64xf16, #mem.swizzle<128>, shared>
  %12 = mem.alloc : !mem.buffer<4x6xf32, #mem.padded<8>, shared>
  // CHECK: %[[P:.*]] = mem.trans %{{.*}} : !mem.buffer<4x6xf32, #mem.padded<8>, shared>
  %13 = mem.trans %12 : !mem.buffer<4x6xf32, #mem.padded<8>, shared>
  // CHECK: mem.trans %[[P]] : !mem.buffer<6x4xf32, #mem.padded<8, column>, shared>
  %14 = mem.trans %13 : !mem.buffer<6x4xf32, #mem.padded<8, column>, shared>
  return
}

// CHECK-LABEL: func.func @access
func.func @access(%A: memref<?x?xf16>, %i: index, %o: i32, %p: i1) {
  %f = mem.alloc : !mem.buffer<8192xf16, shared>
  %pad = arith.constant dense<0.0> : vector<8xf16>
  // CHECK: %[[V:.*]] = mem.load %{{.*}}[%{{.*}}, %{{.*}}] if %{{.*}} else %{{.*}} : memref<?x?xf16>, vector<8xf16>
  %0 = mem.load %A[%i, %i] if %p else %pad : memref<?x?xf16>, vector<8xf16>
  // CHECK: mem.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<?x?xf16>, f16
  %1 = mem.load %A[%i, %i] : memref<?x?xf16>, f16
  // CHECK: mem.load %{{.*}}[%{{.*}}] : !mem.buffer<8192xf16, shared>, vector<2xf16>
  %2 = mem.load %f[%o] : !mem.buffer<8192xf16, shared>, vector<2xf16>
  // CHECK: mem.store %[[V]], %{{.*}}[%{{.*}}, %{{.*}}] if %{{.*}} : memref<?x?xf16>, vector<8xf16>
  mem.store %0, %A[%i, %i] if %p : memref<?x?xf16>, vector<8xf16>
  // CHECK: mem.store %[[V]], %{{.*}}[%{{.*}}] : !mem.buffer<8192xf16, shared>, vector<8xf16>
  mem.store %0, %f[%o] : !mem.buffer<8192xf16, shared>, vector<8xf16>
  return
}
