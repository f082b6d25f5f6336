// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=70 --dim N=40 --dim K=50 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=64 --dim K=64 --param T=bf16 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=130 N=40 K=200
// SHAPE: M=64 N=64 K=64

// An accumulator that meets tiles loaded from memory, a row and a column.
tile.params { T = f16 : [f16, bf16], WARPS = 4 : [2, 4, 8], STAGES = 2 : 1..5, SPECIALIZE = false : [false, true], SWIZZLE = 128 : [0, 32, 64, 128] }
tile.kernel @dot_epilogue(%A: memref<?x?x$T>[M, K], %B: memref<?x?x$T>[K, N], %R: memref<?x?x$T>[M, N], %scale: memref<?xf32>[M], %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, 64), %bn = ceildiv(N, 32)) attributes {tile.specialize = $SPECIALIZE, tile.swizzle = $SWIZZLE : i64} {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 32) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * 64, %k * 32] : tensor<64x32x$T>
    %b = tile.load %B[%k * 32, %bn * 32] : tensor<32x32x$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %r = tile.load %R[%bm * 64, %bn * 32] : tensor<64x32x$T>
  %rw = arith.extf %r : tensor<64x32x$T> to tensor<64x32xf32>
  %s = tile.load %scale[%bm * 64] : tensor<64xf32>
  %s1 = tile.expand_dims %s axis 1 : tensor<64xf32> to tensor<64x1xf32>
  %ss = tile.broadcast %s1 : tensor<64x1xf32> to tensor<64x32xf32>
  %x = arith.mulf %acc, %ss : tensor<64x32xf32>
  %y = arith.addf %x, %rw : tensor<64x32xf32>
  tile.store %y, %C[%bm * 64, %bn * 32]
}
