// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=5000 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=4097 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=4096
// SHAPE: N=4097
// SHAPE: N=4093
// SHAPE: N=1
// SHAPE: N=0

// From 32 bits to 16: a thread's elements are two accesses on one side and one on the other.
tile.params { BLOCK = 2048 : [512, 1024, 2048, 4096], WARPS = 4 : [1, 4, 8], T = f16 : [f16, bf16] }
tile.kernel @narrow_1d(%A: memref<?xf32>[N], %B: memref<?x$T>[N]) warps($WARPS) grid(%b = ceildiv(N, $BLOCK)) {
  %a = tile.load %A[%b * $BLOCK] : tensor<$BLOCKxf32>
  %x = arith.truncf %a : tensor<$BLOCKxf32> to tensor<$BLOCKx$T>
  tile.store %x, %B[%b * $BLOCK]
}
