// RUN: tile-run %s --device=cpu --verify --exact --init=normal --dim Z=1 --dim M=33 --dim N=40 --dim K=50 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=normal --dim Z=8 --dim M=9 --dim N=8 --dim K=33 --param BM=8 --param BN=8 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=normal --dim Z=2 --dim M=32 --dim N=2 --dim K=16 --param BM=32 --param BN=2 --param WARPS=4 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: Z=2 M=33 N=40 K=50
// SHAPE: Z=1 M=1 N=32 K=32

// Batches of products of signed by unsigned bytes, in blocks of few rows or columns.
tile.params { BM = 1 : [1, 8, 32], BN = 32 : [2, 8, 32], WARPS = 2 : [1, 2, 4], STAGES = 2 : 1..5 }
tile.kernel @mixed_sign_dot(%A: memref<?x?x?xi8>[Z, M, K], %B: memref<?x?x?xi8>[Z, K, N], %C: memref<?x?x?xi32>[Z, M, N])
    warps($WARPS) grid(%bn = ceildiv(N, $BN), %bm = ceildiv(M, $BM), %z = Z) {
  %zero = arith.constant dense<0> : tensor<$BMx$BNxi32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 16) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%z, %bm * $BM, %k * 16] : tensor<$BMx16xi8>
    %b = tile.load %B[%z, %k * 16, %bn * $BN] : tensor<16x$BNxi8>
    %signed = arith.extsi %a : tensor<$BMx16xi8> to tensor<$BMx16xi32>
    %unsigned = arith.extui %b : tensor<16x$BNxi8> to tensor<16x$BNxi32>
    %d = tile.dot %signed, %unsigned, %c
    tile.yield %d
  }
  tile.store %acc, %C[%z, %bm * $BM, %bn * $BN]
}
