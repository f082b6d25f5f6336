// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=256 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=256 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=256 --param T=i1 --param EXT=arith.extsi | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=256
// SHAPE: N=253

// Indices of so few bits that they begin again within an access.
tile.params { T = i1 : [i1, i2, i3, i4, i5, i8], EXT = arith.extui : [arith.extui, arith.extsi], WARPS = 1 : [1, 4] }
tile.kernel @narrow_indices(%A: memref<?xi32>[N], %B: memref<?xi32>[N], %C: memref<?xi32>[N]) warps($WARPS) grid(%b = ceildiv(N, 256)) {
  %k = tile.iota axis 0 : tensor<256xi32>
  %few = arith.trunci %k : tensor<256xi32> to tensor<256x$T>
  %at = $EXT %few : tensor<256x$T> to tensor<256xi32>
  %x = tile.gather %A[%at] : tensor<256xi32>
  tile.store %x, %B[%b * 256]

  // What is compared begins again as well.
  %zero = arith.constant dense<0> : tensor<256x$T>
  %mask = arith.cmpi slt, %few, %zero : tensor<256x$T>
  %y = tile.gather %A[%k] mask(%mask) : tensor<256xi32>
  tile.store %y, %C[%b * 256]
}
