// RUN: split-file %s %t
// RUN: not tile-run %t/plain.mlir --device=cpu 2>&1 | FileCheck %t/plain.mlir
// RUN: not tile-run %t/flag.mlir --device=cpu --init=zero 2>&1 | FileCheck %t/flag.mlir
// RUN: not tile-run %t/scope.mlir --device=cpu --dim N=2 --init=zero 2>&1 | FileCheck %t/scope.mlir
// RUN: not tile-run %t/last.mlir --device=cpu --dim N=4 --init=zero 2>&1 | FileCheck %t/last.mlir
// RUN: not tile-run %t/peer.mlir --device=cpu 2>&1 | FileCheck %t/peer.mlir
//
// Races where atomics do not order enough; no_atomic_races.mlir has the same kernels without their
// faults.

//--- plain.mlir
// An atomic access races with a plain one.
// CHECK: plain.mlir:[[#@LINE+9]]:{{.*}}error: 'mem.load' op races in global memory: thread 0 (warp 0) reads bytes 0 to 3 of '%O', which thread 1 (warp 0) updated atomically, and nothing orders the two
// CHECK: plain.mlir:[[#@LINE+5]]:{{.*}}note: thread 1 (warp 0) updated atomically here
simt.kernel @plain(%O: memref<2xi32>) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = simt.lane_id : i32
  %old = mem.atomic_rmw addi %l, %O[%c0] relaxed cta : memref<2xi32>, i32
  %one = simt.elect : i1
  scf.if %one {
    %v = mem.load %O[%c0] : memref<2xi32>, i32
    mem.store %v, %O[%c1] : memref<2xi32>, i32
  }
  simt.return
}

//--- flag.mlir
// A relaxed access says nothing of what was stored before it.
// CHECK: flag.mlir:[[#@LINE+23]]:{{.*}}error: 'mem.load' op races in global memory: thread 32 (warp 1) reads bytes 0 to 3 of '%D', which thread 0 (warp 0) wrote, and nothing orders the two
// CHECK: flag.mlir:[[#@LINE+14]]:{{.*}}note: thread 0 (warp 0) wrote here
simt.kernel @flag(%D: memref<2xi32>, %F: memref<1xi32>) threads(64) grid(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %n1 = arith.constant 1 : i32
  %n7 = arith.constant 7 : i32
  %w = simt.warp_id : i32
  %leader = simt.elect : i1
  %first = arith.cmpi eq, %w, %zero : i32
  cf.cond_br %leader, ^lead, ^end
^lead:
  cf.cond_br %first, ^write, ^poll
^write:
  mem.store %n7, %D[%c0] : memref<2xi32>, i32
  %was = mem.atomic_rmw assign %n1, %F[%c0] relaxed cta : memref<1xi32>, i32
  cf.br ^end
^poll:
  %f = mem.atomic_rmw addi %zero, %F[%c0] relaxed cta : memref<1xi32>, i32
  %set = arith.cmpi eq, %f, %n1 : i32
  cf.cond_br %set, ^read, ^poll
^read:
  %v = mem.load %D[%c0] : memref<2xi32>, i32
  mem.store %v, %D[%c1] : memref<2xi32>, i32
  cf.br ^end
^end:
  simt.return
}

//--- scope.mlir
// Atomics of the block's scope are nothing special to other blocks.
// CHECK: scope.mlir:[[#@LINE+5]]:{{.*}}error: 'mem.atomic_rmw' op races in global memory: block (1) writes bytes 0 to 3 of '%O', which block (0) wrote, and nothing orders blocks
// CHECK: help: let blocks touch different elements, or both use atomics of scope gpu
simt.kernel @scope(%O: memref<1xi32>, %P: memref<?xi32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %l = simt.lane_id : i32
  %old = mem.atomic_rmw addi %l, %O[%c0] relaxed cta : memref<1xi32>, i32
  simt.return
}

//--- last.mlir
// The block that counts last sums up what the others have left, but the count orders nothing. Which
// block that is depends on the host.
// CHECK: error: 'mem.{{load|store}}' op races in global memory: block ({{[0-3]}}) {{reads|writes}} bytes {{[0-9]+}} to {{[0-9]+}} of '%P', which block ({{[0-3]}}) {{read|wrote}}, and nothing orders blocks
// CHECK: note: block ({{[0-3]}}) {{read|wrote}} here
simt.kernel @last(%P: memref<?xi32>[N], %C: memref<2xi32>) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %n1 = arith.constant 1 : i32
  %n3 = arith.constant 3 : i32
  %n = memref.dim %P, %c0 : memref<?xi32>
  %b = simt.block_id : i32
  %at = arith.index_cast %b : i32 to index
  %leader = simt.elect : i1
  scf.if %leader {
    mem.store %b, %P[%at] : memref<?xi32>, i32
    %count = mem.atomic_rmw addi %n1, %C[%c0] relaxed gpu : memref<2xi32>, i32
    %last = arith.cmpi eq, %count, %n3 : i32
    scf.if %last {
      %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
        %v = mem.load %P[%k] : memref<?xi32>, i32
        %t = arith.addi %s, %v : i32
        scf.yield %t : i32
      }
      mem.store %sum, %C[%c1] : memref<2xi32>, i32
    }
  }
  simt.return
}

//--- peer.mlir
// A block writes what another one reads with no barrier of the cluster in between.
// CHECK: peer.mlir:[[#@LINE+13]]:{{.*}}error: 'mem.store' op races in shared memory: thread 0 (warp 0) writes bytes 0 to 3 of %s, which thread 0 (warp 0) of block (1) read, and nothing orders the two
// CHECK: peer.mlir:[[#@LINE+14]]:{{.*}}note: thread 0 (warp 0) of block (1) read here
// CHECK: help: put simt.cluster_arrive and simt.cluster_wait between the two
simt.kernel @peer(%O: memref<2xi32>) threads(32) shared(128) cluster(2) grid(2) {
  %n1 = arith.constant 1 : i32
  %r = simt.cluster_rank : i32
  %l = simt.lane_id : i32
  %x = arith.index_cast %r : i32 to index
  %other = arith.xori %r, %n1 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  mem.store %l, %s[%l] : !mem.buffer<32xi32, shared>, i32
  simt.cluster_arrive
  simt.cluster_wait
  mem.store %r, %s[%l] : !mem.buffer<32xi32, shared>, i32
  %peer = mem.map_cluster %s, %other : !mem.buffer<32xi32, shared> to !mem.buffer<32xi32, cluster>
  %v = mem.load %peer[%l] : !mem.buffer<32xi32, cluster>, i32
  simt.cluster_arrive
  simt.cluster_wait
  simt.return
}
