// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=70 --dim N=45 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=128 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=64 N=128
// SHAPE: M=70 N=45
// SHAPE: M=1 N=1

// Rows and columns regrouped: blocks of eight rows go behind the columns and come back, a row is added to each fourth
// column, and a carried tile is turned round in every trip.
tile.params { WARPS = 4 : [1, 2, 4, 8], T = f32 : [f32, f16] }
tile.kernel @reshapes(%A: memref<?x?x$T>[M, N], %row: memref<?x$T>[N], %B: memref<?x?x$T>[M, N], %C: memref<?x?x$T>[M, N]) warps($WARPS)
    grid(%i = ceildiv(M, 32), %j = ceildiv(N, 64)) {
  %a = tile.load %A[%i * 32, %j * 64] : tensor<32x64x$T>
  %r = tile.load %row[%j * 64] : tensor<64x$T>
  %blocks = tile.reshape %a : tensor<32x64x$T> to tensor<4x8x16x4x$T>
  %turned = tile.trans %blocks perm [2, 1, 3, 0] : tensor<4x8x16x4x$T> to tensor<16x8x4x4x$T>
  %swapped = tile.trans %turned : tensor<16x8x4x4x$T> to tensor<16x8x4x4x$T>
  %b = tile.reshape %swapped : tensor<16x8x4x4x$T> to tensor<32x64x$T>
  tile.store %b, %B[%i * 32, %j * 64]
  %fours = tile.reshape %r : tensor<64x$T> to tensor<1x16x4x$T>
  %f0 = tile.broadcast %fours : tensor<1x16x4x$T> to tensor<32x16x4x$T>
  %f1 = tile.reshape %f0 : tensor<32x16x4x$T> to tensor<32x64x$T>
  %s = arith.addf %a, %f1 : tensor<32x64x$T>
  %out = tile.pipelined %k = 0 to 3 iter_args(%c = %s) {
    %flat = tile.reshape %c : tensor<32x64x$T> to tensor<64x32x$T>
    %t = tile.trans %flat : tensor<64x32x$T> to tensor<32x64x$T>
    %u = arith.subf %t, %a : tensor<32x64x$T>
    tile.yield %u
  }
  tile.store %out, %C[%i * 32, %j * 64]
}
