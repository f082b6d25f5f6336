// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=5 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// Tiles of one element: all threads hold a copy, one stores it.
tile.kernel @single_element(%A: memref<?xf32>[N], %B: memref<?x8xf32>[N, ?]) warps(2) grid(%b = N) {
  %a = tile.load %A[%b] : tensor<f32>
  %twice = arith.addf %a, %a : tensor<f32>
  tile.store %twice, %A[%b]
  %one = tile.expand_dims %twice axis 0 : tensor<f32> to tensor<1xf32>
  %row = tile.broadcast %one : tensor<1xf32> to tensor<8xf32>
  tile.store %row, %B[%b, 0]
}
