// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim X=2 --dim Y=3 --dim Z=4 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim X=1 --dim Y=1 --dim Z=1 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: X=2 Y=3 Z=4
// SHAPE: X=1 Y=1 Z=1

// Three block indices, tiles of one element, scalars that are loaded, a reversed walk.
tile.params { WARPS = 1 : [1, 2, 4] }
tile.kernel @grid_forms(%A: memref<?x?x?xi32>[X, Y, Z], %S: memref<1xi32>[ONE], %B: memref<?x?x?xi32>[X, Y, Z])
    warps($WARPS) grid(%z = Z, %y = Y, %x = X) {
  %zero = arith.constant 0 : index
  %s = mem.load %S[%zero] : memref<1xi32>, i32
  %a = tile.load %A[X - 1 - %x, Y - 1 - %y, Z - 1 - %z] : tensor<1xi32>
  %t = tile.splat %s : i32 to tensor<1xi32>
  %r = arith.addi %a, %t : tensor<1xi32>
  tile.store %r, %B[%x, %y, %z]
}
