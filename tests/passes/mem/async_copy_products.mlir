// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile-versions,tile.kernel(tile-stage,tc-select,tile-layout,tile-remove-conversions,mem-vectorize,mem-async-copy))' | FileCheck %s

// Products that go on beside the threads touch no memory of arguments: copies for a later product start in front
// of an earlier one and go on over its wait.

// CHECK-LABEL: tile.kernel @chained__v0
// CHECK: tile.async_copy %Q
// CHECK: tile.async_copy %K
// CHECK: tile.async_copy %V
// CHECK: tile.async_wait
// CHECK-NEXT: tc.dot_async
// CHECK-NEXT: tc.dot_wait
// CHECK-NOT: tile.store %{{.*}}, %staged
// CHECK: tc.dot_async
// CHECK-LABEL: tile.kernel @chained__v1
tile.kernel @chained(%Q: memref<?x64xf16>[M, ?], %K: memref<64x64xf16>, %V: memref<64x64xf16>, %O: memref<?x64xf32>[M, ?])
    warps(4) grid(%i = ceildiv(M, 64)) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %q = tile.load %Q[%i * 64, 0] : tensor<64x64xf16>
  %k = tile.load %K[0, 0] : tensor<64x64xf16>
  %v = tile.load %V[0, 0] : tensor<64x64xf16>
  %s = tile.dot %q, %k, %zero
  %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
  %o = tile.dot %p, %v, %zero
  tile.store %o, %O[%i * 64, 0]
}
