// RUN: tile-opt %s --pass-pipeline='tile-set-target{arch=sm_90},tile-to-thread' | FileCheck %s
// RUN: not tile-opt %s --pass-pipeline='tile-set-target{arch=sm_80},tile-to-thread' 2>&1 | FileCheck %s --check-prefix=OLD

// OLD: error: 'tile.kernel' op has clusters of blocks, which sm_80 lacks

// Columns over the four blocks of a cluster, rows over the two warps of each. Sums of rows cross blocks only: the four
// parts are stored into every block once all blocks run, whose mbarriers count their 64 bytes, and loaded behind those.
#columns = #tile.blocked<per_thread = [1, 4], lanes = [2, 16], warps = [2, 4], order = [0, 1]>

// CHECK-LABEL: simt.kernel @rows
// CHECK-SAME: threads(64) shared(72) cluster(4)
// CHECK-SAME: grid(ceildiv(M, 4) * 4)
// CHECK-DAG: %[[C6:.*]] = arith.constant 6 : i32
// CHECK-DAG: %[[B:.*]] = mem.alloc {offset = 64 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 64 : i32
// CHECK-DAG: %[[T:.*]] = simt.thread_id
// CHECK-DAG: %[[RANK:.*]] = simt.cluster_rank
// CHECK: %[[HIGH:.*]] = arith.shli %[[RANK]], %[[C6]]
// CHECK: arith.addi %[[T]], %[[HIGH]]
// CHECK: %[[BLOCK:.*]] = simt.block_id
// CHECK: arith.shrui %[[BLOCK]]
// CHECK: %[[S:.*]] = mem.alloc
// CHECK: %[[R0:.*]] = mem.map_cluster %[[S]]
// CHECK: %[[R1:.*]] = mem.map_cluster %[[S]]
// CHECK: %[[R2:.*]] = mem.map_cluster %[[S]]
// CHECK: %[[R3:.*]] = mem.map_cluster %[[S]]
// CHECK: scf.if
// CHECK-NEXT: mem.mbarrier_init %[[B]][{{.*}}] count 1
// CHECK-NEXT: mem.mbarrier_arrive_expect_tx %[[B]][{{.*}}] bytes %[[BYTES]]
// CHECK-NEXT: mem.fence_mbarrier_init
// CHECK-NEXT: }
// CHECK-NEXT: simt.cluster_arrive relaxed
// CHECK: %[[B0:.*]] = mem.map_cluster %[[B]]
// CHECK: %[[B1:.*]] = mem.map_cluster %[[B]]
// CHECK: simt.shuffle
// CHECK-NOT: simt.cluster_arrive
// CHECK: simt.cluster_wait
// CHECK-NEXT: mem.store_async %{{.*}} to %[[R0]][{{.*}}] signal %[[B0]]
// CHECK-NEXT: mem.store_async %{{.*}} to %[[R1]][{{.*}}] signal %[[B1]]
// CHECK-NEXT: mem.store_async %{{.*}} to %[[R2]]
// CHECK-NEXT: mem.store_async %{{.*}} to %[[R3]]
// CHECK-NEXT: mem.mbarrier_wait %[[B]]
// CHECK-NEXT: mem.load %[[S]]
// CHECK-NOT: simt.cluster_wait
// CHECK: simt.return
tile.kernel @rows(%A: memref<?x?xf32>[M, N], %R: memref<?xf32>[M]) warps(2) cluster(4) grid(%i = ceildiv(M, 4)) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %at = arith.muli %i, %c4 : index
  %x = tile.load %A[%at, %c0] : tensor<4x256xf32, #columns>
  %s = tile.reduce arith.addf %x axis 1
  tile.store %s, %R[%at]
}

// Each block keeps its rows: their halves change warps through its own memory.
#from = #tile.layout<register = [[0, 1], [0, 2], [0, 128]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[4, 0], [1, 0], [2, 0]]>
#to = #tile.layout<register = [[0, 1], [0, 2], [4, 0]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[0, 128], [1, 0], [2, 0]]>
#line = #tile.blocked<per_thread = [1], lanes = [32], warps = [8]>

// CHECK-LABEL: simt.kernel @own_block
// CHECK-SAME: shared(2048) cluster(4)
// CHECK-NOT: map_cluster
// CHECK-NOT: cluster_wait
// CHECK: mem.store {{.*}} shared>
// CHECK: simt.barrier
// CHECK-NOT: cluster_wait
// CHECK: mem.load {{.*}} shared>
// CHECK-NOT: cluster_wait
// CHECK: simt.return
tile.kernel @own_block(%A: memref<8x256xf32>) warps(2) cluster(4) grid(%i = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : tensor<8x256xf32, #from>
  %y = tile.convert_layout %x : tensor<8x256xf32, #from> to tensor<8x256xf32, #to>
  tile.store %y, %A[%c0, %c0]
}

// What one block stored another one may load: the barrier between is the cluster's.

// CHECK-LABEL: simt.kernel @through_memory
// CHECK: mem.store
// CHECK: simt.cluster_arrive
// CHECK-NEXT: simt.cluster_wait
// CHECK: mem.load
tile.kernel @through_memory(%A: memref<256xf32>) warps(2) cluster(4) grid(%i = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tile.load %A[%c0] : tensor<256xf32, #line>
  tile.store %x, %A[%c0]
  simt.barrier
  %y = tile.load %A[%c1] : tensor<256xf32, #line>
  tile.store %y, %A[%c0]
}

// In a loop: all blocks run before it, and one iteration's stores wait for the loads of the one before.

// CHECK-LABEL: simt.kernel @loop
// CHECK: simt.cluster_arrive relaxed
// CHECK: simt.cluster_wait
// CHECK-NEXT: scf.for
// CHECK: simt.shuffle
// CHECK: simt.cluster_arrive
// CHECK-NEXT: simt.cluster_wait
// CHECK-COUNT-4: mem.store {{.*}} cluster>
// CHECK-NEXT: simt.cluster_arrive
// CHECK-NEXT: simt.cluster_wait
// CHECK-NEXT: mem.load
// CHECK-NOT: simt.cluster_wait
// CHECK: simt.return
tile.kernel @loop(%A: memref<?x?xf32>[M, N], %R: memref<?xf32>[M]) warps(2) cluster(4) grid(%i = 1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %m = tile.dim M
  scf.for %at = %c0 to %m step %c4 {
    %x = tile.load %A[%at, %c0] : tensor<4x256xf32, #columns>
    %s = tile.reduce arith.addf %x axis 1
    tile.store %s, %R[%at]
  }
}

// CHECK-LABEL: simt.kernel @bounds
// CHECK-SAME: attributes {simt.min_blocks = 3 : i64}
// CHECK-LABEL: simt.kernel @no_bounds
// CHECK-NOT: simt.min_blocks
tile.kernel @bounds(%A: memref<256xf32>) warps(2) grid(%i = 1) attributes {simt.min_blocks = 3} {
}
tile.kernel @no_bounds(%A: memref<256xf32>) warps(2) grid(%i = 1) attributes {simt.min_blocks = 0} {
}

// Two conversions that follow each other go through one scratch, and one mbarrier counts both: numbers of blocks, which come
// to lie in lanes.
#numbers = #tile.layout<register = [], lane = [[0], [0], [0], [0], [0]], warp = [[0], [1], [2]]>
#lanes = #tile.layout<register = [], lane = [[1], [2], [0], [0], [0]], warp = [[0], [0], [0]]>

// CHECK-LABEL: simt.kernel @together
// CHECK-SAME: cluster(4)
// CHECK: mem.alloc {{.*}}<8xf32
// CHECK: simt.cluster_wait
// CHECK-COUNT-8: mem.store_async
// CHECK-NEXT: mem.mbarrier_wait
// CHECK-COUNT-2: mem.load {{.*}} shared>
// CHECK: arith.addf
// CHECK-NOT: simt.cluster_arrive
// CHECK: simt.return
tile.kernel @together(%A: memref<4xf32>, %B: memref<4xf32>, %C: memref<4xf32>) warps(2) cluster(4) grid(%i = 1) {
  %c0 = arith.constant 0 : index
  %a = tile.load %A[%c0] : tensor<4xf32, #numbers>
  %b = tile.load %B[%c0] : tensor<4xf32, #numbers>
  %x = tile.convert_layout %a : tensor<4xf32, #numbers> to tensor<4xf32, #lanes>
  %y = tile.convert_layout %b : tensor<4xf32, #numbers> to tensor<4xf32, #lanes>
  %s = arith.addf %x, %y : tensor<4xf32, #lanes>
  tile.store %s, %C[%c0]
}
