// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=8 --dim N=8 --dim K=8 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=20 --dim N=40 --dim K=33 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// RUN: tile-compile %s --emit=ptx --arch=sm_80 -o %t.ptx
// RUN: tile-compile %s --emit=ptx --arch=sm_80 --param T=f8E4M3FN -o %t.ptx
// RUN: tile-compile %s --emit=ptx --arch=sm_89 -o %t.ptx && FileCheck %s --check-prefix=ADA --input-file=%t.ptx
// ADA: cvt.rn.f16x2.e5m2x2
// CHECK: verify: ok
// SHAPE: M=8 N=8 K=8
// SHAPE: M=20 N=40 K=33

// A product of numbers of eight bits.
tile.params { BM = 16 : [8, 16], BN = 32 : [16, 32], BK = 8 : [8, 16, 32], WARPS = 1 : [1, 2, 4], T = f8E5M2 : [f8E5M2, f8E4M3FN],
              STAGES = 2 : 1..5, SWIZZLE = 128 : [0, 32, 128] }
tile.kernel @dot_fp8(%A: memref<?x?x$T>[M, K], %B: memref<?x?x$T>[K, N], %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, $BM), %bn = ceildiv(N, $BN)) attributes {tile.swizzle = $SWIZZLE : i64} {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * $BM, %k * $BK] : tensor<$BMx$BKx$T>
    %b = tile.load %B[%k * $BK, %bn * $BN] : tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%bm * $BM, %bn * $BN]
}
