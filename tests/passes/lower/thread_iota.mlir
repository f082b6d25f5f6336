// RUN: tile-opt %s --split-input-file --tile-to-thread --canonicalize --cse | FileCheck %s

// The thread's part of a coordinate is one number, the registers' a constant vector.

#a = #tile.layout<register = [[0, 1], [4, 0]], lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], warp = [[8, 0]]>

// CHECK-LABEL: simt.kernel @rows
// CHECK-DAG: %[[ROWS:.*]] = arith.constant dense<[0, 0, 4, 4]> : vector<4xi32>
// CHECK-DAG: %[[COLUMNS:.*]] = arith.constant dense<[0, 1, 0, 1]> : vector<4xi64>
// CHECK: %[[R:.*]] = vector.broadcast %{{.*}} : i32 to vector<4xi32>
// CHECK: arith.addi %[[R]], %[[ROWS]] : vector<4xi32>
// CHECK: %[[C:.*]] = vector.broadcast %{{.*}} : i64 to vector<4xi64>
// CHECK: arith.addi %[[C]], %[[COLUMNS]] : vector<4xi64>
tile.kernel @rows(%A: memref<16x16xi32>, %B: memref<16x16xi64>) warps(2) grid(%b = 1) {
  %i = arith.constant 0 : index
  %r = tile.iota axis 0 : tensor<16x16xi32, #a>
  %c = tile.iota axis 1 : tensor<16x16xi64, #a>
  tile.store %r, %A[%i, %i]
  tile.store %c, %B[%i, %i]
}

// -----

// Bits that threads and registers both set are XORed; a coordinate that no thread sets is a constant.

#a = #tile.layout<register = [[3, 0], [0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 2]], warp = []>

// CHECK-LABEL: simt.kernel @meeting
// CHECK-DAG: %[[MEET:.*]] = arith.constant dense<[0, 3, 0, 3]> : vector<4xi32>
// CHECK: %[[R:.*]] = vector.broadcast
// CHECK: arith.xori %[[R]], %[[MEET]] : vector<4xi32>
// CHECK-NOT: arith.addi %{{.*}} : vector<4xi32>
// CHECK: simt.return
tile.kernel @meeting(%A: memref<16x4xi32>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %r = tile.iota axis 0 : tensor<16x4xi32, #a>
  tile.store %r, %A[%i, %i]
}

// -----

#a = #tile.layout<register = [[1], [2]], lane = [[0], [0], [0], [0], [0]], warp = []>

// CHECK-LABEL: simt.kernel @alone
// CHECK-NOT: vector.broadcast
// CHECK-DAG: arith.constant dense<0> : vector<1xi8>
// CHECK-DAG: arith.constant dense<3> : vector<1xi8>
tile.kernel @alone(%A: memref<4xi8>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %r = tile.iota axis 0 : tensor<4xi8, #a>
  tile.store %r, %A[%i]
}
