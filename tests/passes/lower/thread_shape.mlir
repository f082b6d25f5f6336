// RUN: tile-opt %s --tile-to-thread --canonicalize | FileCheck %s

// Other coordinates for the same elements: nothing moves where both sides have their elements in the same threads.

#rows = #tile.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = []>
#row = #tile.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>
#turned = #tile.layout<register = [[1, 0], [2, 0]], lane = [[4, 0], [8, 0], [0, 1], [0, 2], [0, 4]], warp = []>
#pairs = #tile.layout<register = [[0, 0, 1], [0, 1, 0]], lane = [[0, 2, 0], [0, 4, 0], [1, 0, 0], [2, 0, 0], [4, 0, 0]], warp = []>
#half = #tile.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = []>

// CHECK-LABEL: simt.kernel @reshape
// CHECK: %[[V:.*]] = mem.load %A
// CHECK-NOT: vector.
// CHECK: mem.store %[[V]], %C
// CHECK: mem.store %[[V]], %B
// CHECK-NEXT: simt.return
tile.kernel @reshape(%A: memref<8x16xf32>, %B: memref<128xf32>, %C: memref<16x8xf32, strided<[1, 16]>>) warps(1) grid(%i = 1) {
  %z = arith.constant 0 : index
  %t = tile.load %A[%z, %z] {width = 4 : i64} : tensor<8x16xf32, #rows>
  %0 = tile.reshape %t : tensor<8x16xf32, #rows> to tensor<128xf32, #row>
  %1 = tile.trans %t : tensor<8x16xf32, #rows> to tensor<16x8xf32, #turned>
  tile.store %1, %C[%z, %z] {width = 4 : i64}
  tile.store %0, %B[%z] {width = 4 : i64}
}

// CHECK-LABEL: simt.kernel @split
// CHECK: %[[V:.*]] = mem.load %A
// CHECK-NEXT: %[[L:.*]] = vector.shuffle %[[V]], %[[V]] [0, 2] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: %[[H:.*]] = vector.shuffle %[[V]], %[[V]] [1, 3] : vector<4xf32>, vector<4xf32>
// CHECK: mem.store %[[L]], %C
// CHECK: mem.store %[[H]], %D
// CHECK-NEXT: %[[X:.*]] = vector.shuffle %[[H]], %[[L]] [0, 2, 1, 3] : vector<2xf32>, vector<2xf32>
// CHECK: mem.store %[[X]], %B
// CHECK-NEXT: simt.return
tile.kernel @split(%A: memref<8x8x2xf32>, %B: memref<8x8x2xf32>, %C: memref<8x8xf32>, %D: memref<8x8xf32>) warps(1) grid(%i = 1) {
  %z = arith.constant 0 : index
  %t = tile.load %A[%z, %z, %z] {width = 4 : i64} : tensor<8x8x2xf32, #pairs>
  %low, %high = tile.split %t : tensor<8x8x2xf32, #pairs> to tensor<8x8xf32, #half>
  tile.store %low, %C[%z, %z] {width = 2 : i64}
  tile.store %high, %D[%z, %z] {width = 2 : i64}
  %0 = tile.join %high, %low : tensor<8x8xf32, #half> to tensor<8x8x2xf32, #pairs>
  tile.store %0, %B[%z, %z, %z] {width = 4 : i64}
}
