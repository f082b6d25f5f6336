// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(tile-layout))' | FileCheck %s

// A scan keeps its layout, here that of the access: the lanes along a row are scanned where they are.

// CHECK-LABEL: tile.kernel @rows
// CHECK: %x = tile.load
// CHECK-NEXT: %s = tile.scan arith.addf %x axis 1
// CHECK-NEXT: tile.store %s
tile.kernel @rows(%A: memref<32x64xf32>, %B: memref<32x64xf32>) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i, %i] : tensor<32x64xf32>
  %s = tile.scan arith.addf %x axis 1
  tile.store %s, %B[%i, %i]
}

// A tile whose hint mixes bits of the coordinate is converted first.

// CHECK-LABEL: tile.kernel @mixed
// CHECK: tile.load
// CHECK-NEXT: tile.convert_layout
// CHECK-NEXT: tile.scan
#mixed = #tile.layout<register = [[0, 1], [0, 2]], lane = [[1, 0], [3, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 4], [0, 8]]>
tile.kernel @mixed(%A: memref<32x16xf32>, %B: memref<32x16xf32>) warps(4) grid(%b = 1) {
  %x = tile.load %A[0, 0] : tensor<32x16xf32, #mixed>
  %r = tile.scan arith.addf %x axis 0
  tile.store %r, %B[0, 0]
}

// So is its result, where a hint names a layout without an order.

// CHECK-LABEL: tile.kernel @named
// CHECK: %[[S:.*]] = tile.scan
// CHECK-NEXT: tile.convert_layout %[[S]] :
tile.kernel @named(%A: memref<32x16xf32>, %B: memref<32x16xf32>) warps(4) grid(%b = 1) {
  %x = tile.load %A[0, 0] : tensor<32x16xf32>
  %r = tile.scan arith.addf %x axis 0 {tile.layout = #mixed}
  tile.store %r, %B[0, 0]
}
