// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=1024 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=200 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=1024
// SHAPE: N=200

// Loads and stores of one array that follow each other through branches and loops: three values in
// turn, in the order of the text.
tile.params { WARPS = 4 : [1, 2, 4, 8] }
tile.kernel @alias_order(%go: i1, %X: memref<?xi32>[N], %Y: memref<?xi32>[N]) warps($WARPS) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant dense<1> : tensor<256xi32>
  %zero = arith.constant dense<0> : tensor<256xi32>
  tile.store %zero, %X[0]
  scf.if %go {
    %a = tile.load %X[0] : tensor<256xi32>
    %r = arith.addi %a, %one : tensor<256xi32>
    tile.store %r, %X[0]
  }
  scf.for %i = %c0 to %c3 step %c1 {
    // What lies one further on was written by another thread in the iteration before.
    %a = tile.load %X[1] : tensor<256xi32>
    %r = arith.addi %a, %one : tensor<256xi32>
    tile.store %r, %X[0]
  }
  %t = tile.load %X[0] : tensor<256xi32>
  tile.store %t, %Y[0]
}
