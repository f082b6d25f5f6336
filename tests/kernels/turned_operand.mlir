// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=96 --dim N=16 --dim K=96 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=96 N=16 K=96
// SHAPE: M=50 N=24 K=40

// A product whose left operand lies transposed in memory, of extents with odd factors along both dimensions.
tile.params { BM = 48 : [16, 48, 96], BN = 8 : [1, 8, 24], BK = 48 : [16, 48], WARPS = 2 : [1, 2, 4, 12], T = f16 : [f16, f32] }
tile.kernel @turned_operand(%A: memref<?x?x$T>[K, M], %B: memref<?x?x$T>[K, N], %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%j = ceildiv(N, $BN), %i = ceildiv(M, $BM)) {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) iter_args(%c = %zero) {
    %t = tile.load %A[%k * $BK, %i * $BM] : tensor<$BKx$BMx$T>
    %a = tile.trans %t : tensor<$BKx$BMx$T> to tensor<$BMx$BKx$T>
    %b = tile.load %B[%k * $BK, %j * $BN] : tensor<$BKx$BNx$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%i * $BM, %j * $BN]
}
