// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=193 --dim N=97 --dim K=96 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// RUN: tile-compile %s --param=WARPS=12 --param=BN=48 --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=192 N=225 K=96
// SHAPE: M=65 N=50 K=100

// A product whose extents have odd factors, by warps that share the powers of two in them, or in
// three groups that share the factor three.
tile.params { BM = 192 : [48, 96, 192], BN = 96 : [24, 48, 80, 96, 160, 192, 224], BK = 96 : [48, 80, 96], WARPS = 4 : [1, 4, 8, 12],
              T = f16 : [f16, bf16], TA = false : [false, true], TB = false : [false, true],
              STAGES = 2 : 1..5, SPECIALIZE = false : [false, true], SWIZZLE = 128 : [0, 32, 64, 128] }
  where (BM * BN <= WARPS * 8192)
tile.kernel @odd_gemm(%A: memref<?x?x$T>[M, K] transposed($TA), %B: memref<?x?x$T>[K, N] transposed($TB),
                      %C: memref<?x?xf32>[M, N]) warps($WARPS) grid(%bm = ceildiv(M, $BM), %bn = ceildiv(N, $BN))
    attributes {tile.specialize = $SPECIALIZE, tile.swizzle = $SWIZZLE : i64} {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * $BM, %k * $BK] : tensor<$BMx$BKx$T>
    %b = tile.load %B[%k * $BK, %bn * $BN] : tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%bm * $BM, %bn * $BN]
}
