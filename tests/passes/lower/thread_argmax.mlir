// RUN: tile-opt %s --split-input-file --tile-to-thread --canonicalize --cse | FileCheck %s

// Registers of a thread are in order: the later one is taken where it is larger, or the first NaN. Places are constants
// until the thread's part is added. Of other lanes nobody knows which is first.

#rows = #tile.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [1, 0], [2, 0], [4, 0], [0, 0]], warp = []>

// CHECK-LABEL: simt.kernel @registers
// CHECK: %[[X0:.*]] = vector.shuffle %[[X:.*]], %[[X]] [0]
// CHECK: %[[X1:.*]] = vector.shuffle %[[X]], %[[X]] [1]
// CHECK: %[[MORE:.*]] = arith.cmpf ugt, %[[X1]], %[[X0]] : vector<1xf32>
// CHECK: %[[NUMBER:.*]] = arith.cmpf ord, %[[X0]], %[[X0]] : vector<1xf32>
// CHECK: %[[TAKE:.*]] = arith.andi %[[MORE]], %[[NUMBER]] : vector<1xi1>
// CHECK: %[[Y:.*]] = arith.select %[[TAKE]], %[[X1]], %[[X0]]
// CHECK: %[[AT:.*]] = arith.select %[[TAKE]], %{{.*}}, %{{.*}} : vector<1xi1>, vector<1xi32>
// CHECK-NOT: arith.cmpi
// CHECK-NOT: simt.shuffle
// CHECK: %[[PART:.*]] = vector.broadcast %{{.*}} : i32 to vector<1xi32>
// CHECK: arith.addi %{{.*}}, %[[PART]] : vector<1xi32>
// CHECK: simt.shuffle xor %{{.*}} : vector<1xf32>
// CHECK: simt.shuffle xor %{{.*}} : vector<1xi32>
// CHECK: arith.cmpi slt
// CHECK-NOT: simt.shuffle
tile.kernel @registers(%A: memref<8x8xf32>, %V: memref<8xf32>, %P: memref<8xi32>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i, %i] : tensor<8x8xf32, #rows>
  %v, %at = tile.argmax %x axis 1
  tile.store %v, %V[%i]
  tile.store %at, %P[%i]
}

// -----

// Where a coordinate's bits are mixed, registers have no order that all threads share.

#mixed = #tile.layout<register = [[0, 3], [0, 6]], lane = [[0, 1], [1, 0], [2, 0], [4, 0], [0, 0]], warp = []>

// CHECK-LABEL: simt.kernel @mixed
// CHECK: arith.xori
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : vector<1xi8>
// CHECK: arith.cmpi slt, %{{.*}}, %{{.*}} : vector<1xi32>
// CHECK: simt.shuffle xor
tile.kernel @mixed(%A: memref<8x8xi8>, %V: memref<8xi8>, %P: memref<8xi32>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i, %i] : tensor<8x8xi8, #mixed>
  %v, %at = tile.argmin %x axis 1 unsigned
  tile.store %v, %V[%i]
  tile.store %at, %P[%i]
}
