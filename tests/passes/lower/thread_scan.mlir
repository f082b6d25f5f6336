// RUN: tile-opt %s --split-input-file --tile-to-thread --canonicalize --cse | FileCheck %s

// Two registers of a row, then the four lanes that hold the rest of it, then the other warp: up to what each of them
// has combined, and down again with what is before it. Lanes that hold copies do the same.

#rows = #tile.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [0, 0]], warp = [[0, 8]]>

// CHECK-LABEL: simt.kernel @warps
// CHECK-DAG: %[[T:.*]] = simt.thread_id
// CHECK-DAG: %[[LANE0:.*]] = arith.andi %[[T]], %{{.*}} : i32
// CHECK: %[[X0:.*]] = vector.shuffle %{{.*}}, %{{.*}} [0] : vector<2xf32>
// CHECK: %[[X1:.*]] = vector.shuffle %{{.*}}, %{{.*}} [1] : vector<2xf32>
// CHECK: %[[S:.*]] = arith.addf %[[X0]], %[[X1]] : vector<1xf32>
// CHECK: %[[O:.*]] = simt.shuffle idx %[[S]], %{{.*}} : vector<1xf32>
// CHECK: %[[P:.*]] = arith.addf %[[O]], %[[S]] : vector<1xf32>
// CHECK: %[[Q:.*]] = arith.select %{{.*}}, %[[S]], %[[P]] : vector<1xf32>
// CHECK: %[[R:.*]] = simt.shuffle idx %[[Q]], %{{.*}} : vector<1xf32>
// CHECK: %[[U:.*]] = arith.addf %[[R]], %[[Q]] : vector<1xf32>
// CHECK: %[[V:.*]] = arith.select %{{.*}}, %[[Q]], %[[U]] : vector<1xf32>
// What all lanes have goes to the other warp.
// CHECK: %[[ALL:.*]] = simt.shuffle idx %[[V]], %{{.*}} : vector<1xf32>
// CHECK: mem.store %[[ALL]]
// CHECK: simt.barrier
// CHECK: %[[WARPS:.*]] = mem.load {{.*}} : !mem.buffer<8xf32, shared>, vector<2xf32>
// CHECK: %[[FIRST:.*]] = vector.shuffle %[[WARPS]], %[[WARPS]] [0]
// What is before this lane.
// CHECK: %[[BEFORE:.*]] = simt.shuffle up %[[V]], %{{.*}} : vector<1xf32>
// CHECK: %[[W:.*]] = arith.addf %[[FIRST]], %[[BEFORE]]
// CHECK: %[[Y:.*]] = arith.select %{{.*}}, %[[W]], %[[BEFORE]]
// CHECK: %[[PREFIX:.*]] = arith.select %{{.*}}, %[[FIRST]], %[[Y]]
// CHECK: %[[A:.*]] = arith.addf %[[PREFIX]], %[[X0]]
// CHECK: %[[B:.*]] = arith.select %{{.*}}, %[[A]], %[[X0]]
// CHECK: %[[C:.*]] = arith.addf %[[B]], %[[X1]]
// CHECK-NOT: arith.addf
// CHECK: mem.store %[[B]], %B
// CHECK: mem.store %[[C]], %B
tile.kernel @warps(%A: memref<4x16xf32>, %B: memref<4x16xf32>) warps(2) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i, %i] : tensor<4x16xf32, #rows>
  %s = tile.scan arith.addf %x axis 1
  tile.store %s, %B[%i, %i]
}

// -----

// From the last lane to the first; what is before a lane is in the one after it, and before the last one the
// initial element.

#lanes = #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>

// CHECK-LABEL: simt.kernel @lanes
// CHECK-COUNT-5: simt.shuffle idx
// CHECK-NOT: simt.shuffle idx
// CHECK: %[[Z:.*]] = vector.broadcast %z : i32 to vector<1xi32>
// CHECK: %[[N:.*]] = simt.shuffle down
// CHECK: %[[S:.*]] = arith.addi %[[Z]], %[[N]]
// CHECK: arith.select %{{.*}}, %[[Z]], %[[S]]
// CHECK-NEXT: mem.store
tile.kernel @lanes(%A: memref<32xi32>, %B: memref<32xi32>, %z: i32) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i] : tensor<32xi32, #lanes>
  %s = tile.scan arith.addi %x axis 0 reverse exclusive(%z)
  tile.store %s, %B[%i]
}

// -----

// Registers alone: one operation an element, and none for copies.

#columns = #tile.layout<register = [[1, 0], [2, 0], [0, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = []>

// CHECK-LABEL: simt.kernel @registers
// CHECK-NOT: simt.shuffle
// CHECK-NOT: arith.select
// CHECK-COUNT-3: arith.xori {{.*}} : vector<1xi32>
// CHECK-NOT: arith.xori
tile.kernel @registers(%A: memref<4x32xi32>, %B: memref<4x32xi32>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i, %i] : tensor<4x32xi32, #columns>
  %s = tile.scan arith.xori %x axis 0
  tile.store %s, %B[%i, %i]
}
