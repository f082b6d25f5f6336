// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=70 --dim N=45 --dim K2=48 --dim K=96 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=64 --dim K2=32 --dim K=64 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=64 N=64 K2=32 K=64
// SHAPE: M=70 N=45 K2=48 K=96
// SHAPE: M=1 N=1 K2=1 K=2

// Weights of four bits, two in a byte, the lower first: both halves of the bytes become numbers side by side, then an
// operand of a product.
tile.params { WARPS = 4 : [1, 4], T = f16 : [f16, bf16] }
tile.kernel @unpack_int4(%A: memref<?x?xi8>[M, K2], %B: memref<?x?x$T>[K, N], %C: memref<?x?xf32>[M, N]) warps($WARPS)
    grid(%i = ceildiv(M, 64), %j = ceildiv(N, 64)) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %four = arith.constant dense<4> : tensor<64x16xi8>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 32) stages(2) iter_args(%c = %zero) {
    %bytes = tile.load %A[%i * 64, %k * 16] : tensor<64x16xi8>
    %up = arith.shli %bytes, %four : tensor<64x16xi8>
    %low = arith.shrsi %up, %four : tensor<64x16xi8>
    %high = arith.shrsi %bytes, %four : tensor<64x16xi8>
    %pairs = tile.join %low, %high : tensor<64x16xi8> to tensor<64x16x2xi8>
    %row = tile.reshape %pairs : tensor<64x16x2xi8> to tensor<64x32xi8>
    %a = arith.sitofp %row : tensor<64x32xi8> to tensor<64x32x$T>
    %b = tile.load %B[%k * 32, %j * 64] : tensor<32x64x$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%i * 64, %j * 64]
}
