// RUN: split-file %s %t
// RUN: not tile-run %t/barrier.mlir --device=cpu 2>&1 | FileCheck %t/barrier.mlir
// RUN: not tile-run %t/reuse.mlir --device=cpu 2>&1 | FileCheck %t/reuse.mlir
// RUN: not tile-run %t/lanes.mlir --device=cpu 2>&1 | FileCheck %t/lanes.mlir
// RUN: not tile-run %t/same.mlir --device=cpu 2>&1 | FileCheck %t/same.mlir
// RUN: not tile-run %t/named.mlir --device=cpu 2>&1 | FileCheck %t/named.mlir
// RUN: not tile-run %t/global.mlir --device=cpu 2>&1 | FileCheck %t/global.mlir
// RUN: not tile-run %t/blocks.mlir --device=cpu --dim N=64 2>&1 | FileCheck %t/blocks.mlir
// RUN: not tile-run %t/halo.mlir --device=cpu --dim N=64 2>&1 | FileCheck %t/halo.mlir
// RUN: not tile-run %t/cluster.mlir --device=cpu 2>&1 | FileCheck %t/cluster.mlir
// RUN: not tile-run %t/relaxed.mlir --device=cpu 2>&1 | FileCheck %t/relaxed.mlir
// RUN: tile-run %t/barrier.mlir --device=cpu --allow-races
// RUN: tile-run %t/halo.mlir --device=cpu --dim N=64 --allow-races
//
// One fault a kernel; no_races.mlir has the same kernels without it.

//--- barrier.mlir
// CHECK: barrier.mlir:[[#@LINE+17]]:{{.*}}error: 'mem.load' op races in shared memory: thread 0 (warp 0) reads bytes 252 to 255 of %s, which thread 63 (warp 1) wrote, and nothing orders the two
// CHECK: barrier.mlir:[[#@LINE+14]]:{{.*}}note: thread 63 (warp 1) wrote here
// CHECK: note: in warp 0 of block (0) of kernel @barrier
// CHECK: help: put simt.barrier between the two
simt.kernel @barrier(%O: memref<64xi32>) threads(64) shared(256) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xi32, shared>
  %c1 = arith.constant 1 : i32
  %n63 = arith.constant 63 : i32
  %t = simt.thread_id : i32
  %w = simt.warp_id : i32
  %i = arith.index_cast %t : i32 to index
  %mirror = arith.subi %n63, %t : i32
  %second = arith.cmpi eq, %w, %c1 : i32
  mem.store %t, %s[%t] : !mem.buffer<64xi32, shared>, i32
  simt.barrier
  mem.store %mirror, %s[%t] if %second : !mem.buffer<64xi32, shared>, i32
  // Warp 0 reads what warp 1 has just written.
  %v = mem.load %s[%mirror] : !mem.buffer<64xi32, shared>, i32
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

//--- reuse.mlir
// A buffer that is filled again while others still read it.
// CHECK: reuse.mlir:[[#@LINE+14]]:{{.*}}error: 'mem.store' op races in shared memory: thread 0 (warp 0) writes bytes 0 to 3 of %s, which thread 32 (warp 1) read, and nothing orders the two
// CHECK: reuse.mlir:[[#@LINE+17]]:{{.*}}note: thread 32 (warp 1) read here
// CHECK: help: put simt.barrier between the two
simt.kernel @reuse(%O: memref<32xi32>) threads(64) shared(1152) grid(1) {
  %s = mem.alloc {offset = 1024 : i64} : !mem.buffer<32xi32, shared>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n0 = arith.constant 0 : i32
  %l = simt.lane_id : i32
  %i = arith.index_cast %l : i32 to index
  %w = simt.warp_id : i32
  %first = arith.cmpi eq, %w, %n0 : i32
  scf.for %k = %c0 to %c3 step %c1 {
    mem.store %l, %s[%l] if %first : !mem.buffer<32xi32, shared>, i32
    simt.barrier
    scf.if %first {
    } else {
      %v = mem.load %s[%l] : !mem.buffer<32xi32, shared>, i32
      mem.store %v, %O[%i] : memref<32xi32>, i32
    }
    // The next round's store comes with no barrier after the load.
  }
  simt.return
}

//--- lanes.mlir
// Lanes of a warp are not ordered with each other.
// CHECK: lanes.mlir:[[#@LINE+10]]:{{.*}}error: 'mem.load' op races in shared memory: thread 0 (warp 0) reads bytes 4 to 7 of %s, which thread 1 (warp 0) wrote, and nothing orders the two
// CHECK: lanes.mlir:[[#@LINE+8]]:{{.*}}note: thread 1 (warp 0) wrote here
// CHECK: help: put simt.warp_sync or simt.barrier between the two
simt.kernel @lanes(%O: memref<32xi32>) threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %n1 = arith.constant 1 : i32
  %l = simt.lane_id : i32
  %i = arith.index_cast %l : i32 to index
  %next = arith.xori %l, %n1 : i32
  mem.store %l, %s[%l] : !mem.buffer<32xi32, shared>, i32
  %v = mem.load %s[%next] : !mem.buffer<32xi32, shared>, i32
  mem.store %v, %O[%i] : memref<32xi32>, i32
  simt.return
}

//--- same.mlir
// CHECK: same.mlir:[[#@LINE+8]]:{{.*}}error: 'mem.store' op races in shared memory: thread 8 (warp 0) writes bytes 0 to 3 of %s, which thread 0 (warp 0) wrote, and nothing orders the two
// CHECK-NOT: wrote here
// CHECK: help: let one of the threads do it
simt.kernel @same() threads(32) shared(32) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<8xi32, shared>
  %n7 = arith.constant 7 : i32
  %l = simt.lane_id : i32
  %at = arith.andi %l, %n7 : i32
  mem.store %l, %s[%at] : !mem.buffer<8xi32, shared>, i32
  simt.return
}

//--- named.mlir
// Warp 2 reads what a barrier of warps 0 and 1 has ordered for these only.
// CHECK: named.mlir:[[#@LINE+18]]:{{.*}}error: 'mem.load' op races in shared memory: thread 64 (warp 2) reads bytes 0 to 3 of %s, which thread 0 (warp 0) wrote, and nothing orders the two
// CHECK: named.mlir:[[#@LINE+12]]:{{.*}}note: thread 0 (warp 0) wrote here
simt.kernel @named() threads(96) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %c0 = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  %l = simt.lane_id : i32
  %w = simt.warp_id : i32
  %first = arith.cmpi eq, %w, %c0 : i32
  %low = arith.cmpi slt, %w, %two : i32
  cf.cond_br %low, ^pair, ^other
^pair:
  mem.store %l, %s[%l] if %first : !mem.buffer<32xi32, shared>, i32
  simt.barrier id %one threads 64
  %u = mem.load %s[%l] : !mem.buffer<32xi32, shared>, i32
  simt.return
^other:
  %v = mem.load %s[%l] : !mem.buffer<32xi32, shared>, i32
  simt.return
}

//--- global.mlir
// CHECK: global.mlir:[[#@LINE+9]]:{{.*}}error: 'mem.store' op races in global memory: thread 32 (warp 1) writes bytes 128 to 131 of '%O', which thread 31 (warp 0) read, and nothing orders the two
// CHECK: global.mlir:[[#@LINE+9]]:{{.*}}note: thread 31 (warp 0) read here
// CHECK: help: put simt.barrier between the two
simt.kernel @global(%O: memref<64xi32>, %P: memref<64xi32>) threads(64) grid(1) {
  %n63 = arith.constant 63 : i32
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  %mirror = arith.subi %n63, %t : i32
  %m = arith.index_cast %mirror : i32 to index
  mem.store %t, %O[%i] : memref<64xi32>, i32
  %v = mem.load %O[%m] : memref<64xi32>, i32
  mem.store %v, %P[%i] : memref<64xi32>, i32
  simt.return
}

//--- blocks.mlir
// CHECK: blocks.mlir:[[#@LINE+6]]:{{.*}}error: 'mem.store' op races in global memory: block (1) writes bytes 0 to 127 of '%O', which block (0) wrote, and nothing orders blocks
// CHECK-NOT: wrote here
// CHECK: help: let blocks touch different elements, or both use atomics of scope gpu
simt.kernel @blocks(%O: memref<?xi32>[N]) threads(32) grid(ceildiv(N, 32)) {
  %i = simt.lane_id : i32
  %x = arith.index_cast %i : i32 to index
  mem.store %i, %O[%x] : memref<?xi32>, i32
  simt.return
}

//--- halo.mlir
// CHECK: halo.mlir:[[#@LINE+16]]:{{.*}}error: 'mem.load' op races in global memory: block (1) reads bytes 124 to 127 of '%O', which block (0) wrote, and nothing orders blocks
// CHECK: halo.mlir:[[#@LINE+13]]:{{.*}}note: block (0) wrote here
simt.kernel @halo(%O: memref<?xi32>[N], %P: memref<?xi32>[N]) threads(32) grid(ceildiv(N, 32)) {
  %n32 = arith.constant 32 : i32
  %n1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %b = simt.block_id : i32
  %l = simt.lane_id : i32
  %base = arith.muli %b, %n32 : i32
  %t = arith.addi %base, %l : i32
  %x = arith.index_cast %t : i32 to index
  %before = arith.subi %t, %n1 : i32
  %some = arith.maxsi %before, %c0 : i32
  %y = arith.index_cast %some : i32 to index
  mem.store %t, %O[%x] : memref<?xi32>, i32
  simt.warp_sync
  %v = mem.load %O[%y] : memref<?xi32>, i32
  mem.store %v, %P[%x] : memref<?xi32>, i32
  simt.return
}

//--- cluster.mlir
// Blocks of a cluster are known to each other, and are ordered by its barrier alone.
// CHECK: cluster.mlir:[[#@LINE+12]]:{{.*}}error: 'mem.store' op races in global memory: thread 0 (warp 0) writes bytes 4 to 7 of '%O', which thread 0 (warp 0) of block (0) read, and nothing orders the two
// CHECK: cluster.mlir:[[#@LINE+12]]:{{.*}}note: thread 0 (warp 0) of block (0) read here
// CHECK: note: in warp 0 of block (1) of kernel @cluster
// CHECK: help: put simt.cluster_arrive and simt.cluster_wait between the two
simt.kernel @cluster(%O: memref<2xi32>, %P: memref<2xi32>) threads(32) cluster(2) grid(2) {
  %n1 = arith.constant 1 : i32
  %r = simt.cluster_rank : i32
  %other = arith.subi %n1, %r : i32
  %x = arith.index_cast %r : i32 to index
  %y = arith.index_cast %other : i32 to index
  %first = simt.elect : i1
  scf.if %first {
    mem.store %r, %O[%x] : memref<2xi32>, i32
    %v = mem.load %O[%y] : memref<2xi32>, i32
    mem.store %v, %P[%x] : memref<2xi32>, i32
  }
  simt.return
}

//--- relaxed.mlir
// A relaxed arrival orders nothing without a fence.
// CHECK: relaxed.mlir:[[#@LINE+12]]:{{.*}}error: 'mem.load' op races in global memory: thread 0 (warp 0) reads bytes
simt.kernel @relaxed(%O: memref<2xi32>, %P: memref<2xi32>) threads(32) cluster(2) grid(2) {
  %n1 = arith.constant 1 : i32
  %r = simt.cluster_rank : i32
  %other = arith.subi %n1, %r : i32
  %x = arith.index_cast %r : i32 to index
  %y = arith.index_cast %other : i32 to index
  %first = simt.elect : i1
  mem.store %r, %O[%x] if %first : memref<2xi32>, i32
  simt.cluster_arrive relaxed
  simt.cluster_wait
  scf.if %first {
    %v = mem.load %O[%y] : memref<2xi32>, i32
    mem.store %v, %P[%x] : memref<2xi32>, i32
  }
  simt.return
}
