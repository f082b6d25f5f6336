// C = A * W with weights of four bits, two in a byte: W[k, n] is a half of Q[n, k / 2], the lower one where k is even,
// a signed number, times S[n, k / G], the scale of its group along K, rounded to T. K, N and M are any; where K
// is odd the last half byte meets no A.
tile.params { BM = 64 : [16, 32, 64, 128], BN = 128 : [32, 64, 128, 256], BK = 64 : [32, 64, 128], BH = 32 : [16, 32, 64],
              G = 128 : [32, 64, 128, 256], WARPS = 4 : [2, 4, 8], T = f16 : [f16, bf16] }
  where (BK == 2 * BH, BK <= G, BM * BN <= 4096 * WARPS)
tile.kernel @gemm_int4(%A: memref<?x?x$T>[M, K], %Q: memref<?x?xi8>[N, K2], %S: memref<?x?x$T>[N, KG],
                       %C: memref<?x?x$T>[M, N]) warps($WARPS) grid(%bm = ceildiv(M, $BM), %bn = ceildiv(N, $BN))
    assume(K2 == ceildiv(K, 2), KG == ceildiv(K, $G)) {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %four = arith.constant dense<4> : tensor<$BNx$BHxi8>
  %q0 = tile.load %Q[%bn * $BN, 0] : tensor<$BNx$BHxi8>
  %s0 = tile.load %S[%bn * $BN, 0] : tensor<$BNx1x$T>
  %acc, %q1, %s1 = tile.pipelined %k = 0 to ceildiv(K, $BK) stages(2) iter_args(%c = %zero, %q = %q0, %s = %s0) {
    %a = tile.load %A[%bm * $BM, %k * $BK] : tensor<$BMx$BKx$T>
    %next_q = tile.load %Q[%bn * $BN, (%k + 1) * $BH] : tensor<$BNx$BHxi8> // on its way during this step
    %next_s = tile.load %S[%bn * $BN, floordiv((%k + 1) * $BK, $G)] : tensor<$BNx1x$T>
    %up = arith.shli %q, %four : tensor<$BNx$BHxi8>
    %low = arith.shrsi %up, %four : tensor<$BNx$BHxi8> // with its sign
    %high = arith.shrsi %q, %four : tensor<$BNx$BHxi8>
    %pairs = tile.join %low, %high : tensor<$BNx$BHxi8> to tensor<$BNx$BHx2xi8>
    %n = tile.reshape %pairs : tensor<$BNx$BHx2xi8> to tensor<$BNx$BKxi8>
    %w = tile.compute (%n to $T) * %s
    %b = tile.trans %w : tensor<$BNx$BKx$T> to tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d, %next_q, %next_s
  }
  %out = tile.compute %acc to $T
  tile.store %out, %C[%bm * $BM, %bn * $BN]
}
