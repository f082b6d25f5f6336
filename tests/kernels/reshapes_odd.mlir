// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=50 --dim N=200 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=48 --dim N=192 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=48 N=192
// SHAPE: M=50 N=200
// SHAPE: M=1 N=1

// Extents with a factor of three: it becomes a dimension, goes elsewhere and comes back, and pairs are exchanged.
tile.params { WARPS = 4 : [1, 4, 8, 12], T = f32 : [f32, f16] }
tile.kernel @reshapes_odd(%A: memref<?x?x$T>[M, N], %B: memref<?x?x$T>[M, N], %C: memref<?x?x$T>[N, M]) warps($WARPS)
    grid(%i = ceildiv(M, 24), %j = ceildiv(N, 96)) {
  %a = tile.load %A[%i * 24, %j * 96] : tensor<24x96x$T>
  %thirds = tile.reshape %a : tensor<24x96x$T> to tensor<24x3x32x$T>
  %turned = tile.trans %thirds perm [1, 2, 0] : tensor<24x3x32x$T> to tensor<3x32x24x$T>
  %columns = tile.reshape %turned : tensor<3x32x24x$T> to tensor<96x24x$T>
  tile.store %columns, %C[%j * 96, %i * 24]
  %pairs = tile.reshape %a : tensor<24x96x$T> to tensor<24x48x2x$T>
  %low, %high = tile.split %pairs : tensor<24x48x2x$T> to tensor<24x48x$T>
  %swapped = tile.join %high, %low : tensor<24x48x$T> to tensor<24x48x2x$T>
  %b = tile.reshape %swapped : tensor<24x48x2x$T> to tensor<24x96x$T>
  tile.store %b, %B[%i * 24, %j * 96]
}
