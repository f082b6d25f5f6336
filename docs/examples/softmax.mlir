// Y = softmax(X) along rows of any length. Parts of a row, BN columns each, come from the last to the first, whose powers
// stay in registers: a row of one part is read once, others are read twice. All of minus infinity is NaN.
tile.params { BM = 1 : [1, 2, 4, 8, 16, 32, 64], BN = 8192 : [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 131072],
              WARPS = 8 : [1, 2, 4, 8, 16], CLUSTER = 1 : [1, 2, 4, 8], T = f16 : [f16, bf16] }
!part = tensor<$BMx$BNx$T>
!wide = tensor<$BMx$BNxf32>
!column = tensor<$BMx1xf32>
!rows = tensor<$BMxf32>
tile.kernel @softmax(%X: memref<?x?x$T>[M, N], %Y: memref<?x?x$T>[M, N])
    warps($WARPS) cluster($CLUSTER) grid(%i = ceildiv(M, $BM)) {
  %inf = arith.constant 0xFF800000 : f32
  %none = arith.truncf %inf : f32 to $T
  %lowest = arith.constant dense<0xFF7FFFFF> : !rows // of minus infinity the difference to itself would be NaN
  %zero = arith.constant dense<0.0> : !rows
  %nothing = arith.constant dense<0.0> : !wide
  %first, %max, %sum = tile.pipelined %k = 1 to ceildiv(N, $BN) + 1 iter_args(%p = %nothing, %m = %lowest, %s = %zero) {
    %x = tile.load %X[%i * $BM, (ceildiv(N, $BN) - %k) * $BN] pad(%none) : !part
    %h = tile.reduce arith.maximumf %x axis 1
    %hw = arith.extf %h : tensor<$BMx$T> to !rows
    %n = arith.maximumf %m, %hw : !rows
    %nc = tile.expand_dims %n axis 1 : !rows to !column
    %nb = tile.broadcast %nc : !column to !wide
    %w = arith.extf %x : !part to !wide
    %d = arith.subf %w, %nb : !wide
    %e = math.exp %d fastmath<afn> : !wide
    %t = tile.reduce arith.addf %e axis 1
    %less = arith.subf %m, %n : !rows
    %scale = math.exp %less fastmath<afn> : !rows
    %scaled = arith.mulf %s, %scale : !rows
    %u = arith.addf %scaled, %t : !rows
    tile.yield %e, %n, %u
  }
  %one = arith.constant dense<1.0> : !rows
  %f = arith.divf %one, %sum fastmath<arcp, afn> : !rows
  %fc = tile.expand_dims %f axis 1 : !rows to !column
  %fb = tile.broadcast %fc : !column to !wide
  %y0 = arith.mulf %first, %fb : !wide
  %out0 = arith.truncf %y0 : !wide to !part
  tile.store %out0, %Y[%i * $BM, 0]
  %mc = tile.expand_dims %max axis 1 : !rows to !column
  %mb = tile.broadcast %mc : !column to !wide
  tile.pipelined %k = 1 to ceildiv(N, $BN) {
    %x = tile.load %X[%i * $BM, %k * $BN] pad(%none) : !part
    %w = arith.extf %x : !part to !wide
    %d = arith.subf %w, %mb : !wide
    %e = math.exp %d fastmath<afn> : !wide
    %y = arith.mulf %e, %fb : !wide
    %out = arith.truncf %y : !wide to !part
    tile.store %out, %Y[%i * $BM, %k * $BN]
    tile.yield
  }
}
