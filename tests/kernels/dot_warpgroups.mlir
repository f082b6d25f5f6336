// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=200 --dim N=72 --dim K=160 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=200 --dim N=72 --dim K=160 --param T=f16 --param S=f16 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=200 --dim N=72 --dim K=160 --param T=f8E5M2 --param S=f16 --param TA=true | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx --remarks-filter=tensor-core 2>&1 | FileCheck %s --check-prefix=INSTR
// CHECK: verify: ok
// INSTR: is computed by wgmma.m64n64k32
// SHAPE: M=192 N=225 K=96
// SHAPE: M=65 N=50 K=100

// Products of whole warpgroups: types, majors, several instructions for each, along M and along N.
tile.params { BM = 64 : [64, 128, 192], BN = 64 : [8, 24, 64, 96, 256], BK = 64 : [32, 64, 96], WARPS = 4 : [4, 8, 12], T = f8E4M3FN : [f8E4M3FN, f8E5M2, f16, bf16],
              S = f32, TA = false : [false, true], TB = false : [false, true], STAGES = 2 : 1..4, SWIZZLE = 128 : [0, 32, 64, 128],
              SPECIALIZE = true : [false, true] }
  where (BM * BN <= 8192 * WARPS)
tile.kernel @dot(%A: memref<?x?x$T>[M, K] transposed($TA), %B: memref<?x?x$T>[K, N] transposed($TB), %C: memref<?x?x$S>[M, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) attributes {tile.swizzle = $SWIZZLE : i64, tile.specialize = $SPECIALIZE} {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNx$S>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%i * $BM, %k * $BK] : tensor<$BMx$BKx$T>
    %b = tile.load %B[%k * $BK, %j * $BN] : tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%i * $BM, %j * $BN]
}
