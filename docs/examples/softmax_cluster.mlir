// Y = softmax(X) along long rows, each in the registers of a cluster of blocks and read once. Every block takes the powers
// of its part by the part's own maximum; then the blocks exchange one maximum and one sum each.
tile.params { PART = 16384 : [32, 256, 4096, 8192, 16384, 32768], CLUSTER = 8 : [1, 2, 4, 8], BN = 131072 : 1..131072,
              WARPS = 8 : [1, 2, 4, 8, 16], BLOCKS = 3 : 1..8, T = f16 : [f16, bf16] } where (BN == PART * CLUSTER)
#parts = #tile.blocked<per_thread = [1, 8], lanes = [1, 32], warps = [$CLUSTER, $WARPS], order = [1, 0]>
!part = tensor<$CLUSTERx$PARTx$T>
!wide = tensor<$CLUSTERx$PARTxf32>
!each = tensor<$CLUSTERxf32>
tile.kernel @softmax_cluster(%X: memref<?x?x$T>[M, N], %Y: memref<?x?x$T>[M, N]) warps($WARPS) cluster($CLUSTER)
    grid(%i = M) assume(N <= $BN) attributes {simt.min_blocks = $BLOCKS} {
  %inf = arith.constant 0xFF800000 : f32
  %none = arith.truncf %inf : f32 to $T
  %row = tile.load %X[%i, 0] pad(%none) : tensor<$BNx$T>
  %x = tile.reshape %row {tile.layout = #parts} : tensor<$BNx$T> to !part
  %h = tile.reduce arith.maximumf %x axis 1
  %hw = arith.extf %h : tensor<$CLUSTERx$T> to !each
  %lowest = arith.constant dense<0xFF7FFFFF> : !each // of minus infinity the difference to itself would be NaN
  %m = arith.maximumf %hw, %lowest : !each
  %mb = tile.broadcast %m axis 1 : !each to !wide
  %w = arith.extf %x : !part to !wide
  %d = arith.subf %w, %mb : !wide
  %e = math.exp %d fastmath<afn> : !wide
  %s = tile.reduce arith.addf %e axis 1
  %max, %sum = tile.reduce %m, %s axis 0 (%m0, %s0, %m1, %s1) {
    %n = arith.maximumf %m0, %m1 : f32
    %d0 = arith.subf %m0, %n : f32
    %d1 = arith.subf %m1, %n : f32
    %e0 = math.exp %d0 fastmath<afn> : f32
    %e1 = math.exp %d1 fastmath<afn> : f32
    %t0 = arith.mulf %s0, %e0 : f32
    %t1 = arith.mulf %s1, %e1 : f32
    %t = arith.addf %t0, %t1 : f32
    tile.yield %n, %t
  }
  %maxes = tile.broadcast %max : tensor<f32> to !each
  %sums = tile.broadcast %sum : tensor<f32> to !each
  %less = arith.subf %m, %maxes : !each
  %scale = math.exp %less fastmath<afn> : !each
  %f = arith.divf %scale, %sums fastmath<arcp, afn> : !each
  %fb = tile.broadcast %f axis 1 : !each to !wide
  %y = arith.mulf %e, %fb : !wide
  %out = arith.truncf %y : !wide to !part
  %line = tile.reshape %out : !part to tensor<$BNx$T>
  tile.store %line, %Y[%i, 0]
}
