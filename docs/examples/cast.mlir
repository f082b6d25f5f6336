// B = A rounded to a type of 16 bits, row by row as in copy.mlir.
tile.params { BM = 16 : [8, 16, 32], BN = 128 : [32, 64, 128, 256], WARPS = 4 : [1, 2, 4, 8],
              T = f16 : [f16, bf16] }
tile.kernel @cast(%A: memref<?x?xf32, strided<[?, 1]>>[M, N], %B: memref<?x?x$T, strided<[?, 1]>>[M, N])
    warps($WARPS) grid(%j = ceildiv(N, $BN), %i = ceildiv(M, $BM)) {
  %a = tile.load %A[%i * $BM, %j * $BN] : tensor<$BMx$BNxf32>
  %b = arith.truncf %a : tensor<$BMx$BNxf32> to tensor<$BMx$BNx$T>
  tile.store %b, %B[%i * $BM, %j * $BN]
}
