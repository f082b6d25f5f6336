// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=70 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=70
// SHAPE: N=64

// Single elements, read and written by the block once: a running sum, a count that the next tile's
// load sees, and an element of a tile that was stored just before.
tile.params { WARPS = 2 : [1, 2, 4] }
tile.kernel @scalars(%A: memref<?xi32>[N], %B: memref<?xi32>[N], %S: memref<2xi32>) warps($WARPS) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tile.dim N
  %zero = arith.constant 0 : i32
  memref.store %zero, %S[%c0] : memref<2xi32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %A[%i] : memref<?xi32>
    %s = memref.load %S[%c0] : memref<2xi32>
    %t = arith.addi %s, %x : i32
    memref.store %t, %S[%c0] : memref<2xi32>
  }
  %sum = tile.load %S[0] : tensor<2xi32>
  %a = tile.load %A[0] : tensor<64xi32>
  %twice = arith.addi %a, %a : tensor<64xi32>
  tile.store %twice, %B[0]
  %c50 = arith.constant 50 : index
  %y = memref.load %B[%c50] : memref<?xi32>
  mem.store %y, %S[%c1] : memref<2xi32>, i32
}
