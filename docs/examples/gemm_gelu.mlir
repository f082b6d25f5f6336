// C = gelu(A * B + bias) + R: a matrix product whose epilogue adds a row, applies GELU (with tanh) and adds a residual, in f32.
tile.params { BM = 128 : [64, 128, 192, 256], BN = 256 : [64, 128, 192, 256], BK = 64 : [32, 64, 128], WARPS = 8 : [4, 8, 12],
              STAGES = 3 : 1..6, T = f16 : [f16, bf16], TA = false : [false, true], TB = false : [false, true] }
  where (BM * BN <= 8192 * WARPS)
tile.kernel @gemm_gelu(%A: memref<?x?x$T>[M, K] transposed($TA), %B: memref<?x?x$T>[K, N] transposed($TB),
                       %bias: memref<?x$T>[N], %R: memref<?x?x$T>[M, N], %C: memref<?x?x$T>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, $BM), %bn = ceildiv(N, $BN)) {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * $BM, %k * $BK] : tensor<$BMx$BKx$T>
    %b = tile.load %B[%k * $BK, %bn * $BN] : tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %row = tile.load %bias[%bn * $BN] : tensor<$BNx$T>
  %x = tile.compute %acc + (%row to f32) axis 0
  %u = tile.compute tanh(%x * (0.797884561 + 0.0356774081 * %x * %x)) fastmath<afn>
  %gelu = tile.compute 0.5 * %x * (1.0 + %u)
  %residual = tile.load %R[%bm * $BM, %bn * $BN] : tensor<$BMx$BNx$T>
  %out = tile.compute %gelu + (%residual to f32) to $T
  tile.store %out, %C[%bm * $BM, %bn * $BN]
}
