// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=2048 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=2000 --param WARPS=8 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=2048
// SHAPE: N=2000

// Every order of the dimensions of a tile, reduced along two of them.
tile.params { WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @permuted_reductions(%A: memref<?xi32>[N], %R: memref<24x64x64xi32>) warps($WARPS) grid(%b = 1) {
  %l = tile.load %A[0] : tensor<2048xi32>
  %x = tile.reshape %l : tensor<2048xi32> to tensor<2x2x8x64xi32>
  %t0 = tile.trans %x perm [0, 1, 2, 3] : tensor<2x2x8x64xi32> to tensor<2x2x8x64xi32>
  %r0 = tile.reduce arith.addi %t0 axis 0
  %m0 = tile.reduce arith.maxsi %r0 axis 0
  tile.store %m0, %R[0, 0, 0]
  %t1 = tile.trans %x perm [0, 1, 3, 2] : tensor<2x2x8x64xi32> to tensor<2x2x64x8xi32>
  %r1 = tile.reduce arith.addi %t1 axis 1
  %m1 = tile.reduce arith.maxsi %r1 axis 1
  tile.store %m1, %R[1, 0, 0]
  %t2 = tile.trans %x perm [0, 2, 1, 3] : tensor<2x2x8x64xi32> to tensor<2x8x2x64xi32>
  %r2 = tile.reduce arith.addi %t2 axis 2
  %m2 = tile.reduce arith.maxsi %r2 axis 2
  tile.store %m2, %R[2, 0, 0]
  %t3 = tile.trans %x perm [0, 2, 3, 1] : tensor<2x2x8x64xi32> to tensor<2x8x64x2xi32>
  %r3 = tile.reduce arith.addi %t3 axis 3
  %m3 = tile.reduce arith.maxsi %r3 axis 0
  tile.store %m3, %R[3, 0, 0]
  %t4 = tile.trans %x perm [0, 3, 1, 2] : tensor<2x2x8x64xi32> to tensor<2x64x2x8xi32>
  %r4 = tile.reduce arith.addi %t4 axis 0
  %m4 = tile.reduce arith.maxsi %r4 axis 1
  tile.store %m4, %R[4, 0, 0]
  %t5 = tile.trans %x perm [0, 3, 2, 1] : tensor<2x2x8x64xi32> to tensor<2x64x8x2xi32>
  %r5 = tile.reduce arith.addi %t5 axis 1
  %m5 = tile.reduce arith.maxsi %r5 axis 2
  tile.store %m5, %R[5, 0, 0]
  %t6 = tile.trans %x perm [1, 0, 2, 3] : tensor<2x2x8x64xi32> to tensor<2x2x8x64xi32>
  %r6 = tile.reduce arith.addi %t6 axis 2
  %m6 = tile.reduce arith.maxsi %r6 axis 0
  tile.store %m6, %R[6, 0, 0]
  %t7 = tile.trans %x perm [1, 0, 3, 2] : tensor<2x2x8x64xi32> to tensor<2x2x64x8xi32>
  %r7 = tile.reduce arith.addi %t7 axis 3
  %m7 = tile.reduce arith.maxsi %r7 axis 1
  tile.store %m7, %R[7, 0, 0]
  %t8 = tile.trans %x perm [1, 2, 0, 3] : tensor<2x2x8x64xi32> to tensor<2x8x2x64xi32>
  %r8 = tile.reduce arith.addi %t8 axis 0
  %m8 = tile.reduce arith.maxsi %r8 axis 2
  tile.store %m8, %R[8, 0, 0]
  %t9 = tile.trans %x perm [1, 2, 3, 0] : tensor<2x2x8x64xi32> to tensor<2x8x64x2xi32>
  %r9 = tile.reduce arith.addi %t9 axis 1
  %m9 = tile.reduce arith.maxsi %r9 axis 0
  tile.store %m9, %R[9, 0, 0]
  %t10 = tile.trans %x perm [1, 3, 0, 2] : tensor<2x2x8x64xi32> to tensor<2x64x2x8xi32>
  %r10 = tile.reduce arith.addi %t10 axis 2
  %m10 = tile.reduce arith.maxsi %r10 axis 1
  tile.store %m10, %R[10, 0, 0]
  %t11 = tile.trans %x perm [1, 3, 2, 0] : tensor<2x2x8x64xi32> to tensor<2x64x8x2xi32>
  %r11 = tile.reduce arith.addi %t11 axis 3
  %m11 = tile.reduce arith.maxsi %r11 axis 2
  tile.store %m11, %R[11, 0, 0]
  %t12 = tile.trans %x perm [2, 0, 1, 3] : tensor<2x2x8x64xi32> to tensor<8x2x2x64xi32>
  %r12 = tile.reduce arith.addi %t12 axis 0
  %m12 = tile.reduce arith.maxsi %r12 axis 0
  tile.store %m12, %R[12, 0, 0]
  %t13 = tile.trans %x perm [2, 0, 3, 1] : tensor<2x2x8x64xi32> to tensor<8x2x64x2xi32>
  %r13 = tile.reduce arith.addi %t13 axis 1
  %m13 = tile.reduce arith.maxsi %r13 axis 1
  tile.store %m13, %R[13, 0, 0]
  %t14 = tile.trans %x perm [2, 1, 0, 3] : tensor<2x2x8x64xi32> to tensor<8x2x2x64xi32>
  %r14 = tile.reduce arith.addi %t14 axis 2
  %m14 = tile.reduce arith.maxsi %r14 axis 2
  tile.store %m14, %R[14, 0, 0]
  %t15 = tile.trans %x perm [2, 1, 3, 0] : tensor<2x2x8x64xi32> to tensor<8x2x64x2xi32>
  %r15 = tile.reduce arith.addi %t15 axis 3
  %m15 = tile.reduce arith.maxsi %r15 axis 0
  tile.store %m15, %R[15, 0, 0]
  %t16 = tile.trans %x perm [2, 3, 0, 1] : tensor<2x2x8x64xi32> to tensor<8x64x2x2xi32>
  %r16 = tile.reduce arith.addi %t16 axis 0
  %m16 = tile.reduce arith.maxsi %r16 axis 1
  tile.store %m16, %R[16, 0, 0]
  %t17 = tile.trans %x perm [2, 3, 1, 0] : tensor<2x2x8x64xi32> to tensor<8x64x2x2xi32>
  %r17 = tile.reduce arith.addi %t17 axis 1
  %m17 = tile.reduce arith.maxsi %r17 axis 2
  tile.store %m17, %R[17, 0, 0]
  %t18 = tile.trans %x perm [3, 0, 1, 2] : tensor<2x2x8x64xi32> to tensor<64x2x2x8xi32>
  %r18 = tile.reduce arith.addi %t18 axis 2
  %m18 = tile.reduce arith.maxsi %r18 axis 0
  tile.store %m18, %R[18, 0, 0]
  %t19 = tile.trans %x perm [3, 0, 2, 1] : tensor<2x2x8x64xi32> to tensor<64x2x8x2xi32>
  %r19 = tile.reduce arith.addi %t19 axis 3
  %m19 = tile.reduce arith.maxsi %r19 axis 1
  tile.store %m19, %R[19, 0, 0]
  %t20 = tile.trans %x perm [3, 1, 0, 2] : tensor<2x2x8x64xi32> to tensor<64x2x2x8xi32>
  %r20 = tile.reduce arith.addi %t20 axis 0
  %m20 = tile.reduce arith.maxsi %r20 axis 2
  tile.store %m20, %R[20, 0, 0]
  %t21 = tile.trans %x perm [3, 1, 2, 0] : tensor<2x2x8x64xi32> to tensor<64x2x8x2xi32>
  %r21 = tile.reduce arith.addi %t21 axis 1
  %m21 = tile.reduce arith.maxsi %r21 axis 0
  tile.store %m21, %R[21, 0, 0]
  %t22 = tile.trans %x perm [3, 2, 0, 1] : tensor<2x2x8x64xi32> to tensor<64x8x2x2xi32>
  %r22 = tile.reduce arith.addi %t22 axis 2
  %m22 = tile.reduce arith.maxsi %r22 axis 1
  tile.store %m22, %R[22, 0, 0]
  %t23 = tile.trans %x perm [3, 2, 1, 0] : tensor<2x2x8x64xi32> to tensor<64x8x2x2xi32>
  %r23 = tile.reduce arith.addi %t23 axis 3
  %m23 = tile.reduce arith.maxsi %r23 axis 2
  tile.store %m23, %R[23, 0, 0]
}
