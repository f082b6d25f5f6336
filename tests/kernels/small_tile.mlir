// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=61 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=1 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// A tile with fewer elements than the block has threads: some threads hold copies.
tile.kernel @small_tile(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(4) grid(%b = ceildiv(N, 16)) {
  %a = tile.load %A[%b * 16] : tensor<16xf32>
  %c = arith.addf %a, %a : tensor<16xf32>
  tile.store %c, %B[%b * 16]
}
