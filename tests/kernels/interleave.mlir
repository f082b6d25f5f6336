// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=1000 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=512 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=512
// SHAPE: N=1000
// SHAPE: N=3
// SHAPE: N=1

// Two arrays become one by turns, and one becomes two: the even and the odd places of each block.
tile.params { BN = 256 : [1, 2, 64, 256], WARPS = 4 : [1, 4, 8], T = f32 : [f32, i16, i8] }
tile.kernel @interleave(%A: memref<?x$T>[N], %B: memref<?x$T>[N], %C: memref<?x2x$T>[N, ?], %D: memref<?x2x$T>[N, ?], %E: memref<2x?x$T>[?, N])
    warps($WARPS) grid(%b = ceildiv(N, $BN)) {
  %x = tile.load %A[%b * $BN] : tensor<$BNx$T>
  %y = tile.load %B[%b * $BN] : tensor<$BNx$T>
  %xy = tile.join %x, %y : tensor<$BNx$T> to tensor<$BNx2x$T>
  tile.store %xy, %C[%b * $BN, 0]
  %d = tile.load %D[%b * $BN, 0] : tensor<$BNx2x$T>
  %even, %odd = tile.split %d : tensor<$BNx2x$T> to tensor<$BNx$T>
  tile.store %even, %E[0, %b * $BN]
  tile.store %odd, %E[1, %b * $BN]
}
