// C = softmax of the rows of A * B, for rows of at most BN elements, so that a block has whole ones: no product goes to
// memory. M, K and N <= BN are any.
tile.params { BM = 64 : [16, 32, 64, 128], BN = 128 : [16, 32, 64, 128, 256, 512], BK = 64 : [16, 32, 64], WARPS = 4 : [1, 2, 4, 8],
              T = f16 : [f16, bf16], TB = false : [false, true] } where (BM * BN <= 8192 * WARPS, BM * BN >= 128 * WARPS)
!scores = tensor<$BMx$BNxf32>
tile.kernel @gemm_softmax(%A: memref<?x?x$T>[M, K], %B: memref<?x?x$T>[K, N] transposed($TB), %C: memref<?x?x$T>[M, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM)) assume(N <= $BN) {
  %zero = arith.constant dense<0.0> : !scores
  %none = arith.constant 0xFF800000 : f32
  %n = tile.dim N
  %s = tile.pipelined %k = 0 to ceildiv(K, $BK) stages(2) iter_args(%c = %zero) {
    %a = tile.load %A[%i * $BM, %k * $BK] : tensor<$BMx$BKx$T>
    %b = tile.load %B[%k * $BK, 0] : tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %x = tile.map %s (%r, %c, %e) : !scores {
    %in = arith.cmpi slt, %c, %n : index
    %y = arith.select %in, %e, %none : f32
    tile.yield %y
  }
  %m = tile.reduce arith.maximumf %x axis 1
  %mb = tile.broadcast %m axis 1 : tensor<$BMxf32> to !scores
  %d = arith.subf %x, %mb : !scores
  %p = math.exp %d fastmath<afn> : !scores
  %l = tile.reduce arith.addf %p axis 1
  %lb = tile.broadcast %l axis 1 : tensor<$BMxf32> to !scores
  %y = arith.divf %p, %lb : !scores
  %out = arith.truncf %y : !scores to tensor<$BMx$BNx$T>
  tile.store %out, %C[%i * $BM, 0]
}
