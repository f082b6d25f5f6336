// B = A, for matrices whose rows may be apart by a pitch of their own.
tile.params { BM = 16 : [8, 16, 32, 64], BN = 128 : [32, 64, 128, 256], WARPS = 4 : [1, 2, 4, 8],
              T = f16 : [f16, bf16, f32] }
tile.kernel @copy(%A: memref<?x?x$T, strided<[?, 1]>>[M, N], %B: memref<?x?x$T, strided<[?, 1]>>[M, N])
    warps($WARPS) grid(%j = ceildiv(N, $BN), %i = ceildiv(M, $BM)) {
  %a = tile.load %A[%i * $BM, %j * $BN] : tensor<$BMx$BNx$T>
  tile.store %a, %B[%i * $BM, %j * $BN]
}
