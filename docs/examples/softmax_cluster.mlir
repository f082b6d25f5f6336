// Y = softmax(X) along long rows, each in the registers of a cluster of blocks and read once. Every block takes the powers
// of its part by the part's own maximum; then the blocks exchange one maximum and one sum each.
tile.params { PART = 16384 : [32, 256, 4096, 8192, 16384, 32768], CLUSTER = 8 : [1, 2, 4, 8], BN = 131072 : 1..131072,
              WARPS = 8 : [1, 2, 4, 8, 16], BLOCKS = 3 : 0..32, T = f16 : [f16, bf16] } where (BN == PART * CLUSTER)
#parts = #tile.blocked<per_thread = [1, 8], lanes = [1, 32], warps = [$CLUSTER, $WARPS], order = [1, 0]>
// The numbers of the blocks lie in lanes, not in the registers of one: all eight pairs would be 16 of them.
#spread = #tile.blocked<per_thread = [1, 1], lanes = [32, 1], warps = [$CLUSTER, $WARPS], order = [1, 0]>
tile.kernel @softmax_cluster(%X: memref<?x?x$T>[M, N], %Y: memref<?x?x$T>[M, N]) warps($WARPS) cluster($CLUSTER)
    grid(%i = M) assume(N <= $BN) attributes {simt.min_blocks = $BLOCKS} {
  %none = tile.compute -inf to $T
  %lowest = arith.constant dense<0xFF7FFFFF> : tensor<$CLUSTERxf32> // instead of -inf, whose difference to itself is NaN
  %row = tile.load %X[%i, 0] pad(%none) : tensor<$BNx$T>
  %x = tile.reshape %row {tile.layout = #parts} : tensor<$BNx$T> to tensor<$CLUSTERx$PARTx$T>
  %high = tile.reduce arith.maximumf %x axis 1
  %m = tile.compute max(%lowest, (%high to f32))
  %e = tile.compute exp((%x to f32) - %m axis 1) fastmath<afn>
  %s = tile.reduce arith.addf %e axis 1
  %maxima = tile.expand_dims %m axis 1 {tile.layout = #spread} : tensor<$CLUSTERxf32> to tensor<$CLUSTERx1xf32>
  %parts = tile.expand_dims %s axis 1 {tile.layout = #spread} : tensor<$CLUSTERxf32> to tensor<$CLUSTERx1xf32>
  %max, %sum = tile.reduce %maxima, %parts axis 0 (%m0, %s0, %m1, %s1) {
    %n = tile.compute max(%m0, %m1)
    %t = tile.compute %s0 * exp(%m0 - %n) + %s1 * exp(%m1 - %n) fastmath<afn>
    tile.yield %n, %t
  }
  %maxes = tile.broadcast %max : tensor<1xf32> to tensor<$CLUSTERxf32>
  %sums = tile.broadcast %sum : tensor<1xf32> to tensor<$CLUSTERxf32>
  %scale = tile.compute exp(%m - %maxes) / %sums fastmath<arcp, afn>
  %y = tile.compute %e * %scale axis 1 to $T
  %line = tile.reshape %y : tensor<$CLUSTERx$PARTx$T> to tensor<$BNx$T>
  tile.store %line, %Y[%i, 0]
}
