// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=130 --dim N=250 --dim K=30 --param BM=128 --param BN=256 --param BK=32 --param WARPS=8 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=37 --dim N=13 --dim K=40 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=40 --dim N=128 --dim K=64 --param BM=32 --param BN=128 --param BK=64 --param TA=true | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=20 --dim N=20 --dim K=70 --param BM=32 --param BN=32 --param BK=128 --param WARPS=16 --param TB=true --param T=f32 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=130 N=16 K=30
// SHAPE: M=128 N=16 K=32

// A product whose rows become powers of two that add up to 1. Exact: exponents are small integers, so that sums of
// powers are exact in any order; one division an element.
tile.params { BM = 128 : [32, 64, 128], BN = 16 : [16, 32, 128, 256], BK = 32 : [32, 64, 128], WARPS = 8 : [4, 8, 16],
              T = f16 : [f16, bf16, f32], TA = false : [false, true], TB = false : [false, true],
              STAGES = 2 : 1..5, SPECIALIZE = false : [false, true], SWIZZLE = 128 : [0, 32, 64, 128] }
  where (BM * BN <= 4096 * WARPS, BM * BN >= 64 * WARPS, (BM + BN) * BK <= 40960)
tile.kernel @dot_softmax(%A: memref<?x?x$T>[M, K] transposed($TA), %B: memref<?x?x$T>[K, N] transposed($TB), %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM)) assume(N <= $BN)
    attributes {tile.specialize = $SPECIALIZE, tile.swizzle = $SWIZZLE : i64} {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %s = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%i * $BM, %k * $BK] : tensor<$BMx$BKx$T>
    %b = tile.load %B[%k * $BK, 0] : tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %column = tile.iota axis 1 : tensor<1x$BNxi32>
  %n = tile.compute N to i32
  %small = tile.compute max(min(roundeven(%s * 0.125), 4.0), -4.0)
  %x = tile.compute select(%column < %n, %small, -inf)
  %m = tile.reduce arith.maximumf %x axis 1
  %p = tile.compute exp2(%x - %m axis 1)
  %l = tile.reduce arith.addf %p axis 1
  %y = tile.compute %p / %l axis 1
  tile.store %y, %C[%i * $BM, 0]
}
