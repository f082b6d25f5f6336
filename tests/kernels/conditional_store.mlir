// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=17 --dim P=9 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=1 --dim P=9 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=17 P=9
// SHAPE: N=1 P=9
// SHAPE: N=40 P=6

// The index of a store is itself loaded, under a condition that is known only at run time, in a
// loop that may be pipelined.  I holds small integers that repeat: the last store wins.
tile.params { STAGES = 2 : 1..5, WARPS = 4 : [1, 4, 8] }
tile.kernel @conditional_store(%I: memref<?xi32>[N], %go: i1, %O: memref<?xi32>[P]) warps($WARPS) grid(%b = 1) {
  %n = tile.dim N
  tile.pipelined %i = 0 to N stages($STAGES) {
    %x = mem.load %I[%i] : memref<?xi32>, i32
    %four = arith.constant 4 : i32
    %y = arith.addi %x, %four : i32
    %k = arith.index_cast %y : i32 to index
    scf.if %go {
      %c = arith.index_cast %i : index to i32
      %s = tile.splat %c : i32 to tensor<1xi32>
      tile.store %s, %O[%k]
    }
    tile.yield
  }
}
