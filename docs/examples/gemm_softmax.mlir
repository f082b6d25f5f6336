// C = softmax of the rows of A * B, for rows of at most BN elements, so that a block has whole ones: no product goes to
// memory. M, K and N <= BN are any.
tile.params { BM = 64 : [16, 32, 64, 128], BN = 128 : [16, 32, 64, 128, 256, 512], BK = 64 : [16, 32, 64, 128], WARPS = 4 : [1, 2, 4, 8],
              STAGES = 2 : 1..12, MULTICAST = 1 : [1, 2], T = f16 : [f16, bf16], TB = false : [false, true] }
  where (BM * BN <= 8192 * WARPS, BM * BN >= 128 * WARPS)
tile.kernel @gemm_softmax(%A: memref<?x?x$T>[M, K], %B: memref<?x?x$T>[K, N] transposed($TB), %C: memref<?x?x$T>[M, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM)) assume(N <= $BN) attributes {tile.multicast = $MULTICAST} {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %s = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%i * $BM, %k * $BK] : tensor<$BMx$BKx$T>
    %b = tile.load %B[%k * $BK, 0] : tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %column = tile.iota axis 1 : tensor<1x$BNxindex>
  %x = tile.compute select(%column < N, %s, -inf)
  %m = tile.reduce arith.maximumf %x axis 1
  %p = tile.compute exp2((%x - %m axis 1) * 1.44269504) fastmath<afn>
  %l = tile.reduce arith.addf %p axis 1
  %y = tile.compute %p * (1.0 / %l) axis 1 to $T fastmath<arcp>
  tile.store %y, %C[%i * $BM, 0]
}
