// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=1000 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=1000 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=1000 --param BN=96 --param WARPS=12 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=1024
// SHAPE: N=1000
// SHAPE: N=1
// SHAPE: N=0

// Sums of elements; the last block has some that are not there, and a small block fewer than threads.
tile.params { BN = 512 : [1, 16, 96, 512], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @add(%A: memref<?xf32>[N], %B: memref<?xf32>[N], %C: memref<?xf32>[N]) warps($WARPS) grid(%b = ceildiv(N, $BN)) {
  %n = arith.constant $BN : index
  %first = arith.muli %b, %n : index
  tile.parallel (%i) in $BN {
    %at = arith.addi %first, %i : index
    %x = memref.load %A[%at] : memref<?xf32>
    %y = memref.load %B[%at] : memref<?xf32>
    %s = arith.addf %x, %y : f32
    memref.store %s, %C[%at] : memref<?xf32>
  }
}
