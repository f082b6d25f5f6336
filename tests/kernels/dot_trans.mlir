// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=100 --dim N=50 --dim K=70 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=64 --dim K=64 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=100 N=50 K=70
// SHAPE: M=64 N=64 K=64

// A product that is stored transposed.
tile.params { BM = 64 : [16, 32, 64, 128], BN = 32 : [16, 32, 64], WARPS = 4 : [1, 2, 4, 8], T = f16 : [f16, bf16, f32],
              STAGES = 3 : 1..5, SPECIALIZE = false : [false, true], SWIZZLE = 128 : [0, 32, 64, 128] }
tile.kernel @dot_trans(%A: memref<?x?x$T>[M, K], %B: memref<?x?x$T>[K, N], %C: memref<?x?xf32>[N, M])
    warps($WARPS) grid(%bm = ceildiv(M, $BM), %bn = ceildiv(N, $BN))
    attributes {tile.specialize = $SPECIALIZE, tile.swizzle = $SWIZZLE : i64} {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 32) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * $BM, %k * 32] : tensor<$BMx32x$T>
    %b = tile.load %B[%k * 32, %bn * $BN] : tensor<32x$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %t = tile.trans %acc : tensor<$BMx$BNxf32> to tensor<$BNx$BMxf32>
  tile.store %t, %C[%bn * $BN, %bm * $BM]
}
