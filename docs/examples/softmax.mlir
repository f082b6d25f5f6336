// Y = softmax(X) along rows of any length. Parts of a row, BN columns each, come from the last to the first, whose powers
// stay in registers: a row of one part is read once, others are read twice. All of minus infinity is NaN.
tile.params { BM = 1 : [1, 2, 4, 8, 16, 32, 64], BN = 8192 : [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 131072],
              WARPS = 8 : [1, 2, 4, 8, 16], CLUSTER = 1 : [1, 2, 4, 8], BLOCKS = 0 : 0..32, T = f16 : [f16, bf16] }
tile.kernel @softmax(%X: memref<?x?x$T>[M, N], %Y: memref<?x?x$T>[M, N]) warps($WARPS) cluster($CLUSTER)
    grid(%i = ceildiv(M, $BM)) attributes {simt.min_blocks = $BLOCKS} {
  %none = tile.compute -inf to $T
  %lowest = arith.constant dense<0xFF7FFFFF> : tensor<$BMxf32> // of minus infinity the difference to itself would be NaN
  %zero = arith.constant dense<0.0> : tensor<$BMxf32>
  %nothing = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %first, %max, %sum = tile.pipelined %k = 1 to ceildiv(N, $BN) + 1 iter_args(%p = %nothing, %m = %lowest, %s = %zero) {
    %x = tile.load %X[%i * $BM, (ceildiv(N, $BN) - %k) * $BN] pad(%none) : tensor<$BMx$BNx$T>
    %high = tile.reduce arith.maximumf %x axis 1
    %n = tile.compute max(%m, (%high to f32))
    %e = tile.compute exp((%x to f32) - %n axis 1) fastmath<afn>
    %t = tile.reduce arith.addf %e axis 1
    %u = tile.compute %s * exp(%m - %n) + %t fastmath<afn>
    tile.yield %e, %n, %u
  }
  %scale = tile.compute 1.0 / %sum fastmath<arcp, afn>
  %y = tile.compute %first * %scale axis 1 to $T
  tile.store %y, %Y[%i * $BM, 0]
  tile.pipelined %k = 1 to ceildiv(N, $BN) {
    %x = tile.load %X[%i * $BM, %k * $BN] pad(%none) : tensor<$BMx$BNx$T>
    %e = tile.compute exp((%x to f32) - %max axis 1) fastmath<afn>
    %z = tile.compute %e * %scale axis 1 to $T
    tile.store %z, %Y[%i * $BM, %k * $BN]
    tile.yield
  }
}
