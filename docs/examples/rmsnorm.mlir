// Y = X / sqrt(mean of X^2 along the row + eps) * W, for rows of any length. The first BN columns of a row are read once
// and stay in registers, which may be all of it; what is behind them is read twice.
tile.params { BM = 1 : [1, 2, 4, 8, 16, 32, 64], BN = 8192 : [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 131072],
              WARPS = 8 : [1, 2, 4, 8, 16], CLUSTER = 1 : [1, 2, 4, 8], T = f16 : [f16, bf16] }
!part = tensor<$BMx$BNx$T>
!wide = tensor<$BMx$BNxf32>
!column = tensor<$BMx1xf32>
!rows = tensor<$BMxf32>
tile.kernel @rmsnorm(%X: memref<?x?x$T>[M, N], %W: memref<?x$T>[N], %eps: f32, %Y: memref<?x?x$T>[M, N])
    warps($WARPS) cluster($CLUSTER) grid(%i = ceildiv(M, $BM)) {
  %zero = arith.constant dense<0.0> : !rows
  %first = tile.load %X[%i * $BM, 0] : !part
  %end, %sum = tile.pipelined %k = 0 to ceildiv(N, $BN) iter_args(%x = %first, %s = %zero) {
    %w = arith.extf %x : !part to !wide
    %squares = arith.mulf %w, %w : !wide
    %t = tile.reduce arith.addf %squares axis 1
    %u = arith.addf %s, %t : !rows
    %next = tile.load %X[%i * $BM, (%k + 1) * $BN] : !part
    tile.yield %next, %u
  }
  %n = tile.dim N
  %ni = arith.index_cast %n : index to i32
  %nf = arith.sitofp %ni : i32 to f32
  %one = arith.constant 1.0 : f32
  %inverse = arith.divf %one, %nf : f32
  %share = tile.splat %inverse : f32 to !rows
  %epsilon = tile.splat %eps : f32 to !rows
  %mean = arith.mulf %sum, %share : !rows
  %v = arith.addf %mean, %epsilon : !rows
  %f = math.rsqrt %v : !rows
  %fc = tile.expand_dims %f axis 1 : !rows to !column
  %fb = tile.broadcast %fc : !column to !wide
  %last = tile.pipelined %k = 0 to ceildiv(N, $BN) iter_args(%x = %first) {
    %g = tile.load %W[%k * $BN] : tensor<$BNx$T>
    %gw = arith.extf %g : tensor<$BNx$T> to tensor<$BNxf32>
    %gb = tile.broadcast %gw : tensor<$BNxf32> to !wide
    %w = arith.extf %x : !part to !wide
    %scaled = arith.mulf %w, %fb : !wide
    %y = arith.mulf %scaled, %gb : !wide
    %out = arith.truncf %y : !wide to !part
    tile.store %out, %Y[%i * $BM, %k * $BN]
    %next = tile.load %X[%i * $BM, (%k + 1) * $BN] : !part
    tile.yield %next
  }
}
