// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=130 --dim N=70 --dim K=20 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=128 --dim N=256 --dim K=128 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=130 N=70 K=20
// SHAPE: M=128 N=256 K=128
// SHAPE: M=16 N=16 K=32

// Products of many extents, with operands either way round.
tile.params { BM = 128 : [16, 32, 64, 128], BN = 32 : [16, 32, 64, 128, 256], BK = 32 : [16, 32, 64, 128], WARPS = 4 : [1, 2, 4, 8, 16],
              T = f16 : [f16, bf16, f32], TA = false : [false, true], TB = false : [false, true],
              SWIZZLE = 128 : [0, 32, 64, 128] }
tile.kernel @dot(%A: memref<?x?x$T>[M, K] transposed($TA), %B: memref<?x?x$T>[K, N] transposed($TB), %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, $BM), %bn = ceildiv(N, $BN)) attributes {tile.swizzle = $SWIZZLE : i64} {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %a = tile.load %A[%bm * $BM, 0] : tensor<$BMx$BKx$T>
  %b = tile.load %B[0, %bn * $BN] : tensor<$BKx$BNx$T>
  %d = tile.dot %a, %b, %zero
  tile.store %d, %C[%bm * $BM, %bn * $BN]
}
