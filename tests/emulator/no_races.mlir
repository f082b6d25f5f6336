// The kernels of races.mlir without their faults.
// RUN: tile-run %s --device=cpu --kernel=barrier
// RUN: tile-run %s --device=cpu --kernel=reuse
// RUN: tile-run %s --device=cpu --kernel=lanes
// RUN: tile-run %s --device=cpu --kernel=same
// RUN: tile-run %s --device=cpu --kernel=named
// RUN: tile-run %s --device=cpu --kernel=global
// RUN: tile-run %s --device=cpu --kernel=blocks --dim N=64
// RUN: tile-run %s --device=cpu --kernel=halo --dim N=64
// RUN: tile-run %s --device=cpu --kernel=cluster
// RUN: tile-run %s --device=cpu --kernel=fenced
// RUN: tile-run %s --device=cpu --kernel=barrier --schedule=random:5
// RUN: tile-run %s --device=cpu --kernel=reuse --schedule=random:5
// RUN: tile-run %s --device=cpu --kernel=named --schedule=random:5

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
  simt.barrier
  %v = mem.load %s[%mirror] : !mem.buffer<64xi32, shared>, i32
  mem.store %v, %O[%i] : memref<64xi32>, i32
  simt.return
}

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
    simt.barrier
  }
  simt.return
}

simt.kernel @lanes(%O: memref<32xi32>) threads(32) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %n1 = arith.constant 1 : i32
  %l = simt.lane_id : i32
  %i = arith.index_cast %l : i32 to index
  %next = arith.xori %l, %n1 : i32
  mem.store %l, %s[%l] : !mem.buffer<32xi32, shared>, i32
  simt.warp_sync
  %v = mem.load %s[%next] : !mem.buffer<32xi32, shared>, i32
  mem.store %v, %O[%i] : memref<32xi32>, i32
  simt.return
}

simt.kernel @same() threads(32) shared(32) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<8xi32, shared>
  %n7 = arith.constant 7 : i32
  %l = simt.lane_id : i32
  %at = arith.andi %l, %n7 : i32
  %n8 = arith.constant 8 : i32
  %some = arith.cmpi slt, %l, %n8 : i32
  mem.store %l, %s[%at] if %some : !mem.buffer<8xi32, shared>, i32
  simt.return
}

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
  simt.barrier id %one threads 96
  %u = mem.load %s[%l] : !mem.buffer<32xi32, shared>, i32
  simt.return
^other:
  simt.barrier id %one threads 96
  %v = mem.load %s[%l] : !mem.buffer<32xi32, shared>, i32
  simt.return
}

simt.kernel @global(%O: memref<64xi32>, %P: memref<64xi32>) threads(64) grid(1) {
  %n63 = arith.constant 63 : i32
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  %mirror = arith.subi %n63, %t : i32
  %m = arith.index_cast %mirror : i32 to index
  mem.store %t, %O[%i] : memref<64xi32>, i32
  simt.barrier
  %v = mem.load %O[%m] : memref<64xi32>, i32
  mem.store %v, %P[%i] : memref<64xi32>, i32
  simt.return
}

simt.kernel @blocks(%O: memref<?xi32>[N]) threads(32) grid(ceildiv(N, 32)) {
  %n32 = arith.constant 32 : i32
  %b = simt.block_id : i32
  %l = simt.lane_id : i32
  %base = arith.muli %b, %n32 : i32
  %i = arith.addi %base, %l : i32
  %x = arith.index_cast %i : i32 to index
  mem.store %i, %O[%x] : memref<?xi32>, i32
  simt.return
}

simt.kernel @halo(%O: memref<?xi32>[N], %P: memref<?xi32>[N]) threads(32) grid(ceildiv(N, 32)) {
  %n32 = arith.constant 32 : i32
  %n1 = arith.constant 1 : i32
  %b = simt.block_id : i32
  %l = simt.lane_id : i32
  %base = arith.muli %b, %n32 : i32
  %t = arith.addi %base, %l : i32
  %x = arith.index_cast %t : i32 to index
  %before = arith.subi %t, %n1 : i32
  %some = arith.maxsi %before, %base : i32
  %y = arith.index_cast %some : i32 to index
  mem.store %t, %O[%x] : memref<?xi32>, i32
  simt.warp_sync
  %v = mem.load %O[%y] : memref<?xi32>, i32
  mem.store %v, %P[%x] : memref<?xi32>, i32
  simt.return
}

simt.kernel @cluster(%O: memref<2xi32>, %P: memref<2xi32>) threads(32) cluster(2) grid(2) {
  %n1 = arith.constant 1 : i32
  %r = simt.cluster_rank : i32
  %other = arith.subi %n1, %r : i32
  %x = arith.index_cast %r : i32 to index
  %y = arith.index_cast %other : i32 to index
  %first = simt.elect : i1
  mem.store %r, %O[%x] if %first : memref<2xi32>, i32
  simt.cluster_arrive
  simt.cluster_wait
  scf.if %first {
    %v = mem.load %O[%y] : memref<2xi32>, i32
    mem.store %v, %P[%x] : memref<2xi32>, i32
  }
  simt.return
}

// The fence takes the place of the arrival's order.
simt.kernel @fenced(%O: memref<2xi32>, %P: memref<2xi32>) threads(32) cluster(2) grid(2) {
  %n1 = arith.constant 1 : i32
  %r = simt.cluster_rank : i32
  %other = arith.subi %n1, %r : i32
  %x = arith.index_cast %r : i32 to index
  %y = arith.index_cast %other : i32 to index
  %first = simt.elect : i1
  mem.store %r, %O[%x] if %first : memref<2xi32>, i32
  simt.fence cluster
  simt.cluster_arrive relaxed
  simt.cluster_wait
  scf.if %first {
    %v = mem.load %O[%y] : memref<2xi32>, i32
    mem.store %v, %P[%x] : memref<2xi32>, i32
  }
  simt.return
}
