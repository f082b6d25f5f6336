// Y = X / sqrt(mean of X^2 along the row + eps) * W, for rows of any length. The first BN columns of a row are read once
// and stay in registers, which may be all of it; what is behind them is read twice.
tile.params { BM = 1 : [1, 2, 4, 8, 16, 32, 64], BN = 8192 : [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 131072],
              WARPS = 8 : [1, 2, 4, 8, 16], CLUSTER = 1 : [1, 2, 4, 8], BLOCKS = 0 : 0..32, T = f16 : [f16, bf16] }
tile.kernel @rmsnorm(%X: memref<?x?x$T>[M, N], %W: memref<?x$T>[N], %eps: f32, %Y: memref<?x?x$T>[M, N])
    warps($WARPS) cluster($CLUSTER) grid(%i = ceildiv(M, $BM)) attributes {simt.min_blocks = $BLOCKS} {
  %zero = arith.constant dense<0.0> : tensor<$BMxf32>
  %first = tile.load %X[%i * $BM, 0] : tensor<$BMx$BNx$T>
  %end, %sum = tile.pipelined %k = 1 to ceildiv(N, $BN) + 1 iter_args(%x = %first, %s = %zero) {
    %squares = tile.compute (%x to f32) * (%x to f32)
    %t = tile.reduce arith.addf %squares axis 1
    %u = tile.compute %s + %t
    %next = tile.load %X[%i * $BM, %k * $BN] : tensor<$BMx$BNx$T>
    tile.yield %next, %u
  }
  %share = tile.compute 1.0 / ((N to i32) to f32)
  %scale = tile.compute rsqrt(%sum * %share + %eps)
  %last = tile.pipelined %k = 0 to ceildiv(N, $BN) iter_args(%x = %first) {
    %w = tile.load %W[%k * $BN] : tensor<$BNx$T>
    %y = tile.compute (%x to f32) * %scale axis 1 * (%w to f32) axis 0 to $T
    tile.store %y, %Y[%i * $BM, %k * $BN]
    %next = tile.load %X[%i * $BM, (%k + 1) * $BN] : tensor<$BMx$BNx$T>
    tile.yield %next
  }
}
