// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=5 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=5 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=5
// SHAPE: N=1

// A grid of (2, 2, 3) that counts itself into one place each way: elements that lie at one address, single
// elements, and scalars.
tile.params { WARPS = 2 : [1, 2, 4] }
tile.kernel @zero_strides(%A: memref<2x2x3xi32, strided<[0, 0, 1]>>, %S: memref<1xi32>, %O: memref<1xi32>, %P: memref<1xi32>, %X: memref<?xi32>[N])
    warps($WARPS) grid(%x = 2, %y = 2, %z = 3) {
  %one = arith.constant dense<1> : tensor<1xi32>
  %0 = tile.atomic_rmw addi %one, %A[%x, %y, %z]
  %scalar = arith.constant 1 : i32
  %two = arith.constant dense<2> : tensor<i32>
  %c0 = arith.constant 0 : index
  %1 = tile.atomic_rmw addi %two, %O[%c0]
  %2 = mem.atomic_rmw addi %scalar, %X[%c0] relaxed gpu : memref<?xi32>, i32
  %s = memref.load %S[%c0] : memref<1xi32>
  %3 = memref.atomic_rmw maxs %s, %P[%c0] : (i32, memref<1xi32>) -> i32
}
