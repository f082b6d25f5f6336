// RUN: tile-run %s --device=cpu --verify --exact --init=int --init=X:index --dim N=1024 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --init=X:index --dim N=1024 --print=Y | FileCheck %s --check-prefix=VALUES
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// VALUES: %Y = [1023, 1022, 1021, 1020, 1019, 1018,
// CHECK: verify: ok
// SHAPE: N=1024

// A store, gathers of what other threads stored, a store: once, three times in a loop that counts, and in
// one that asks.
tile.params { WARPS = 4 : [1, 4, 8] }
tile.kernel @flip_in_place(%X: memref<?xi32>[N], %Y: memref<?xi32>[N], %Z: memref<?xi32>[N]) warps($WARPS) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %last = arith.constant dense<1023> : tensor<1024xi32>
  %k = tile.iota axis 0 : tensor<1024xi32>
  %reversed = arith.subi %last, %k : tensor<1024xi32>
  %x = tile.load %X[0] : tensor<1024xi32>
  tile.store %x, %Y[0]
  %r = tile.gather %Y[%reversed] : tensor<1024xi32>
  tile.store %r, %Y[0]
  tile.scatter %r, %Z[%reversed]
  scf.for %i = %c0 to %c3 step %c1 {
    %a = tile.gather %Z[%reversed] : tensor<1024xi32>
    tile.store %a, %Z[0]
  }
  %n = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi ult, %i, %c3 : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %a = tile.load %Z[0] : tensor<1024xi32>
    tile.scatter %a, %Z[%reversed]
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
}
