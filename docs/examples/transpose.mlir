// B = A transposed: rows of A are read, rows of B are written, and a tile goes from one to the other inside
// the block. Blocks that follow each other write next to each other in the same rows.
tile.params { BM = 128 : [16, 32, 64, 128], BN = 64 : [16, 32, 64, 128], WARPS = 8 : [1, 2, 4, 8],
              T = f16 : [f16, bf16, f32] } where (BM * BN <= 16384)
tile.kernel @transpose(%A: memref<?x?x$T, strided<[?, 1]>>[M, N], %B: memref<?x?x$T, strided<[?, 1]>>[N, M])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  %a = tile.load %A[%i * $BM, %j * $BN] : tensor<$BMx$BNx$T>
  %t = tile.trans %a : tensor<$BMx$BNx$T> to tensor<$BNx$BMx$T>
  tile.store %t, %B[%j * $BN, %i * $BM]
}
