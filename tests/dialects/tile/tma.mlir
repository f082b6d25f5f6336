// RUN: tile-opt %s | tile-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @tma
tile.kernel @tma(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16, strided<[1, ?]>>[M, K],
                 %C: memref<?x?x?xi8>[L, M, K], %D: memref<64x40xf64>) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<3x512x128xf16, #mem.swizzle<128>, shared>
  %t = mem.index %s[%z] : !mem.buffer<3x512x128xf16, #mem.swizzle<128>, shared>
  // Boxes of 256x64, two by two.
  // CHECK: tile.async_copy %A[%i, %z] to %t[%z, %z] tile tensor<512x128xf16> width 8 tma : memref
  tile.async_copy %A[%i, %z] to %t[%z, %z] tile tensor<512x128xf16> width 8 tma : memref<?x?xf16>, !mem.buffer<512x128xf16, #mem.swizzle<128>, shared>
  %u = mem.alloc : !mem.buffer<128x64xf16, #mem.swizzle<64, column>, shared>
  // CHECK: tile.async_copy %A{{.*}} perm [1, 0] tma :
  tile.async_copy %A[%i, %z] to %u[%z, %z] tile tensor<64x128xf16> width 8 perm [1, 0] tma : memref<?x?xf16>, !mem.buffer<128x64xf16, #mem.swizzle<64, column>, shared>
  // CHECK: tile.async_copy %B{{.*}} width 8 tma :
  tile.async_copy %B[%i, %z] to %u[%z, %z] tile tensor<128x64xf16> width 8 tma : memref<?x?xf16, strided<[1, ?]>>, !mem.buffer<128x64xf16, #mem.swizzle<64, column>, shared>
  %v = mem.alloc : !mem.buffer<2x8x64xi8, #mem.swizzle<32>, shared>
  tile.async_copy %C[%i, %z, %z] to %v[%z, %z, %z] tile tensor<2x8x64xi8> width 16 tma : memref<?x?x?xi8>, !mem.buffer<2x8x64xi8, #mem.swizzle<32>, shared>
  %w = mem.alloc : !mem.buffer<12x20xf64, shared>
  tile.async_copy %D[%i, %z] to %w[%z, %z] tile tensor<12x20xf64> width 2 tma : memref<64x40xf64>, !mem.buffer<12x20xf64, shared>
  tile.async_wait
}

// Each block of a cluster may load some of the boxes for both.
// CHECK-LABEL: tile.kernel @multicast
tile.kernel @multicast(%A: memref<?x?xf16>[M, K]) warps(4) multicast(2) grid(%rank = 2, %i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
  // CHECK: %[[CH:.*]] = mem.channel mbarrier multicast 2 : !mem.channel<2>
  %ch = mem.channel mbarrier multicast 2 : !mem.channel<2>
  %t = mem.index %s[%z] : !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
  // CHECK: tile.async_copy %A{{.*}} width 8 tma multicast :
  tile.async_copy %A[%i, %z] to %t[%z, %z] tile tensor<64x64xf16> width 8 tma multicast : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  tile.async_wait
  mem.channel_acquire %ch[%z] : !mem.channel<2>
  // CHECK: tile.async_copy %A{{.*}} width 8 tma multicast into %[[CH]][%z] :
  tile.async_copy %A[%i, %z] to %t[%z, %z] tile tensor<64x64xf16> width 8 tma multicast into %ch[%z] : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<2>
  mem.channel_commit %ch[%z] : !mem.channel<2>
  mem.channel_wait %ch[%z] : !mem.channel<2>
  mem.channel_release %ch[%z] : !mem.channel<2>
}
