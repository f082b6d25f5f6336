// RUN: tile-run %s --device=cpu --kernel=kinds --init=zero --print=O | FileCheck %s --check-prefix=KINDS
// RUN: tile-run %s --device=cpu --kernel=counts --dim N=8 --init=zero --print=C --print=T | FileCheck %s --check-prefix=COUNTS
// RUN: tile-run %s --device=cpu --kernel=locks --init=zero --print=O --schedule=random:3 | FileCheck %s --check-prefix=LOCKS
// RUN: tile-run %s --device=cpu --kernel=floats --init=zero --print=F --print=H | FileCheck %s --check-prefix=FLOATS
// RUN: tile-run %s --device=cpu --kernel=neighbours --dim N=4 --print=O | FileCheck %s --check-prefix=NEIGHBOURS
// RUN: not tile-run %s --device=cpu --kernel=outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not tile-run %s --device=cpu --kernel=no_rank --dim N=2 2>&1 | FileCheck %s --check-prefix=RANK

// One element each: the lanes' numbers less 4 combined, of lanes that are odd.
// KINDS: %O = [192, 27, -3, 0, 27, -3, -1, 31, 0, 0]
simt.kernel @kinds(%O: memref<10xi32>) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %n4 = arith.constant 4 : i32
  %one = arith.constant 1 : i32
  %l = simt.lane_id : i32
  %odd = arith.andi %l, %one : i32
  %p = arith.trunci %odd : i32 to i1
  %v = arith.subi %l, %n4 : i32
  %a = mem.atomic_rmw addi %v, %O[%c0] relaxed gpu if %p : memref<10xi32>, i32
  %b = mem.atomic_rmw maxs %v, %O[%c1] relaxed gpu if %p : memref<10xi32>, i32
  %c = mem.atomic_rmw mins %v, %O[%c2] relaxed gpu if %p : memref<10xi32>, i32
  // Nothing is below the zero that is there; for maxu -1 is the largest.
  %d = mem.atomic_rmw minu %v, %O[%c3] relaxed gpu if %p : memref<10xi32>, i32
  %e = mem.atomic_rmw assign %v, %O[%c4] relaxed gpu if %p : memref<10xi32>, i32
  %first = arith.cmpi eq, %l, %one : i32
  %f = mem.atomic_rmw assign %v, %O[%c5] relaxed gpu if %first : memref<10xi32>, i32
  %g = mem.atomic_rmw maxu %v, %O[%c6] relaxed gpu if %p : memref<10xi32>, i32
  %h = mem.atomic_rmw ori %l, %O[%c7] relaxed gpu if %p : memref<10xi32>, i32
  %i = mem.atomic_rmw xori %v, %O[%c8] relaxed gpu if %p : memref<10xi32>, i32
  simt.return
}

// Every thread takes a number; each is given once, and the sum of all is known.
// COUNTS: %C = [512, 512]
// COUNTS: %T = [1, 1, 1, 1,
// COUNTS-NOT: {{[02]}}
simt.kernel @counts(%C: memref<2xi64>, %T: memref<512xi32>, %A: memref<?xi32>[N]) threads(64) grid(N) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %o = arith.constant 1 : i32
  %mine = mem.atomic_rmw addi %one, %C[%c0] acq_rel gpu : memref<2xi64>, i64
  %at = arith.index_cast %mine : i64 to index
  %old = mem.atomic_rmw addi %o, %T[%at] relaxed gpu : memref<512xi32>, i32
  %again = mem.atomic_rmw addi %one, %C[%c1] relaxed sys : memref<2xi64>, i64
  simt.return
}

// A lock that warps take in turn: what is between is done by one at a time.
// LOCKS: %O = [0, 8]
simt.kernel @locks(%O: memref<2xi32>) threads(256) grid(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %leader = simt.elect : i1
  cf.cond_br %leader, ^try, ^end
^try:
  %old = mem.atomic_cas %zero, %one, %O[%c0] acquire gpu : memref<2xi32>, i32
  %mine = arith.cmpi eq, %old, %zero : i32
  cf.cond_br %mine, ^inside, ^try
^inside:
  %n = mem.load %O[%c1] : memref<2xi32>, i32
  %more = arith.addi %n, %one : i32
  mem.store %more, %O[%c1] : memref<2xi32>, i32
  %free = mem.atomic_rmw assign %zero, %O[%c0] release gpu : memref<2xi32>, i32
  cf.br ^end
^end:
  simt.return
}

// FLOATS: %F = [496, 0]
// FLOATS: %H = [528]
simt.kernel @floats(%F: memref<2xf32>, %H: memref<1xf16>) threads(32) shared(64) grid(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n0 = arith.constant 0 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<4xf16, shared>
  %z = arith.constant 0.0 : f16
  %l = simt.lane_id : i32
  %first = arith.cmpi eq, %l, %n0 : i32
  mem.store %z, %s[%n0] if %first : !mem.buffer<4xf16, shared>, f16
  simt.warp_sync
  %x = arith.sitofp %l : i32 to f32
  %one = arith.constant 1.0 : f16
  %h = arith.sitofp %l : i32 to f16
  %h1 = arith.addf %h, %one : f16
  %a = mem.atomic_rmw addf %x, %F[%c0] relaxed gpu : memref<2xf32>, f32
  // Denormal numbers are zero to an addition in global memory.
  %tiny = arith.constant 1.0e-40 : f32
  %b = mem.atomic_rmw addf %tiny, %F[%c1] relaxed gpu : memref<2xf32>, f32
  %c = mem.atomic_rmw addf %h1, %s[%n0] relaxed cta : !mem.buffer<4xf16, shared>, f16
  simt.warp_sync
  %sum = mem.load %s[%n0] : !mem.buffer<4xf16, shared>, f16
  mem.store %sum, %H[%c0] if %first : memref<1xf16>, f16
  simt.return
}

// Each block writes its number into the other's memory, adds to it there, and reads its own.
// NEIGHBOURS: %O = [11, 10, 13, 12]
simt.kernel @neighbours(%O: memref<?xi32>[N]) threads(32) shared(128) cluster(2) grid(N) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %n0 = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  %l = simt.lane_id : i32
  %b = simt.block_id : i32
  %r = simt.cluster_rank : i32
  %at = arith.index_cast %b : i32 to index
  %other = arith.xori %r, %one : i32
  %peer = mem.map_cluster %s, %other : !mem.buffer<32xi32, shared> to !mem.buffer<32xi32, cluster>
  %first = arith.cmpi eq, %l, %n0 : i32
  mem.store %b, %peer[%n0] if %first : !mem.buffer<32xi32, cluster>, i32
  simt.warp_sync
  %old = mem.atomic_rmw addi %ten, %peer[%n0] relaxed cluster if %first : !mem.buffer<32xi32, cluster>, i32
  simt.cluster_arrive
  simt.cluster_wait
  %v = mem.load %s[%n0] : !mem.buffer<32xi32, shared>, i32
  mem.store %v, %O[%at] if %first : memref<?xi32>, i32
  simt.cluster_arrive
  simt.cluster_wait
  simt.return
}

// OUTSIDE: atomics.mlir:[[#@LINE+5]]:{{[0-9]+}}: error: 'mem.atomic_rmw' op writes outside in lane 4: element [4] of a memref of extents 4
simt.kernel @outside(%O: memref<4xi32>) threads(32) grid(1) {
  %l = simt.lane_id : i32
  %i = arith.index_cast %l : i32 to index
  %one = arith.constant 1 : i32
  %a = mem.atomic_rmw addi %one, %O[%i] relaxed gpu : memref<4xi32>, i32
  simt.return
}

// RANK: error: 'mem.map_cluster' op asks for block 2 of a cluster of 2
simt.kernel @no_rank(%O: memref<?xi32>[N]) threads(32) shared(128) cluster(2) grid(N) {
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %two = arith.constant 2 : i32
  %peer = mem.map_cluster %s, %two : !mem.buffer<32xi32, shared> to !mem.buffer<32xi32, cluster>
  simt.return
}
