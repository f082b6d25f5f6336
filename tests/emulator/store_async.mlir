// RUN: split-file %s %t
// RUN: tile-run %t/exchange.mlir --device=cpu --print=O | FileCheck %t/exchange.mlir
// RUN: tile-run %t/exchange.mlir --device=cpu --print=O --schedule=late | FileCheck %t/exchange.mlir
// RUN: tile-run %t/exchange.mlir --device=cpu --print=O --schedule=random:3 | FileCheck %t/exchange.mlir
// RUN: not tile-run %t/no_wait.mlir --device=cpu 2>&1 | FileCheck %t/no_wait.mlir
// RUN: not tile-run %t/no_fence.mlir --device=cpu 2>&1 | FileCheck %t/no_fence.mlir
// RUN: not tile-run %t/other_block.mlir --device=cpu 2>&1 | FileCheck %t/other_block.mlir
// RUN: not tile-run %t/place.mlir --device=cpu 2>&1 | FileCheck %t/place.mlir
// RUN: not tile-run %t/bytes.mlir --device=cpu 2>&1 | FileCheck %t/bytes.mlir
//
// Stores into the shared memory of the other block of a cluster, which its mbarrier counts.

//--- exchange.mlir
// Each thread gets the number of the one in the other block.
// CHECK: %O = [32, 33, 34,
// CHECK-SAME: 63, 0, 1, 2,
simt.kernel @exchange(%O: memref<64xi32>) threads(32) shared(264) cluster(2) grid(2) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xi32, shared>
  %b = mem.alloc {offset = 256 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %bytes = arith.constant 128 : i32
  %t = simt.thread_id : i32
  %rank = simt.cluster_rank : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
  }
  simt.cluster_arrive
  simt.cluster_wait
  %other = arith.subi %c1, %rank : i32
  %far = mem.map_cluster %s, %other : !mem.buffer<64xi32, shared> to !mem.buffer<64xi32, cluster>
  %signal = mem.map_cluster %b, %other : !mem.buffer<1x!mem.mbarrier, shared> to !mem.buffer<1x!mem.mbarrier, cluster>
  %mine = mem.map_cluster %b, %rank : !mem.buffer<1x!mem.mbarrier, shared> to !mem.buffer<1x!mem.mbarrier, cluster>
  %r5 = arith.shli %rank, %c5 : i32
  %x = arith.addi %t, %r5 : i32
  mem.store_async %x to %far[%t] signal %signal[%c0] : i32, !mem.buffer<64xi32, cluster>, !mem.buffer<1x!mem.mbarrier, cluster>
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<64xi32, shared>, i32
  %i = arith.index_cast %x : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- no_wait.mlir
// Nothing says that they are there.
simt.kernel @no_wait(%O: memref<64xi32>) threads(32) shared(264) cluster(2) grid(2) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xi32, shared>
  %b = mem.alloc {offset = 256 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %bytes = arith.constant 128 : i32
  %t = simt.thread_id : i32
  %rank = simt.cluster_rank : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
  }
  simt.cluster_arrive
  simt.cluster_wait
  %other = arith.subi %c1, %rank : i32
  %far = mem.map_cluster %s, %other : !mem.buffer<64xi32, shared> to !mem.buffer<64xi32, cluster>
  %signal = mem.map_cluster %b, %other : !mem.buffer<1x!mem.mbarrier, shared> to !mem.buffer<1x!mem.mbarrier, cluster>
  %mine = mem.map_cluster %b, %rank : !mem.buffer<1x!mem.mbarrier, shared> to !mem.buffer<1x!mem.mbarrier, cluster>
  %r5 = arith.shli %rank, %c5 : i32
  %x = arith.addi %t, %r5 : i32
  mem.store_async %x to %far[%t] signal %signal[%c0] : i32, !mem.buffer<64xi32, cluster>, !mem.buffer<1x!mem.mbarrier, cluster>
  // CHECK: no_wait.mlir:[[#@LINE+1]]:{{.*}}reads what nothing wrote
  %v = mem.load %s[%t] : !mem.buffer<64xi32, shared>, i32
  %i = arith.index_cast %x : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- no_fence.mlir
// Another block may see the memory as it was before the mbarrier was made.
simt.kernel @no_fence(%O: memref<64xi32>) threads(32) shared(264) cluster(2) grid(2) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xi32, shared>
  %b = mem.alloc {offset = 256 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %bytes = arith.constant 128 : i32
  %t = simt.thread_id : i32
  %rank = simt.cluster_rank : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
  }
  simt.cluster_arrive
  simt.cluster_wait
  %other = arith.subi %c1, %rank : i32
  %far = mem.map_cluster %s, %other : !mem.buffer<64xi32, shared> to !mem.buffer<64xi32, cluster>
  %signal = mem.map_cluster %b, %other : !mem.buffer<1x!mem.mbarrier, shared> to !mem.buffer<1x!mem.mbarrier, cluster>
  %mine = mem.map_cluster %b, %rank : !mem.buffer<1x!mem.mbarrier, shared> to !mem.buffer<1x!mem.mbarrier, cluster>
  %r5 = arith.shli %rank, %c5 : i32
  %x = arith.addi %t, %r5 : i32
  // CHECK: no_fence.mlir:[[#@LINE+1]]:{{.*}}signals an mbarrier whose initialisation others may not see yet: mem.fence_mbarrier_init has to follow it
  mem.store_async %x to %far[%t] signal %signal[%c0] : i32, !mem.buffer<64xi32, cluster>, !mem.buffer<1x!mem.mbarrier, cluster>
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<64xi32, shared>, i32
  %i = arith.index_cast %x : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- other_block.mlir
// The block that waits is not the one that gets the number.
simt.kernel @other_block(%O: memref<64xi32>) threads(32) shared(264) cluster(2) grid(2) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xi32, shared>
  %b = mem.alloc {offset = 256 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %bytes = arith.constant 128 : i32
  %t = simt.thread_id : i32
  %rank = simt.cluster_rank : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
  }
  simt.cluster_arrive
  simt.cluster_wait
  %other = arith.subi %c1, %rank : i32
  %far = mem.map_cluster %s, %other : !mem.buffer<64xi32, shared> to !mem.buffer<64xi32, cluster>
  %signal = mem.map_cluster %b, %other : !mem.buffer<1x!mem.mbarrier, shared> to !mem.buffer<1x!mem.mbarrier, cluster>
  %mine = mem.map_cluster %b, %rank : !mem.buffer<1x!mem.mbarrier, shared> to !mem.buffer<1x!mem.mbarrier, cluster>
  %r5 = arith.shli %rank, %c5 : i32
  %x = arith.addi %t, %r5 : i32
  // CHECK: other_block.mlir:[[#@LINE+1]]:{{.*}}signals an mbarrier of another block than it stores to
  mem.store_async %x to %far[%t] signal %mine[%c0] : i32, !mem.buffer<64xi32, cluster>, !mem.buffer<1x!mem.mbarrier, cluster>
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<64xi32, shared>, i32
  %i = arith.index_cast %x : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- place.mlir
// Pairs of numbers at odd places.
simt.kernel @place(%O: memref<64xi32>) threads(32) shared(264) cluster(2) grid(2) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xi32, shared>
  %b = mem.alloc {offset = 256 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %bytes = arith.constant 128 : i32
  %t = simt.thread_id : i32
  %rank = simt.cluster_rank : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
  }
  simt.cluster_arrive
  simt.cluster_wait
  %other = arith.subi %c1, %rank : i32
  %far = mem.map_cluster %s, %other : !mem.buffer<64xi32, shared> to !mem.buffer<64xi32, cluster>
  %signal = mem.map_cluster %b, %other : !mem.buffer<1x!mem.mbarrier, shared> to !mem.buffer<1x!mem.mbarrier, cluster>
  %mine = mem.map_cluster %b, %rank : !mem.buffer<1x!mem.mbarrier, shared> to !mem.buffer<1x!mem.mbarrier, cluster>
  %r5 = arith.shli %rank, %c5 : i32
  %x = arith.addi %t, %r5 : i32
  %w = vector.broadcast %x : i32 to vector<2xi32>
  // CHECK: place.mlir:[[#@LINE+1]]:{{.*}}stores to byte 4 of shared memory in lane 1, which is no multiple of its 8 bytes
  mem.store_async %w to %far[%t] signal %signal[%c0] : vector<2xi32>, !mem.buffer<64xi32, cluster>, !mem.buffer<1x!mem.mbarrier, cluster>
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<64xi32, shared>, i32
  %i = arith.index_cast %x : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- bytes.mlir
// Half of the bytes are waited for.
simt.kernel @bytes(%O: memref<64xi32>) threads(32) shared(264) cluster(2) grid(2) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xi32, shared>
  %b = mem.alloc {offset = 256 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %bytes = arith.constant 64 : i32
  %t = simt.thread_id : i32
  %rank = simt.cluster_rank : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
  }
  simt.cluster_arrive
  simt.cluster_wait
  %other = arith.subi %c1, %rank : i32
  %far = mem.map_cluster %s, %other : !mem.buffer<64xi32, shared> to !mem.buffer<64xi32, cluster>
  %signal = mem.map_cluster %b, %other : !mem.buffer<1x!mem.mbarrier, shared> to !mem.buffer<1x!mem.mbarrier, cluster>
  %mine = mem.map_cluster %b, %rank : !mem.buffer<1x!mem.mbarrier, shared> to !mem.buffer<1x!mem.mbarrier, cluster>
  %r5 = arith.shli %rank, %c5 : i32
  %x = arith.addi %t, %r5 : i32
  mem.store_async %x to %far[%t] signal %signal[%c0] : i32, !mem.buffer<64xi32, cluster>, !mem.buffer<1x!mem.mbarrier, cluster>
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  // CHECK: bytes.mlir:[[#@LINE+1]]:{{.*}}reads what nothing wrote in lane 16
  %v = mem.load %s[%t] : !mem.buffer<64xi32, shared>, i32
  %i = arith.index_cast %x : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}
