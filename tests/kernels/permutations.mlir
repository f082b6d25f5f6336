// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim R=24 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: R=24
// SHAPE: R=20

// A tile of rank 4 in each order of its dimensions, one after another in a row.
tile.params { WARPS = 4 : [1, 2, 4, 8, 16], T = f16 : [f32, f16, i8] }
tile.kernel @permutations(%A: memref<2x2x8x64x$T>, %C: memref<?x2048x$T>[R, ?]) warps($WARPS) grid(%b = 1) {
  %x = tile.load %A[0, 0, 0, 0] : tensor<2x2x8x64x$T>
  %p0 = tile.trans %x perm [0, 1, 2, 3] : tensor<2x2x8x64x$T> to tensor<2x2x8x64x$T>
  %r0 = tile.reshape %p0 : tensor<2x2x8x64x$T> to tensor<2048x$T>
  tile.store %r0, %C[0, 0]
  %p1 = tile.trans %x perm [0, 1, 3, 2] : tensor<2x2x8x64x$T> to tensor<2x2x64x8x$T>
  %r1 = tile.reshape %p1 : tensor<2x2x64x8x$T> to tensor<2048x$T>
  tile.store %r1, %C[1, 0]
  %p2 = tile.trans %x perm [0, 2, 1, 3] : tensor<2x2x8x64x$T> to tensor<2x8x2x64x$T>
  %r2 = tile.reshape %p2 : tensor<2x8x2x64x$T> to tensor<2048x$T>
  tile.store %r2, %C[2, 0]
  %p3 = tile.trans %x perm [0, 2, 3, 1] : tensor<2x2x8x64x$T> to tensor<2x8x64x2x$T>
  %r3 = tile.reshape %p3 : tensor<2x8x64x2x$T> to tensor<2048x$T>
  tile.store %r3, %C[3, 0]
  %p4 = tile.trans %x perm [0, 3, 1, 2] : tensor<2x2x8x64x$T> to tensor<2x64x2x8x$T>
  %r4 = tile.reshape %p4 : tensor<2x64x2x8x$T> to tensor<2048x$T>
  tile.store %r4, %C[4, 0]
  %p5 = tile.trans %x perm [0, 3, 2, 1] : tensor<2x2x8x64x$T> to tensor<2x64x8x2x$T>
  %r5 = tile.reshape %p5 : tensor<2x64x8x2x$T> to tensor<2048x$T>
  tile.store %r5, %C[5, 0]
  %p6 = tile.trans %x perm [1, 0, 2, 3] : tensor<2x2x8x64x$T> to tensor<2x2x8x64x$T>
  %r6 = tile.reshape %p6 : tensor<2x2x8x64x$T> to tensor<2048x$T>
  tile.store %r6, %C[6, 0]
  %p7 = tile.trans %x perm [1, 0, 3, 2] : tensor<2x2x8x64x$T> to tensor<2x2x64x8x$T>
  %r7 = tile.reshape %p7 : tensor<2x2x64x8x$T> to tensor<2048x$T>
  tile.store %r7, %C[7, 0]
  %p8 = tile.trans %x perm [1, 2, 0, 3] : tensor<2x2x8x64x$T> to tensor<2x8x2x64x$T>
  %r8 = tile.reshape %p8 : tensor<2x8x2x64x$T> to tensor<2048x$T>
  tile.store %r8, %C[8, 0]
  %p9 = tile.trans %x perm [1, 2, 3, 0] : tensor<2x2x8x64x$T> to tensor<2x8x64x2x$T>
  %r9 = tile.reshape %p9 : tensor<2x8x64x2x$T> to tensor<2048x$T>
  tile.store %r9, %C[9, 0]
  %p10 = tile.trans %x perm [1, 3, 0, 2] : tensor<2x2x8x64x$T> to tensor<2x64x2x8x$T>
  %r10 = tile.reshape %p10 : tensor<2x64x2x8x$T> to tensor<2048x$T>
  tile.store %r10, %C[10, 0]
  %p11 = tile.trans %x perm [1, 3, 2, 0] : tensor<2x2x8x64x$T> to tensor<2x64x8x2x$T>
  %r11 = tile.reshape %p11 : tensor<2x64x8x2x$T> to tensor<2048x$T>
  tile.store %r11, %C[11, 0]
  %p12 = tile.trans %x perm [2, 0, 1, 3] : tensor<2x2x8x64x$T> to tensor<8x2x2x64x$T>
  %r12 = tile.reshape %p12 : tensor<8x2x2x64x$T> to tensor<2048x$T>
  tile.store %r12, %C[12, 0]
  %p13 = tile.trans %x perm [2, 0, 3, 1] : tensor<2x2x8x64x$T> to tensor<8x2x64x2x$T>
  %r13 = tile.reshape %p13 : tensor<8x2x64x2x$T> to tensor<2048x$T>
  tile.store %r13, %C[13, 0]
  %p14 = tile.trans %x perm [2, 1, 0, 3] : tensor<2x2x8x64x$T> to tensor<8x2x2x64x$T>
  %r14 = tile.reshape %p14 : tensor<8x2x2x64x$T> to tensor<2048x$T>
  tile.store %r14, %C[14, 0]
  %p15 = tile.trans %x perm [2, 1, 3, 0] : tensor<2x2x8x64x$T> to tensor<8x2x64x2x$T>
  %r15 = tile.reshape %p15 : tensor<8x2x64x2x$T> to tensor<2048x$T>
  tile.store %r15, %C[15, 0]
  %p16 = tile.trans %x perm [2, 3, 0, 1] : tensor<2x2x8x64x$T> to tensor<8x64x2x2x$T>
  %r16 = tile.reshape %p16 : tensor<8x64x2x2x$T> to tensor<2048x$T>
  tile.store %r16, %C[16, 0]
  %p17 = tile.trans %x perm [2, 3, 1, 0] : tensor<2x2x8x64x$T> to tensor<8x64x2x2x$T>
  %r17 = tile.reshape %p17 : tensor<8x64x2x2x$T> to tensor<2048x$T>
  tile.store %r17, %C[17, 0]
  %p18 = tile.trans %x perm [3, 0, 1, 2] : tensor<2x2x8x64x$T> to tensor<64x2x2x8x$T>
  %r18 = tile.reshape %p18 : tensor<64x2x2x8x$T> to tensor<2048x$T>
  tile.store %r18, %C[18, 0]
  %p19 = tile.trans %x perm [3, 0, 2, 1] : tensor<2x2x8x64x$T> to tensor<64x2x8x2x$T>
  %r19 = tile.reshape %p19 : tensor<64x2x8x2x$T> to tensor<2048x$T>
  tile.store %r19, %C[19, 0]
  %p20 = tile.trans %x perm [3, 1, 0, 2] : tensor<2x2x8x64x$T> to tensor<64x2x2x8x$T>
  %r20 = tile.reshape %p20 : tensor<64x2x2x8x$T> to tensor<2048x$T>
  tile.store %r20, %C[20, 0]
  %p21 = tile.trans %x perm [3, 1, 2, 0] : tensor<2x2x8x64x$T> to tensor<64x2x8x2x$T>
  %r21 = tile.reshape %p21 : tensor<64x2x8x2x$T> to tensor<2048x$T>
  tile.store %r21, %C[21, 0]
  %p22 = tile.trans %x perm [3, 2, 0, 1] : tensor<2x2x8x64x$T> to tensor<64x8x2x2x$T>
  %r22 = tile.reshape %p22 : tensor<64x8x2x2x$T> to tensor<2048x$T>
  tile.store %r22, %C[22, 0]
  %p23 = tile.trans %x perm [3, 2, 1, 0] : tensor<2x2x8x64x$T> to tensor<64x8x2x2x$T>
  %r23 = tile.reshape %p23 : tensor<64x8x2x2x$T> to tensor<2048x$T>
  tile.store %r23, %C[23, 0]
}
