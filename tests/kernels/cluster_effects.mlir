// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=40 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=40 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=40
// SHAPE: N=7

// What happens once in a cluster, of tiles that many of its threads hold copies of, and its results in all of them.
tile.params { WARPS = 2 : [1, 2, 8], CLUSTER = 4 : [1, 2, 4] }
tile.kernel @cluster_effects(%A: memref<?xi32>[N], %C: memref<4xi32>, %O: memref<?xi32>[N], %P: memref<?xi32>[N])
    warps($WARPS) cluster($CLUSTER) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %five = arith.constant 5 : i32
  %before = mem.atomic_rmw addi %five, %C[%c0] relaxed gpu : memref<4xi32>, i32
  %x = tile.load %A[0] : tensor<16xi32>
  %old = tile.atomic_rmw addi %x, %O[3] relaxed cta
  %all = tile.splat %before : i32 to tensor<16xi32>
  %y = arith.addi %old, %all : tensor<16xi32>
  tile.store %y, %P[0]
  %total = tile.reduce arith.addi %y axis 0
  %t = tile.expand_dims %total axis 0 : tensor<i32> to tensor<1xi32>
  tile.store %t, %C[%c1]
}
