// The kernels of atomic_races.mlir without their faults.
// RUN: tile-run %s --device=cpu --kernel=plain --init=zero
// RUN: tile-run %s --device=cpu --kernel=flag --init=zero
// RUN: tile-run %s --device=cpu --kernel=scope --init=zero --dim N=2
// RUN: tile-run %s --device=cpu --kernel=last --init=zero --dim N=4
// RUN: tile-run %s --device=cpu --kernel=fenced --init=zero --dim N=4 --print=C | FileCheck %s
// RUN: tile-run %s --device=cpu --kernel=peer --init=zero

// CHECK: %C = [4, 6]

simt.kernel @plain(%O: memref<2xi32>) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = simt.lane_id : i32
  %old = mem.atomic_rmw addi %l, %O[%c0] relaxed cta : memref<2xi32>, i32
  simt.warp_sync
  %one = simt.elect : i1
  scf.if %one {
    %v = mem.load %O[%c0] : memref<2xi32>, i32
    mem.store %v, %O[%c1] : memref<2xi32>, i32
  }
  simt.return
}

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
  %was = mem.atomic_rmw assign %n1, %F[%c0] release cta : memref<1xi32>, i32
  cf.br ^end
^poll:
  %f = mem.atomic_rmw addi %zero, %F[%c0] acquire cta : memref<1xi32>, i32
  %set = arith.cmpi eq, %f, %n1 : i32
  cf.cond_br %set, ^read, ^poll
^read:
  %v = mem.load %D[%c0] : memref<2xi32>, i32
  mem.store %v, %D[%c1] : memref<2xi32>, i32
  cf.br ^end
^end:
  simt.return
}

simt.kernel @scope(%O: memref<1xi32>, %P: memref<?xi32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %l = simt.lane_id : i32
  %old = mem.atomic_rmw addi %l, %O[%c0] relaxed gpu : memref<1xi32>, i32
  simt.return
}

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
    %count = mem.atomic_rmw addi %n1, %C[%c0] acq_rel gpu : memref<2xi32>, i32
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

// The same with fences.
simt.kernel @fenced(%P: memref<?xi32>[N], %C: memref<2xi32>) threads(32) grid(N) {
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
    simt.fence gpu
    %count = mem.atomic_rmw addi %n1, %C[%c0] relaxed gpu : memref<2xi32>, i32
    %last = arith.cmpi eq, %count, %n3 : i32
    simt.fence gpu
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
  %peer = mem.map_cluster %s, %other : !mem.buffer<32xi32, shared> to !mem.buffer<32xi32, cluster>
  %v = mem.load %peer[%l] : !mem.buffer<32xi32, cluster>, i32
  simt.cluster_arrive
  simt.cluster_wait
  simt.return
}
