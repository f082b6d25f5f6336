// C = A * B for matrices of any extents; TA and TB make A and B column-major.
tile.params { BM = 128 : [64, 128, 192, 256], BN = 256 : [64, 128, 192, 256], BK = 64 : [32, 64, 128], WARPS = 8 : [4, 8, 12],
              STAGES = 4 : 1..6, RASTER = 8 : [0, 4, 8, 16], SWIZZLE = 128 : [0, 32, 64, 128], MULTICAST = 1 : [1, 2],
              T = f16 : [f16, bf16], TA = false : [false, true], TB = false : [false, true] }
  where (BM * BN <= 8192 * WARPS)
tile.kernel @gemm(%A: memref<?x?x$T>[M, K] transposed($TA), %B: memref<?x?x$T>[K, N] transposed($TB), %C: memref<?x?x$T>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, $BM), %bn = ceildiv(N, $BN))
    attributes {tile.raster = $RASTER, tile.swizzle = $SWIZZLE, tile.multicast = $MULTICAST} {
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
