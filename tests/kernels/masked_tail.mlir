// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=128 --dim P=128 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=127 --dim P=128 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=128 P=128
// SHAPE: N=127 P=128
// SHAPE: N=509 P=512
// SHAPE: N=126 P=130

// Loads whose last elements lie outside, with each kind of padding.
tile.params { BLOCK = 128 : [128, 512], WARPS = 4 : [1, 2, 4], PAD = 1 : [0, 1, 7], T = i32 : [i8, i16, i32, i64] }
tile.kernel @masked_tail(%A: memref<?x$T>[N], %B: memref<?x$T>[P]) warps($WARPS) grid(%b = ceildiv(P, $BLOCK)) {
  %pad = arith.constant $PAD : $T
  %a = tile.load %A[%b * $BLOCK] pad(%pad) : tensor<$BLOCKx$T>
  tile.store %a, %B[%b * $BLOCK]
}
