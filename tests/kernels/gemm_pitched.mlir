// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=65 --dim N=70 --dim K=40 --pitch A=41 --pitch B=71 --pitch C=71 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=72 --dim K=40 --pitch A=48 --pitch B=80 --pitch C=80 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// The product of docs/examples/gemm.mlir of matrices whose rows are any number of elements apart.
tile.params { BM = 128 : [64, 128, 256], BN = 128 : [64, 128, 256], BK = 64 : [32, 64], WARPS = 4 : [4, 8], STAGES = 2 : 1..6,
              T = f16 : [f16, bf16] }
  where (BM * BN <= 8192 * WARPS)
tile.kernel @gemm_pitched(%A: memref<?x?x$T, strided<[?, 1]>>[M, K], %B: memref<?x?x$T, strided<[?, 1]>>[K, N],
                          %C: memref<?x?x$T, strided<[?, 1]>>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, $BM), %bn = ceildiv(N, $BN)) {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * $BM, %k * $BK] : tensor<$BMx$BKx$T>
    %b = tile.load %B[%k * $BK, %bn * $BN] : tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %out = arith.truncf %acc : tensor<$BMx$BNxf32> to tensor<$BMx$BNx$T>
  tile.store %out, %C[%bm * $BM, %bn * $BN]
}
