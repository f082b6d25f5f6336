// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(tile-layout))' | FileCheck %s

// A row is in the lanes that loaded it: no conversion before, and the small result is stored from there.

// CHECK-LABEL: tile.kernel @rows
// CHECK: %x = tile.load
// CHECK-NEXT: %s = tile.reduce arith.addf %x axis 1
// CHECK-NEXT: tile.store %s
tile.kernel @rows(%A: memref<32x64xf32>, %B: memref<32xf32>) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i, %i] : tensor<32x64xf32>
  %s = tile.reduce arith.addf %x axis 1
  tile.store %s, %B[%i]
}

// A sum for each row that goes back to the rows stays where it is.

// CHECK-LABEL: tile.kernel @centred
// CHECK-NOT: tile.convert_layout
// CHECK: tile.store
tile.kernel @centred(%A: memref<32x64xf32>) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i, %i] : tensor<32x64xf32>
  %m = tile.reduce arith.maximumf %x axis 1
  %m1 = tile.expand_dims %m axis 1 : tensor<32xf32> to tensor<32x1xf32>
  %mm = tile.broadcast %m1 : tensor<32x1xf32> to tensor<32x64xf32>
  %d = arith.subf %x, %mm : tensor<32x64xf32>
  tile.store %d, %A[%i, %i]
}

// A tile whose hint has a lane go along both dimensions is converted first.

// CHECK-LABEL: tile.kernel @slanted
// CHECK: tile.load
// CHECK-NEXT: tile.convert_layout
// CHECK-NEXT: tile.reduce
#slanted = #tile.layout<register = [[0, 1], [0, 2]], lane = [[1, 1], [2, 0], [4, 0], [8, 0], [16, 0]], warp = [[0, 4], [0, 8]]>
tile.kernel @slanted(%A: memref<32x16xf32>, %B: memref<16xf32>) warps(4) grid(%b = 1) {
  %x = tile.load %A[0, 0] : tensor<32x16xf32, #slanted>
  %r = tile.reduce arith.addf %x axis 0
  tile.store %r, %B[0]
}
