// Y = (X - mean) / sqrt(variance + eps) * W + B along rows of at most BN elements, which stay in registers. Deviations are
// summed when the mean is known, so a row far from zero loses nothing. (layernorm_long.mlir has rows of any length.)
tile.params { BM = 1 : [1, 2, 4, 8, 16, 32, 64], BN = 8192 : [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 131072],
              WARPS = 8 : [1, 2, 4, 8, 16], CLUSTER = 1 : [1, 2, 4, 8], BLOCKS = 0 : 0..32, T = f16 : [f16, bf16] }
tile.kernel @layernorm(%X: memref<?x?x$T>[M, N], %W: memref<?x$T>[N], %B: memref<?x$T>[N], %eps: f32,
                       %Y: memref<?x?x$T>[M, N]) warps($WARPS) cluster($CLUSTER) grid(%i = ceildiv(M, $BM)) assume(N <= $BN)
    attributes {simt.min_blocks = $BLOCKS} {
  %share = tile.compute 1.0 / ((N to i32) to f32)
  %w = tile.load %W[0] : tensor<$BNx$T>
  %b = tile.load %B[0] : tensor<$BNx$T>
  %x = tile.load %X[%i * $BM, 0] : tensor<$BMx$BNx$T>
  %f = tile.compute %x to f32
  %sum = tile.reduce arith.addf %f axis 1
  %mean = tile.compute %sum * %share
  %column = tile.iota axis 0 : tensor<$BNxi32>
  %end = tile.compute N to i32
  %d = tile.compute select((%column < %end) axis 0, %f - %mean axis 1, 0.0) // beyond the row nothing counts
  %q = tile.compute %d * %d
  %squares = tile.reduce arith.addf %q axis 1
  %scale = tile.compute rsqrt(%squares * %share + %eps)
  %y = tile.compute fma(%d * %scale axis 1, (%w to f32) axis 0, (%b to f32) axis 0) to $T
  tile.store %y, %Y[%i * $BM, 0]
}
