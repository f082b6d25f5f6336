// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=128 --dim N=256 --dim K=256 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=20 --dim N=40 --dim K=200 --param STEP=64 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=20 N=40 K=256
// SHAPE: M=16 N=32 K=100
//
// While sums are exact the interval makes no difference, bit for bit; otherwise it does, for it is honoured.
// RUN: tile-run %s --device=cpu --init=int --dim M=20 --dim N=40 --dim K=256 --param STEP=32 --print=C | grep %%C > %t.32
// RUN: tile-run %s --device=cpu --init=int --dim M=20 --dim N=40 --dim K=256 --param STEP=64 --print=C | grep %%C | cmp - %t.32
// RUN: tile-run %s --device=cpu --init=int --dim M=20 --dim N=40 --dim K=256 --param STEP=128 --print=C | grep %%C | cmp - %t.32
// RUN: tile-run %s --device=cpu --init=int --dim M=20 --dim N=40 --dim K=256 --param STEP=1024 --print=C | grep %%C | cmp - %t.32
// RUN: tile-run %s --device=cpu --init=normal --dim M=20 --dim N=40 --dim K=256 --param T=f16 --param STEP=32 --print=C | grep %%C > %t.n32
// RUN: tile-run %s --device=cpu --init=normal --dim M=20 --dim N=40 --dim K=256 --param T=f16 --param STEP=1024 --print=C | grep %%C > %t.never
// RUN: not cmp %t.n32 %t.never

// Products of eight bits whose sums go over to another accumulator each STEP of K, or never (STEP = 1024).
tile.params { BM = 16 : [16, 32, 64], BN = 32 : [16, 32], STEP = 32 : [32, 64, 128, 1024], WARPS = 2 : [1, 2, 4, 8],
              T = f8E4M3FN : [f8E5M2, f8E4M3FN, f16],
              STAGES = 2 : 1..5, SPECIALIZE = false : [false, true], SWIZZLE = 128 : [0, 32, 64, 128] }
tile.kernel @dot_partial(%A: memref<?x?x$T>[M, K], %B: memref<?x?x$T>[K, N], %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, $BM), %bn = ceildiv(N, $BN))
    attributes {tile.specialize = $SPECIALIZE, tile.swizzle = $SWIZZLE : i64} {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %acc = tile.pipelined %p = 0 to ceildiv(K, $STEP) iter_args(%sum = %zero) {
    %part = tile.pipelined %k = %p * floordiv($STEP, 32) to min((%p + 1) * floordiv($STEP, 32), ceildiv(K, 32)) stages($STAGES) iter_args(%c = %zero) {
      %a = tile.load %A[%bm * $BM, %k * 32] : tensor<$BMx32x$T>
      %b = tile.load %B[%k * 32, %bn * $BN] : tensor<32x$BNx$T>
      %d = tile.dot %a, %b, %c
      tile.yield %d
    }
    %next = tile.compute %sum + %part
    tile.yield %next
  }
  tile.store %acc, %C[%bm * $BM, %bn * $BN]
}
