// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=2048 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=2048
// SHAPE: N=1000

// Three groups of warps that all hold the tile: one of them fills the buffer.
tile.params { WARPS = 12 : [4, 12] }
tile.kernel @copies_of_groups(%A: memref<?xi8>[N], %B: memref<?xi8>[N]) warps($WARPS) grid(%b = ceildiv(N, 2048)) {
  %s = mem.alloc : !mem.buffer<2048xi8, shared>
  %a = tile.load %A[%b * 2048] : tensor<2048xi8>
  tile.store %a, %s[0]
  %c = tile.load %s[0] : tensor<2048xi8>
  tile.store %c, %B[%b * 2048]
}
