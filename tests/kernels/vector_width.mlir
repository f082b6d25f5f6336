// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=16 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=10 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=16
// SHAPE: N=10
// SHAPE: N=11
// SHAPE: N=1024

// Extents and offsets that allow wide accesses, and such that do not.
tile.params { BLOCK = 1024 : [256, 1024], WARPS = 4 : [1, 4, 8], SHIFT = 0 : [0, 1, 4], T = f32 : [f16, f32, f64] }
tile.kernel @vector_width(%A: memref<?x$T>[N], %B: memref<?x$T>[N]) warps($WARPS) grid(%b = ceildiv(N, $BLOCK)) {
  %a = tile.load %A[%b * $BLOCK + $SHIFT] : tensor<$BLOCKx$T>
  %s = arith.addf %a, %a : tensor<$BLOCKx$T>
  tile.store %s, %B[%b * $BLOCK]
}
