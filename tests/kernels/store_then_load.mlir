// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=4096 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=700 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=4096
// SHAPE: N=700

// What an iteration stores it loads again at once; in a loop around that other places follow.
tile.params { STAGES = 2 : 1..5, WARPS = 4 : [1, 4, 8] }
tile.kernel @store_then_load(%A: memref<?xf32>[N], %S: memref<?xf32>[N], %D: memref<?xf32>[N]) warps($WARPS) grid(%b = 2) {
  tile.pipelined %i = 0 to 2 stages($STAGES) {
    tile.pipelined %j = 0 to ceildiv(N, 512) stages($STAGES) {
      %a = tile.load %A[%j * 512 + %i * 256 + %b * 128] : tensor<128xf32>
      tile.store %a, %S[%j * 512 + %i * 256 + %b * 128]
      %x = tile.load %S[%j * 512 + %i * 256 + %b * 128] : tensor<128xf32>
      %d = arith.subf %x, %a : tensor<128xf32>
      tile.store %d, %D[%j * 512 + %i * 256 + %b * 128]
      tile.yield
    }
    tile.yield
  }
}
