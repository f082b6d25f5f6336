// RUN: tile-run %s --device=cpu --kernel=ids --dim N=2 --print=O | FileCheck %s --check-prefix=IDS
// RUN: tile-run %s --device=cpu --kernel=shuffles --print=O | FileCheck %s --check-prefix=SHUFFLES
// RUN: tile-run %s --device=cpu --kernel=votes --print=O | FileCheck %s --check-prefix=VOTES
// RUN: tile-run %s --device=cpu --kernel=named --print=O | FileCheck %s --check-prefix=NAMED
// RUN: tile-run %s --device=cpu --kernel=named --print=O --schedule=random:7 | FileCheck %s --check-prefix=NAMED
// RUN: tile-run %s --device=cpu --kernel=clusters --dim N=4 --print=O | FileCheck %s --check-prefix=CLUSTERS
//
// What warps of a block do together.

// Thread 33 of blocks 0 and 1: lane 1 of warp 1.
// IDS: %O = {{\[\[}}33, 1, 1, 0], [33, 1, 1, 1]]
simt.kernel @ids(%O: memref<?x4xi32>[N, ?]) threads(64) grid(N) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c33 = arith.constant 33 : i32
  %t = simt.thread_id : i32
  %l = simt.lane_id : i32
  %w = simt.warp_id : i32
  %b = simt.block_id : i32
  %row = arith.index_cast %b : i32 to index
  %p = arith.cmpi eq, %t, %c33 : i32
  mem.store %t, %O[%row, %c0] if %p : memref<?x4xi32>, i32
  mem.store %l, %O[%row, %c1] if %p : memref<?x4xi32>, i32
  mem.store %w, %O[%row, %c2] if %p : memref<?x4xi32>, i32
  mem.store %b, %O[%row, %c3] if %p : memref<?x4xi32>, i32
  simt.return
}

// The sum of all lanes by halves, and the neighbour's number.
// SHUFFLES: %O = {{\[\[}}496, 1], [496, 0], [496, 3],
simt.kernel @shuffles(%O: memref<32x2xi32>) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n1 = arith.constant 1 : i32
  %n2 = arith.constant 2 : i32
  %n4 = arith.constant 4 : i32
  %n8 = arith.constant 8 : i32
  %n16 = arith.constant 16 : i32
  %l = simt.lane_id : i32
  %row = arith.index_cast %l : i32 to index
  %a = simt.shuffle xor %l, %n16 : i32
  %s0 = arith.addi %l, %a : i32
  %b = simt.shuffle xor %s0, %n8 : i32
  %s1 = arith.addi %s0, %b : i32
  %c = simt.shuffle xor %s1, %n4 : i32
  %s2 = arith.addi %s1, %c : i32
  %d = simt.shuffle xor %s2, %n2 : i32
  %s3 = arith.addi %s2, %d : i32
  %e = simt.shuffle xor %s3, %n1 : i32
  %s4 = arith.addi %s3, %e : i32
  %x = simt.shuffle xor %l, %n1 : i32
  mem.store %s4, %O[%row, %c0] : memref<32x2xi32>, i32
  mem.store %x, %O[%row, %c1] : memref<32x2xi32>, i32
  simt.return
}

// Lanes 0 to 7 say yes; one lane is elected; the largest number is 31.
// VOTES: %O = [255, 1, 31]
simt.kernel @votes(%O: memref<3xi32>) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n8 = arith.constant 8 : i32
  %l = simt.lane_id : i32
  %p = arith.cmpi slt, %l, %n8 : i32
  %b = simt.vote ballot %p : i32
  %e = simt.elect : i1
  %one = arith.extui %e : i1 to i32
  %many = simt.redux addi %one : i32
  %max = simt.redux maxu %l : i32
  simt.warp_sync
  mem.store %b, %O[%c0] if %e : memref<3xi32>, i32
  mem.store %many, %O[%c1] if %e : memref<3xi32>, i32
  mem.store %max, %O[%c2] if %e : memref<3xi32>, i32
  simt.return
}

// Warp 0 writes and goes on, warp 1 waits for it and reads: nobody else takes part.
// NAMED: %O = [0, 2, 4, 6,
simt.kernel @named(%O: memref<32xi32>) threads(128) shared(128) grid(1) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %id = arith.constant 3 : i32
  %n1 = arith.constant 1 : i32
  %l = simt.lane_id : i32
  %w = simt.warp_id : i32
  %at = arith.index_cast %l : i32 to index
  %twice = arith.addi %l, %l : i32
  cf.switch %w : i32, [
    default: ^end,
    0: ^write,
    1: ^read
  ]
^write:
  simt.setmaxnreg dec 40
  mem.store %twice, %s[%l] : !mem.buffer<32xi32, shared>, i32
  simt.fence cta
  simt.barrier_arrive id %id threads 64
  cf.br ^end
^read:
  simt.barrier id %id threads 64
  %v = mem.load %s[%l] : !mem.buffer<32xi32, shared>, i32
  mem.store %v, %O[%at] : memref<32xi32>, i32
  cf.br ^end
^end:
  simt.return
}

// CLUSTERS: %O = [0, 1, 0, 1]
simt.kernel @clusters(%O: memref<?xi32>[N]) threads(32) cluster(2) grid(N) {
  %b = simt.block_id : i32
  %r = simt.cluster_rank : i32
  %at = arith.index_cast %b : i32 to index
  simt.cluster_arrive
  simt.cluster_wait
  %e = simt.elect : i1
  mem.store %r, %O[%at] if %e : memref<?xi32>, i32
  simt.return
}
