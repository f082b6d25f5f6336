// RUN: tile-opt %s --tile-to-thread --verify-diagnostics

// A lane that goes along both dimensions: tile-layout would choose another layout.

#slanted = #tile.layout<register = [[0, 1]], lane = [[0, 2], [1, 4], [1, 0], [2, 0], [4, 0]], warp = []>

tile.kernel @slanted(%A: memref<8x8xf32>, %B: memref<8xf32>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i, %i] : tensor<8x8xf32, #slanted>
  // expected-error @+1 {{'tile.reduce' op cannot combine along axis 1 of tensor<8x8xf32, #tile.layout<}}
  %s = tile.reduce arith.addf %x axis 1
  tile.store %s, %B[%i]
}
