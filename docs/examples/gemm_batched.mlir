// C[i] = A[i] * B[i] for a batch of matrices of any extents; tiles take the trailing two dimensions.
tile.params { BM = 128 : [64, 128, 192, 256], BN = 256 : [64, 128, 192, 256], BK = 64 : [32, 64, 128], WARPS = 8 : [4, 8, 12],
              STAGES = 3 : 1..6, T = f16 : [f16, bf16] } where (BM * BN <= 8192 * WARPS)
tile.kernel @gemm_batched(%A: memref<?x?x?x$T>[L, M, K], %B: memref<?x?x?x$T>[L, K, N], %C: memref<?x?x?x$T>[L, M, N])
    warps($WARPS) grid(%bm = ceildiv(M, $BM), %bn = ceildiv(N, $BN), %l = L) {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%l, %bm * $BM, %k * $BK] : tensor<$BMx$BKx$T>
    %b = tile.load %B[%l, %k * $BK, %bn * $BN] : tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %out = arith.truncf %acc : tensor<$BMx$BNxf32> to tensor<$BMx$BNx$T>
  tile.store %out, %C[%l, %bm * $BM, %bn * $BN]
}
