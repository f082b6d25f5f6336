// RUN: tile-opt %s --split-input-file --tile-to-thread | FileCheck %s

// Two registers of a row, then the four lanes and the other warp that hold the rest of it. Lanes that hold
// copies do not meet.

#rows = #tile.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [0, 0]], warp = [[0, 8]]>
#row = #tile.layout<register = [], lane = [[0], [0], [1], [2], [0]], warp = [[0]]>

// CHECK-LABEL: simt.kernel @warps
// CHECK: %[[X:.*]] = vector.insert_strided_slice
// CHECK: %[[LOW:.*]] = vector.shuffle
// CHECK: %[[HIGH:.*]] = vector.shuffle
// CHECK: %[[S:.*]] = arith.addf %[[LOW]], %[[HIGH]] : vector<1xf32>
// CHECK: %[[O:.*]] = simt.shuffle xor %[[S]], %{{.*}} : vector<1xf32>
// CHECK: %[[T:.*]] = arith.addf %[[S]], %[[O]] : vector<1xf32>
// CHECK: %[[P:.*]] = simt.shuffle xor %[[T]], %{{.*}} : vector<1xf32>
// CHECK: %[[U:.*]] = arith.addf %[[T]], %[[P]] : vector<1xf32>
// CHECK-NOT: simt.shuffle
// CHECK: mem.store
// CHECK: simt.barrier
// CHECK: arith.addf %{{.*}} : vector<1xf32>
// CHECK-NOT: arith.addf
tile.kernel @warps(%A: memref<4x16xf32>, %B: memref<4xf32>) warps(2) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i, %i] : tensor<4x16xf32, #rows>
  %s = tile.reduce arith.addf %x axis 1
  tile.store %s, %B[%i]
}

// -----

// Registers alone; a constant of the combiner is one in every register.

#columns = #tile.layout<register = [[1, 0], [2, 0], [0, 32]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = []>

// CHECK-LABEL: simt.kernel @registers
// CHECK-NOT: simt.shuffle
// CHECK-NOT: simt.barrier
// CHECK: %[[ONE:.*]] = vector.broadcast %{{.*}} : i32 to vector<2xi32>
// CHECK: arith.addi %{{.*}}, %[[ONE]] : vector<2xi32>
tile.kernel @registers(%A: memref<4x64xi32>, %B: memref<64xi32>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i, %i] : tensor<4x64xi32, #columns>
  %s = tile.reduce %x axis 0 (%p, %q) {
    %one = arith.constant 1 : i32
    %r = arith.addi %p, %one : i32
    %t = arith.muli %r, %q : i32
    tile.yield %t
  }
  tile.store %s, %B[%i]
}

// -----

// A register that holds a copy stays one in the result: both have the row.

#copies = #tile.layout<register = [[1, 0], [0, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = []>

// CHECK-LABEL: simt.kernel @copies
// CHECK: %[[LOW:.*]] = vector.shuffle %[[X:.*]], %[[X]] [0, 0] : vector<4xi32>, vector<4xi32>
// CHECK: %[[HIGH:.*]] = vector.shuffle %[[X]], %[[X]] [1, 1] : vector<4xi32>, vector<4xi32>
// CHECK: arith.addi %[[LOW]], %[[HIGH]] : vector<2xi32>
tile.kernel @copies(%A: memref<2x32xi32>, %B: memref<32xi32>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i, %i] : tensor<2x32xi32, #copies>
  %s = tile.reduce arith.addi %x axis 0
  tile.store %s, %B[%i]
}

// -----

// All lanes at once, where the warp has an instruction: of 32-bit integers, and of single bits.

#line = #tile.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>

// CHECK-LABEL: simt.kernel @redux
// CHECK-NOT: simt.shuffle
// CHECK: %[[S:.*]] = arith.addi %{{.*}}, %{{.*}} : vector<1xi32>
// CHECK: %[[E:.*]] = vector.extract %[[S]][0] : i32 from vector<1xi32>
// CHECK: simt.redux addi %[[E]] : i32
// CHECK: simt.redux minu
// CHECK: simt.vote all %{{.*}} : i1
// CHECK: simt.vote any %{{.*}} : i1
// CHECK-COUNT-5: simt.shuffle xor %{{.*}} : vector<1xi1>
// CHECK-COUNT-5: simt.shuffle xor %{{.*}} : vector<1xi64>
// CHECK-COUNT-5: simt.shuffle xor %{{.*}} : vector<1xi32>
// CHECK-NOT: simt.shuffle
tile.kernel @redux(%A: memref<64xi32>, %B: memref<8xi32>, %C: memref<8xi64>, %D: memref<8xi1>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i] : tensor<64xi32, #line>
  %zero = arith.constant dense<0> : tensor<64xi32, #line>
  %p = arith.cmpi eq, %x, %zero : tensor<64xi32, #line>
  %w = arith.extsi %x : tensor<64xi32, #line> to tensor<64xi64, #line>
  %s = tile.reduce arith.addi %x axis 0
  tile.store %s, %B[%i]
  %m = tile.reduce arith.minui %x axis 0
  tile.store %m, %B[%i]
  %all = tile.reduce arith.andi %p axis 0
  tile.store %all, %D[%i]
  %any = tile.reduce arith.ori %p axis 0
  tile.store %any, %D[%i]
  %odd = tile.reduce arith.xori %p axis 0
  tile.store %odd, %D[%i]
  %wide = tile.reduce arith.addi %w axis 0
  tile.store %wide, %C[%i]
  %product = tile.reduce arith.muli %x axis 0
  tile.store %product, %B[%i]
}

// -----

// Sums of halves of a warp take turns; of lanes that hold copies, what copies do not change.

#half = #tile.layout<register = [], lane = [[1], [2], [4], [8], [0]], warp = []>

// CHECK-LABEL: simt.kernel @halves
// CHECK-COUNT-4: simt.shuffle xor
// CHECK-NOT: simt.shuffle
// CHECK: simt.redux maxs
tile.kernel @halves(%A: memref<16xi32>, %B: memref<8xi32>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i] : tensor<16xi32, #half>
  %s = tile.reduce arith.addi %x axis 0
  tile.store %s, %B[%i]
  %m = tile.reduce arith.maxsi %x axis 0
  tile.store %m, %B[%i]
}
