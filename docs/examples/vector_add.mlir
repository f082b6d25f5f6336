// C = A + B for vectors of any length, one block of threads for BLOCK elements.
tile.params { BLOCK = 1024 : [256, 512, 1024, 2048, 4096], WARPS = 4 : [1, 2, 4, 8],
              T = f32 : [f16, bf16, f32, f64] }
tile.kernel @vector_add(%A: memref<?x$T>[N], %B: memref<?x$T>[N], %C: memref<?x$T>[N])
    warps($WARPS) grid(%b = ceildiv(N, $BLOCK)) {
  %a = tile.load %A[%b * $BLOCK] : tensor<$BLOCKx$T>
  %x = tile.load %B[%b * $BLOCK] : tensor<$BLOCKx$T>
  %sum = arith.addf %a, %x : tensor<$BLOCKx$T>
  tile.store %sum, %C[%b * $BLOCK]
}
