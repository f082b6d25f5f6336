// LayerNorm (layernorm.mlir) of rows of any length. The first part of a row, BN columns, is read once and stays in
// registers, which may be all of it; others are read three times. Deviations are summed when the mean is known, so a row
// far from zero loses nothing.
tile.params { BM = 1 : [1, 2, 4, 8, 16, 32, 64], BN = 8192 : [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 131072],
              WARPS = 8 : [1, 2, 4, 8, 16], CLUSTER = 1 : [1, 2, 4, 8], BLOCKS = 0 : 0..32, T = f16 : [f16, bf16] }
tile.kernel @layernorm_long(%X: memref<?x?x$T>[M, N], %W: memref<?x$T>[N], %B: memref<?x$T>[N], %eps: f32,
                       %Y: memref<?x?x$T>[M, N]) warps($WARPS) cluster($CLUSTER) grid(%i = ceildiv(M, $BM))
    attributes {simt.min_blocks = $BLOCKS} {
  %zero = arith.constant dense<0.0> : tensor<$BMxf32>
  %share = tile.compute 1.0 / ((N to i32) to f32)
  %first = tile.load %X[%i * $BM, 0] : tensor<$BMx$BNx$T>
  %end, %sum = tile.pipelined %k = 1 to ceildiv(N, $BN) + 1 iter_args(%x = %first, %s = %zero) {
    %w = tile.compute %x to f32
    %t = tile.reduce arith.addf %w axis 1
    %u = tile.compute %s + %t
    %next = tile.load %X[%i * $BM, %k * $BN] : tensor<$BMx$BNx$T>
    tile.yield %next, %u
  }
  %mean = tile.compute %sum * %share
  %end2, %squares = tile.pipelined %k = 1 to ceildiv(N, $BN) + 1 iter_args(%x = %first, %s = %zero) {
    %d = tile.compute (%x to f32) - %mean axis 1
    %q = tile.compute %d * %d
    %whole = tile.compute %k * $BN <= N
    %inside = scf.if %whole -> (tensor<$BMx$BNxf32>) { // beyond the row nothing counts
      scf.yield %q : tensor<$BMx$BNxf32>
    } else {
      %j = tile.iota axis 0 : tensor<$BNxi32>
      %left = tile.compute N - (%k - 1) * $BN to i32
      %some = tile.compute select((%j < %left) axis 0, %q, 0.0)
      scf.yield %some : tensor<$BMx$BNxf32>
    }
    %t = tile.reduce arith.addf %inside axis 1
    %u = tile.compute %s + %t
    %next = tile.load %X[%i * $BM, %k * $BN] : tensor<$BMx$BNx$T>
    tile.yield %next, %u
  }
  %scale = tile.compute rsqrt(%squares * %share + %eps)
  %last = tile.pipelined %k = 0 to ceildiv(N, $BN) iter_args(%x = %first) {
    %w = tile.load %W[%k * $BN] : tensor<$BNx$T>
    %b = tile.load %B[%k * $BN] : tensor<$BNx$T>
    %y = tile.compute fma(((%x to f32) - %mean axis 1) * %scale axis 1, (%w to f32) axis 0, (%b to f32) axis 0) to $T
    tile.store %y, %Y[%i * $BM, %k * $BN]
    %next = tile.load %X[%i * $BM, (%k + 1) * $BN] : tensor<$BMx$BNx$T>
    tile.yield %next
  }
}
