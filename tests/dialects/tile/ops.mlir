// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @access(%A: memref<?x?xf16>[M, K], %B: memref<?xf32>[M], %alpha: f32)
// CHECK-SAME: warps(4) grid(%i = ceildiv(M, 64), %j = K)
tile.kernel @access(%A: memref<?x?xf16>[M, K], %B: memref<?xf32>[M], %alpha: f32) warps(4) grid(%i = ceildiv(M, 64), %j = K) {
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  %pad = arith.constant 1.0 : f16
  // CHECK: %m = tile.dim M
  %m = tile.dim M
  // CHECK: %a = tile.load %A[%i, %j] : tensor<64x64xf16>
  %a = tile.load %A[%i, %j] : tensor<64x64xf16>
  // CHECK: %b = tile.load %A[%m, %j] pad(%pad) {edge = 2 : i64, width = 8 : i64} : tensor<64xf16>
  %b = tile.load %A[%m, %j] pad(%pad) {width = 8 : i64, edge = 2 : i64} : tensor<64xf16>
  // CHECK: %c = tile.load %s[%i, %j] : tensor<16x8xf16>
  %c = tile.load %s[%i, %j] : tensor<16x8xf16>
  // CHECK: tile.store %a, %s[%i, %j] {width = 8 : i64}
  tile.store %a, %s[%i, %j] {width = 8 : i64}
  // CHECK: tile.copy %A[%i, %j] to %s[%j, %i] shape 32x64
  tile.copy %A[%i, %j] to %s[%j, %i] shape 32x64
  // CHECK: tile.copy %A[%i, %j] to %s[%j, %i] shape 64 pad(%pad) {width = 4 : i64}
  tile.copy %A[%i, %j] to %s[%j, %i] shape 64 pad(%pad) {width = 4 : i64}
  // CHECK: tile.async_copy %A[%i, %j] to %s[%j, %i] tile tensor<32x64xf16> width 8 : memref<?x?xf16>, !mem.buffer
  tile.async_copy %A[%i, %j] to %s[%j, %i] tile tensor<32x64xf16> width 8 : memref<?x?xf16>, !mem.buffer<64x64xf16, shared>
  // CHECK: tile.async_copy %A[%i, %j] to %s[%j, %i] tile tensor<64x32xf16> width 8 perm [1, 0] : memref<?x?xf16>, !mem.buffer
  tile.async_copy %A[%i, %j] to %s[%j, %i] tile tensor<64x32xf16> width 8 perm [1, 0] : memref<?x?xf16>, !mem.buffer<64x64xf16, shared>
  // CHECK: tile.async_wait
  tile.async_wait
  // CHECK: tile.async_store %s to %A[%i, %j] : !mem.buffer<64x64xf16, shared>, memref<?x?xf16>
  tile.async_store %s to %A[%i, %j] : !mem.buffer<64x64xf16, shared>, memref<?x?xf16>
  // CHECK: tile.async_store_wait{{$}}
  tile.async_store_wait
  // CHECK: tile.async_store_wait complete
  tile.async_store_wait complete
  // CHECK: tile.async_store_wait complete pending 2
  tile.async_store_wait complete pending 2
}

// CHECK-LABEL: tile.kernel @shapes
// CHECK-SAME: warps(1) grid(%b = 1)
tile.kernel @shapes(%x: f32) warps(1) grid(%b = 1) {
  // CHECK: tile.splat %x : f32 to tensor<128xf32>
  %0 = tile.splat %x : f32 to tensor<128xf32>
  // CHECK: tile.broadcast %{{.*}} : tensor<128xf32> to tensor<64x128xf32>
  %1 = tile.broadcast %0 : tensor<128xf32> to tensor<64x128xf32>
  // CHECK: tile.expand_dims %{{.*}} axis 1 : tensor<128xf32> to tensor<128x1xf32>
  %2 = tile.expand_dims %0 axis 1 : tensor<128xf32> to tensor<128x1xf32>
  // CHECK: tile.broadcast %{{.*}} : tensor<128x1xf32> to tensor<128x64xf32>
  %3 = tile.broadcast %2 : tensor<128x1xf32> to tensor<128x64xf32>
  // CHECK: tile.trans %{{.*}} : tensor<128x64xf32> to tensor<64x128xf32>
  %4 = tile.trans %3 : tensor<128x64xf32> to tensor<64x128xf32>
  // CHECK: tile.dot %{{.*}}, %{{.*}}, %{{.*}}
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  %5 = tile.dot %4, %3, %c
  // CHECK: tile.reshape %{{.*}} : tensor<64x128xf32> to tensor<64x16x4x2xf32>
  %6 = tile.reshape %4 : tensor<64x128xf32> to tensor<64x16x4x2xf32>
  // CHECK: tile.trans %{{.*}} perm [3, 0, 2, 1] : tensor<64x16x4x2xf32> to tensor<2x64x4x16xf32>
  %7 = tile.trans %6 perm [3, 0, 2, 1] : tensor<64x16x4x2xf32> to tensor<2x64x4x16xf32>
  // CHECK: tile.trans %{{.*}} : tensor<2x64x4x16xf32> to tensor<2x64x16x4xf32>
  %8 = tile.trans %7 : tensor<2x64x4x16xf32> to tensor<2x64x16x4xf32>
  // CHECK: %low, %high = tile.split %{{.*}} : tensor<64x16x4x2xf32> to tensor<64x16x4xf32>
  %low, %high = tile.split %6 : tensor<64x16x4x2xf32> to tensor<64x16x4xf32>
  // CHECK: tile.join %high, %low : tensor<64x16x4xf32> to tensor<64x16x4x2xf32>
  %9 = tile.join %high, %low : tensor<64x16x4xf32> to tensor<64x16x4x2xf32>
}

// Operands of a product may be buffers.
// CHECK-LABEL: tile.kernel @dot_of_buffers
tile.kernel @dot_of_buffers() warps(2) grid(%i = 1, %j = 2, %k = 3) {
  %a = mem.alloc : !mem.buffer<64x32xbf16, #mem.swizzle<64>, shared>
  %b = mem.alloc : !mem.buffer<32x64xbf16, shared>
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  // CHECK: %d = tile.dot %a, %b, %c
  %d = tile.dot %a, %b, %c
}

// CHECK-LABEL: tile.kernel @loops
tile.kernel @loops(%A: memref<?xf32>[M], %n: index) warps(8) grid(%b = 1) {
  %x = arith.constant 1.0 : f32
  %y = arith.constant 2 : i32
  // CHECK: %r:2 = tile.pipelined %k = %b to %n stages(3) iter_args(%p = %x, %q = %y) {
  // CHECK:   tile.yield %p, %q
  // CHECK: }
  %r:2 = tile.pipelined %k = %b to %n stages(3) iter_args(%p = %x, %q = %y) {
    tile.yield %p, %q
  }
  // CHECK: tile.pipelined %k{{.*}} = %b to %n attributes {tile.note = "plain"} {
  // CHECK-NEXT: tile.dim
  tile.pipelined %k = %b to %n attributes {tile.note = "plain"} {
    %m = tile.dim M
  }
  // CHECK: arith.addf %r#0, %x : f32
  %s = arith.addf %r#0, %x : f32
}

// CHECK-LABEL: tile.kernel @layouts
tile.kernel @layouts(%x: f32) warps(1) grid(%b = 1) {
  // CHECK: #tile.layout<register = [], lane = [{{\[}}1], [2], [4], [8], [16]], warp = []>
  %0 = tile.splat %x : f32 to tensor<32xf32, #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>
  // CHECK: tile.convert_layout
  // CHECK-SAME: register = {{\[\[}}16]], lane = {{\[\[}}1], [2], [4], [8], [0]], warp = []
  %1 = tile.convert_layout %0 : tensor<32xf32, #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>
    to tensor<32xf32, #tile.layout<register = [[16]], lane = [[1], [2], [4], [8], [0]], warp = []>>
}

// Smallest and largest in index expressions; a new dimension in front of a broadcast.

// CHECK-LABEL: tile.kernel @expressions
// CHECK-SAME: grid(%b = min(ceildiv(M, 4), max(N, 1)))
tile.kernel @expressions(%A: memref<?x?xf16>[M, N], %x: index) warps(4) grid(%b = min(ceildiv(M, 4), max(N, 1))) {
  // CHECK: %[[F:.*]] = arith.maxsi %x, %{{.*}} : index
  // CHECK: tile.load %A[%[[F]], %{{.*}}]
  %t = tile.load %A[max(%x, 0), 0] : tensor<16xf16>
  // CHECK: %[[C:.*]] = tile.expand_dims %t axis 1 : tensor<16xf16> to tensor<16x1xf16>
  // CHECK: tile.broadcast %[[C]] : tensor<16x1xf16> to tensor<16x8xf16>
  %u = tile.broadcast %t axis 1 : tensor<16xf16> to tensor<16x8xf16>
  // CHECK: %[[R:.*]] = tile.expand_dims %t axis 0 : tensor<16xf16> to tensor<1x16xf16>
  // CHECK: tile.broadcast %[[R]] {a = 1 : i64} : tensor<1x16xf16> to tensor<4x16xf16>
  %v = tile.broadcast %t axis 0 {a = 1 : i64} : tensor<16xf16> to tensor<4x16xf16>
}
