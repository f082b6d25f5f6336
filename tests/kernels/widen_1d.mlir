// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=5000 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=4097 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=4096
// SHAPE: N=4097
// SHAPE: N=4093
// SHAPE: N=1
// SHAPE: N=0

// From 16 bits to 32.
tile.params { BLOCK = 2048 : [512, 1024, 2048, 4096], WARPS = 4 : [1, 4, 8], T = f16 : [f16, bf16] }
tile.kernel @widen_1d(%A: memref<?x$T>[N], %B: memref<?xf32>[N]) warps($WARPS) grid(%b = ceildiv(N, $BLOCK)) {
  %a = tile.load %A[%b * $BLOCK] : tensor<$BLOCKx$T>
  %x = arith.extf %a : tensor<$BLOCKx$T> to tensor<$BLOCKxf32>
  tile.store %x, %B[%b * $BLOCK]
}
