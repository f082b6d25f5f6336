// O = softmax(scale * Q * K^T) * V for each head, and L, the logarithm of the sum that softmax divides by (natural, of
// scaled products). Heads of queries share those of keys and values in groups: HQ is a multiple of HKV. Sequences have
// any lengths. With CAUSAL, query i sees the keys up to i + shift: a shift of 0 is the upper left triangle (PyTorch's
// is_causal), SK - SQ the lower right one. A query that sees no key gives zeros, and minus infinity in L. scale > 0.
tile.params { D = 64 : [64, 128, 256], BM = 128 : [16, 32, 64, 128, 192], BN = 128 : [16, 32, 48, 64, 80, 96, 112, 128], WARPS = 8 : [1, 2, 4, 8, 12],
              T = f16 : [f16, bf16], CAUSAL = false : [false, true] }
  where (BM >= 16 * WARPS, BN * D <= 16384, BM * (BN + D) <= 5120 * WARPS)
!rows = tensor<$BMxf32>
tile.kernel @flash_attention(%Q: memref<?x?x?x$Dx$T>[B, HQ, SQ, ?], %K: memref<?x?x?x$Dx$T>[B, HKV, SK, ?],
                             %V: memref<?x?x?x$Dx$T>[B, HKV, SK, ?], %scale: f32, %shift: index,
                             %O: memref<?x?x?x$Dx$T>[B, HQ, SQ, ?], %L: memref<?x?x?xf32>[B, HQ, SQ])
    warps($WARPS) grid(%i = ceildiv(SQ, $BM), %h = HQ, %b = B) {
  %lowest = arith.constant dense<-1.0e+30> : !rows // of minus infinity the difference to itself would be NaN
  %zero = arith.constant dense<0.0> : !rows
  %no_score = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %no_out = arith.constant dense<0.0> : tensor<$BMx$Dxf32>
  %causal = arith.constant $CAUSAL
  %factor = tile.compute %scale * 1.44269504 // powers of two are cheaper than those of e
  %group = tile.compute floordiv(%h * HKV, HQ)
  %first = tile.compute select(%causal, %i * $BM + %shift + 1, SK) // how many keys the first row sees
  %q = tile.load %Q[%b, %h, %i * $BM, 0] : tensor<$BMx$Dx$T>
  %o, %max, %sum = tile.pipelined %j = 0 to ceildiv(min(SK, %first + $BM - 1), $BN) stages(2)
      iter_args(%o0 = %no_out, %m0 = %lowest, %l0 = %zero) {
    %k = tile.load %K[%b, %group, %j * $BN, 0] : tensor<$BNx$Dx$T>
    %v = tile.load %V[%b, %group, %j * $BN, 0] : tensor<$BNx$Dx$T>
    %kt = tile.trans %k : tensor<$BNx$Dx$T> to tensor<$Dx$BNx$T>
    %s = tile.dot %q, %kt, %no_score
    %cut = tile.compute (%j + 1) * $BN > min(SK, %first)
    %x = scf.if %cut -> tensor<$BMx$BNxf32> { // some row does not see all of these keys
      %masked = tile.map %s (%r, %c, %e) : tensor<$BMx$BNxf32> {
        %seen = tile.compute select(%c < min(SK, %first + %r) - %j * $BN, %e, -inf)
        tile.yield %seen
      }
      scf.yield %masked : tensor<$BMx$BNxf32>
    } else {
      scf.yield %s : tensor<$BMx$BNxf32>
    }
    %top = tile.reduce arith.maximumf %x axis 1
    %m = tile.compute max(%m0, %top * %factor)
    %p = tile.compute exp2(fma(%x, %factor, -%m axis 1)) fastmath<afn>
    %t = tile.reduce arith.addf %p axis 1
    %a = tile.compute exp2(%m0 - %m) fastmath<afn>
    %l = tile.compute fma(%l0, %a, %t)
    %scaled = tile.compute %o0 * %a axis 1
    %half = tile.compute %p to $T
    %o1 = tile.dot %half, %v, %scaled
    tile.yield %o1, %m, %l
  }
  %out = tile.compute %o * (1.0 / max(%sum, 1.0e-30)) axis 1 to $T fastmath<arcp>
  tile.store %out, %O[%b, %h, %i * $BM, 0]
  %log = tile.compute (%max + log2(%sum)) * 0.693147181
  tile.store %log, %L[%b, %h, %i * $BM]
}
