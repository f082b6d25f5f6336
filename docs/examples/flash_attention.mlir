// O = softmax(scale * Q * K^T) * V for each head, and L, the logarithm of the sum that softmax divides by (natural, of
// scaled products). Heads of queries share those of keys and values in groups: HQ is a multiple of HKV. Sequences have
// any lengths. With CAUSAL, query i sees the keys up to i + shift: a shift of 0 is the upper left triangle (PyTorch's
// is_causal), SK - SQ the lower right one. A query that sees no key gives zeros, and minus infinity in L. scale > 0.
tile.params { D = 64 : [64, 128, 256], BM = 64 : [16, 32, 64, 128], BN = 64 : [16, 32, 64, 128], WARPS = 4 : [1, 2, 4, 8],
              T = f16 : [f16, bf16], CAUSAL = false : [false, true] } where (BM >= 16 * WARPS)
!queries = tensor<$BMx$Dx$T>
!keys = tensor<$BNx$Dx$T>
!scores = tensor<$BMx$BNxf32>
!out = tensor<$BMx$Dxf32>
!rows = tensor<$BMxf32>
tile.kernel @flash_attention(%Q: memref<?x?x?x$Dx$T>[B, HQ, SQ, ?], %K: memref<?x?x?x$Dx$T>[B, HKV, SK, ?],
                             %V: memref<?x?x?x$Dx$T>[B, HKV, SK, ?], %scale: f32, %shift: index,
                             %O: memref<?x?x?x$Dx$T>[B, HQ, SQ, ?], %L: memref<?x?x?xf32>[B, HQ, SQ])
    warps($WARPS) grid(%i = ceildiv(SQ, $BM), %h = HQ, %b = B) {
  %none = arith.constant 0xFF800000 : f32
  %low = arith.constant dense<-1.0e+30> : !rows // of minus infinity the difference to itself would be NaN
  %zero = arith.constant dense<0.0> : !rows
  %no_score = arith.constant dense<0.0> : !scores
  %nothing = arith.constant dense<0.0> : !out
  %log2e = arith.constant 1.44269504 : f32
  %factor = arith.mulf %scale, %log2e : f32 // powers of two are cheaper
  %factors = tile.splat %factor : f32 to !scores
  %factor_rows = tile.splat %factor : f32 to !rows
  %group = tile.index floordiv(%h * HKV, HQ)
  %keys = tile.index SK
  %causal = arith.constant $CAUSAL
  %diagonal = tile.index %i * $BM + %shift + 1
  %first = arith.select %causal, %diagonal, %keys : index // how many keys the first row sees
  %q = tile.load %Q[%b, %h, %i * $BM, 0] : !queries
  %o, %max, %sum = tile.pipelined %j = 0 to ceildiv(min(SK, %first + $BM - 1), $BN) stages(2)
      iter_args(%o0 = %nothing, %m0 = %low, %l0 = %zero) {
    %k = tile.load %K[%b, %group, %j * $BN, 0] : !keys
    %kt = tile.trans %k : !keys to tensor<$Dx$BNx$T>
    %v = tile.load %V[%b, %group, %j * $BN, 0] : !keys
    %s = tile.dot %q, %kt, %no_score
    %end = tile.index (%j + 1) * $BN
    %seen = tile.index min(SK, %first)
    %cut = arith.cmpi sgt, %end, %seen : index
    %x = scf.if %cut -> (!scores) {
      %masked = tile.map %s (%r, %c, %e) : !scores {
        %n = tile.index min(SK, %first + %r) - %j * $BN
        %in = arith.cmpi slt, %c, %n : index
        %y = arith.select %in, %e, %none : f32
        tile.yield %y
      }
      scf.yield %masked : !scores
    } else {
      scf.yield %s : !scores
    }
    %top = tile.reduce arith.maximumf %x axis 1
    %scaled = arith.mulf %top, %factor_rows : !rows
    %m = arith.maximumf %m0, %scaled : !rows
    %negative = arith.negf %m : !rows
    %nb = tile.broadcast %negative axis 1 : !rows to !scores
    %d = math.fma %x, %factors, %nb : !scores
    %p = math.exp2 %d fastmath<afn> : !scores
    %less = arith.subf %m0, %m : !rows
    %a = math.exp2 %less fastmath<afn> : !rows
    %ps = tile.reduce arith.addf %p axis 1
    %l = math.fma %l0, %a, %ps : !rows
    %ab = tile.broadcast %a axis 1 : !rows to !out
    %o1 = arith.mulf %o0, %ab : !out
    %h1 = arith.truncf %p : !scores to tensor<$BMx$BNx$T>
    %o2 = tile.dot %h1, %v, %o1
    tile.yield %o2, %m, %l
  }
  %tiny = arith.constant dense<1.0e-30> : !rows // zero divided by it is zero
  %safe = arith.maximumf %sum, %tiny : !rows
  %sb = tile.broadcast %safe axis 1 : !rows to !out
  %r = arith.divf %o, %sb : !out
  %rt = arith.truncf %r : !out to !queries
  tile.store %rt, %O[%b, %h, %i * $BM, 0]
  %lg = math.log2 %sum : !rows
  %ls = arith.addf %max, %lg : !rows
  %ln2 = arith.constant dense<0.693147181> : !rows
  %ll = arith.mulf %ls, %ln2 : !rows
  tile.store %ll, %L[%b, %h, %i * $BM]
}
