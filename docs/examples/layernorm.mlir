// Y = (X - mean) / sqrt(variance + eps) * W + B along rows of any length. The first part of a row, BN columns, is read
// once and stays in registers, which may be all of it; others are read three times. Deviations are summed when the mean
// is known, so a row far from zero loses nothing.
tile.params { BM = 1 : [1, 2, 4, 8, 16, 32, 64], BN = 8192 : [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 131072],
              WARPS = 8 : [1, 2, 4, 8, 16], CLUSTER = 1 : [1, 2, 4, 8], T = f16 : [f16, bf16] }
!part = tensor<$BMx$BNx$T>
!wide = tensor<$BMx$BNxf32>
!column = tensor<$BMx1xf32>
!rows = tensor<$BMxf32>
tile.kernel @layernorm(%X: memref<?x?x$T>[M, N], %W: memref<?x$T>[N], %B: memref<?x$T>[N], %eps: f32,
                       %Y: memref<?x?x$T>[M, N]) warps($WARPS) cluster($CLUSTER) grid(%i = ceildiv(M, $BM)) {
  %zero = arith.constant dense<0.0> : !rows
  %none = arith.constant dense<0.0> : !wide
  %n = tile.dim N
  %ni = arith.index_cast %n : index to i32
  %nf = arith.sitofp %ni : i32 to f32
  %one = arith.constant 1.0 : f32
  %inverse = arith.divf %one, %nf : f32
  %share = tile.splat %inverse : f32 to !rows
  %first = tile.load %X[%i * $BM, 0] : !part
  %end, %sum = tile.pipelined %k = 1 to ceildiv(N, $BN) + 1 iter_args(%x = %first, %s = %zero) {
    %w = arith.extf %x : !part to !wide
    %t = tile.reduce arith.addf %w axis 1
    %u = arith.addf %s, %t : !rows
    %next = tile.load %X[%i * $BM, %k * $BN] : !part
    tile.yield %next, %u
  }
  %mean = arith.mulf %sum, %share : !rows
  %mc = tile.expand_dims %mean axis 1 : !rows to !column
  %mb = tile.broadcast %mc : !column to !wide
  %width = arith.constant $BN : i32
  %end2, %squares, %end3 = tile.pipelined %k = 1 to ceildiv(N, $BN) + 1 iter_args(%x = %first, %s = %zero, %left = %ni) {
    %w = arith.extf %x : !part to !wide
    %d = arith.subf %w, %mb : !wide
    %q = arith.mulf %d, %d : !wide
    %whole = arith.cmpi sge, %left, %width : i32
    %p = scf.if %whole -> (!wide) {
      scf.yield %q : !wide
    } else {
      %number = tile.iota axis 0 : tensor<$BNxi32>
      %lb = tile.splat %left : i32 to tensor<$BNxi32>
      %inside = arith.cmpi slt, %number, %lb : tensor<$BNxi32>
      %mask = tile.broadcast %inside : tensor<$BNxi1> to tensor<$BMx$BNxi1>
      %in = arith.select %mask, %q, %none : tensor<$BMx$BNxi1>, !wide
      scf.yield %in : !wide
    }
    %t = tile.reduce arith.addf %p axis 1
    %u = arith.addf %s, %t : !rows
    %rest = arith.subi %left, %width : i32
    %next = tile.load %X[%i * $BM, %k * $BN] : !part
    tile.yield %next, %u, %rest
  }
  %var = arith.mulf %squares, %share : !rows
  %epsilon = tile.splat %eps : f32 to !rows
  %v = arith.addf %var, %epsilon : !rows
  %f = math.rsqrt %v : !rows
  %fc = tile.expand_dims %f axis 1 : !rows to !column
  %fb = tile.broadcast %fc : !column to !wide
  %last = tile.pipelined %k = 0 to ceildiv(N, $BN) iter_args(%x = %first) {
    %g = tile.load %W[%k * $BN] : tensor<$BNx$T>
    %gw = arith.extf %g : tensor<$BNx$T> to tensor<$BNxf32>
    %gb = tile.broadcast %gw : tensor<$BNxf32> to !wide
    %o = tile.load %B[%k * $BN] : tensor<$BNx$T>
    %ow = arith.extf %o : tensor<$BNx$T> to tensor<$BNxf32>
    %ob = tile.broadcast %ow : tensor<$BNxf32> to !wide
    %w = arith.extf %x : !part to !wide
    %d = arith.subf %w, %mb : !wide
    %z = arith.mulf %d, %fb : !wide
    %y = math.fma %z, %gb, %ob : !wide
    %out = arith.truncf %y : !wide to !part
    tile.store %out, %Y[%i * $BM, %k * $BN]
    %next = tile.load %X[%i * $BM, (%k + 1) * $BN] : !part
    tile.yield %next
  }
}
