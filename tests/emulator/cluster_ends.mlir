// A block's shared memory is there until its last thread has ended: what other blocks do to it has to be over by then, in every order.
//
// RUN: tile-run %s --device=cpu
// RUN: tile-run %s --device=cpu --schedule=random:2
// RUN: sed '/ of the end$/d' %s > %t.mlir
// RUN: not tile-run %t.mlir --device=cpu 2>&1 | FileCheck %s
// RUN: not tile-run %t.mlir --device=cpu --schedule=random:1 2>&1 | FileCheck %s
// RUN: not tile-run %t.mlir --device=cpu --schedule=random:2 2>&1 | FileCheck %s
// RUN: tile-run %t.mlir --device=cpu --allow-races

// CHECK: error: 'mem.load' op reads shared memory of block ({{[01]}}), bytes 0 to 3, which may have ended: it waits for nothing that this comes before
// CHECK: %v = mem.load %peer
// CHECK: help: let all blocks end behind simt.cluster_arrive and simt.cluster_wait, or behind a wait for what this does
simt.kernel @peer(%O: memref<64xi32>) threads(32) shared(128) cluster(2) grid(2) {
  %n1 = arith.constant 1 : i32
  %n32 = arith.constant 32 : i32
  %r = simt.cluster_rank : i32
  %l = simt.lane_id : i32
  %other = arith.xori %r, %n1 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  mem.store %l, %s[%l] : !mem.buffer<32xi32, shared>, i32
  simt.cluster_arrive
  simt.cluster_wait
  %peer = mem.map_cluster %s, %other : !mem.buffer<32xi32, shared> to !mem.buffer<32xi32, cluster>
  %v = mem.load %peer[%l] : !mem.buffer<32xi32, cluster>, i32
  %base = arith.muli %r, %n32 : i32
  %at = arith.addi %base, %l : i32
  %i = arith.index_cast %at : i32 to index
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.cluster_arrive // of the end
  simt.cluster_wait // of the end
  simt.return
}
