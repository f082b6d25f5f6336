// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=50 --dim N=140 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=33 --dim N=129 --pitch A=136 --pitch B=131 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=32 N=256
// SHAPE: M=17 N=129
// SHAPE: M=5 N=131 --pitch A=136 --pitch B=132
// SHAPE: M=5 N=128 --pitch A=129 --pitch B=131

// From 16 bits to 32, rows with a pitch of their own.
tile.params { BM = 16 : [16, 32], BN = 128 : [64, 128], WARPS = 4 : [1, 4, 8], T = f16 : [f16, bf16] }
tile.kernel @widen(%A: memref<?x?x$T, strided<[?, 1]>>[M, N], %B: memref<?x?xf32, strided<[?, 1]>>[M, N])
    warps($WARPS) grid(%j = ceildiv(N, $BN), %i = ceildiv(M, $BM)) {
  %a = tile.load %A[%i * $BM, %j * $BN] : tensor<$BMx$BNx$T>
  %x = arith.extf %a : tensor<$BMx$BNx$T> to tensor<$BMx$BNxf32>
  tile.store %x, %B[%i * $BM, %j * $BN]
}
