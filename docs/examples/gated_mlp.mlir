// C = silu(A * B1) * (A * B2), the first half of a gated MLP: two products that share an operand, in one loop.
tile.params { BM = 128 : [64, 128, 192, 256], BN = 128 : [32, 64, 96, 128], BK = 64 : [32, 64, 128], WARPS = 8 : [4, 8, 12],
              STAGES = 3 : 1..6, T = f16 : [f16, bf16], TA = false : [false, true], TB = false : [false, true] }
  where (BM * BN <= 4096 * WARPS)
tile.kernel @gated_mlp(%A: memref<?x?x$T>[M, K] transposed($TA), %B1: memref<?x?x$T>[K, N] transposed($TB),
                       %B2: memref<?x?x$T>[K, N] transposed($TB), %C: memref<?x?x$T>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, $BM), %bn = ceildiv(N, $BN)) {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %x, %y = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c1 = %zero, %c2 = %zero) {
    %a = tile.load %A[%bm * $BM, %k * $BK] : tensor<$BMx$BKx$T>
    %b1 = tile.load %B1[%k * $BK, %bn * $BN] : tensor<$BKx$BNx$T>
    %b2 = tile.load %B2[%k * $BK, %bn * $BN] : tensor<$BKx$BNx$T>
    %d1 = tile.dot %a, %b1, %c1
    %d2 = tile.dot %a, %b2, %c2
    tile.yield %d1, %d2
  }
  %out = tile.compute %x / (1.0 + exp(-%x)) * %y to $T fastmath<arcp, afn>
  tile.store %out, %C[%bm * $BM, %bn * $BN]
}
