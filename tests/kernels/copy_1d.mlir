// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=5000 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=4097 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=4096
// SHAPE: N=4097
// SHAPE: N=4093
// SHAPE: N=1
// SHAPE: N=0

// B = A for vectors of any length: whole vectors stay whole where the length is odd.
tile.params { BLOCK = 2048 : [512, 1024, 2048, 4096], WARPS = 4 : [1, 4, 8], T = f16 : [f16, f32, i8] }
tile.kernel @copy_1d(%A: memref<?x$T>[N], %B: memref<?x$T>[N]) warps($WARPS) grid(%b = ceildiv(N, $BLOCK)) {
  %a = tile.load %A[%b * $BLOCK] : tensor<$BLOCKx$T>
  tile.store %a, %B[%b * $BLOCK]
}
