// RUN: tile-run %s --device=cpu --level=thread --init=I:index --init=O:zero --print=O | FileCheck %s --check-prefix=VALUES
// RUN: tile-run %s --device=cpu --verify --exact --init=int --init=I:index | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=I:index --arg go=0 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// VALUES: %O = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]
// CHECK: verify: ok
// SHAPE: --init=I:index
// SHAPE: --init=I:index --arg go=0

// Indices that a loop loads ahead, and that are used under a condition alone: number i goes to place I[i].
tile.params { STAGES = 2 : [1, 2, 3], WARPS = 4 : [1, 4, 8] }
tile.kernel @conditional_scatter(%I: memref<17xi32>, %O: memref<17xi32>, %go: i32) warps($WARPS) grid(%b = 1) {
  %one = arith.constant dense<1> : tensor<1xi32>
  %zero = arith.constant 0 : i32
  %some = arith.cmpi ne, %go, %zero : i32
  tile.pipelined %i = 0 to 17 stages($STAGES) {
    %at = tile.load %I[%i] : tensor<1xi32>
    scf.if %some {
      %n = arith.addi %at, %one : tensor<1xi32>
      tile.scatter %n, %O[%at]
    }
    tile.yield
  }
}
