// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=5 --dim N=7 --dim K=33 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=8 --dim K=32 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=5 N=7 K=33
// SHAPE: M=64 N=8 K=32

// Products smaller than any tensor-core instruction.
tile.params { BM = 2 : [1, 2, 8, 64], BN = 4 : [2, 4, 8], BK = 32 : [4, 8, 16, 32], WARPS = 1 : [1, 2, 4], T = f16 : [f16, bf16, f32, f64] }
tile.kernel @dot_tiny(%A: memref<?x?x$T>[M, K], %B: memref<?x?x$T>[K, N], %C: memref<?x?xf64>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, $BM), %bn = ceildiv(N, $BN)) {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf64>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * $BM, %k * $BK] : tensor<$BMx$BKx$T>
    %b = tile.load %B[%k * $BK, %bn * $BN] : tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%bm * $BM, %bn * $BN]
}
