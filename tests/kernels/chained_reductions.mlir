// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=32768 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=32768 --param WARPS=8 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=32768
// SHAPE: N=30001

// Tiles of rank 5 in another order of their dimensions, reduced along one after another.
tile.params { WARPS = 4 : [4, 8, 12] }
tile.kernel @chained_reductions(%A: memref<?xi32>[N], %R: memref<32x4xi32>, %S: memref<32x4xi32>)
    warps($WARPS) grid(%b = 1) {
  %x = tile.load %A[0] : tensor<32768xi32>
  %a = tile.reshape %x : tensor<32768xi32> to tensor<4x32x32x4x2xi32>
  %t = tile.trans %a perm [2, 1, 0, 3, 4] : tensor<4x32x32x4x2xi32> to tensor<32x32x4x4x2xi32>
  %3 = tile.reduce arith.addi %t axis 3
  %1 = tile.reduce arith.maxsi %3 axis 1
  %0 = tile.reduce arith.xori %1 axis 0
  tile.store %0, %R[0, 0]
  %b5 = tile.reshape %x : tensor<32768xi32> to tensor<8x2x32x4x16xi32>
  %u = tile.trans %b5 perm [4, 0, 1, 3, 2] : tensor<8x2x32x4x16xi32> to tensor<16x8x2x4x32xi32>
  %v = tile.reduce arith.addi %u axis 0
  %w = tile.reduce arith.minsi %v axis 2
  %y = tile.reduce arith.addi %w axis 0
  %z = tile.trans %y : tensor<2x32xi32> to tensor<32x2xi32>
  tile.store %z, %S[0, 0]
}
