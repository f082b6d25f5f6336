// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim Z=2 --dim M=33 --dim N=40 --dim K=50 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim Z=1 --dim M=32 --dim N=32 --dim K=32 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: Z=2 M=33 N=40 K=50
// SHAPE: Z=1 M=32 N=32 K=32

// Operands of different types, brought to one before the product; batches by a third grid index.
tile.params { BM = 32 : [16, 32, 64], BN = 32 : [8, 32, 64], BK = 16 : [16, 32], WARPS = 2 : [1, 2, 4, 8], T = i8 : [i8, i16, i32],
              STAGES = 3 : 1..5, SPECIALIZE = false : [false, true], SWIZZLE = 128 : [0, 32, 64, 128] }
tile.kernel @mixed_dot(%A: memref<?x?x?xbf16>[Z, M, K], %B: memref<?x?x?x$T>[Z, K, N], %C: memref<?x?x?xf32>[Z, M, N])
    warps($WARPS) grid(%bn = ceildiv(N, $BN), %bm = ceildiv(M, $BM), %z = Z)
    attributes {tile.specialize = $SPECIALIZE, tile.swizzle = $SWIZZLE : i64} {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%z, %bm * $BM, %k * $BK] : tensor<$BMx$BKxbf16>
    %i = tile.load %B[%z, %k * $BK, %bn * $BN] : tensor<$BKx$BNx$T>
    %b = arith.sitofp %i : tensor<$BKx$BNx$T> to tensor<$BKx$BNxbf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%z, %bm * $BM, %bn * $BN]
}
