// RUN: tile-opt %s --tile-to-thread --verify-diagnostics

// Coordinate 1 is two lanes, whose bits are mixed: tile-layout would choose another layout.

#mixed = #tile.layout<register = [[0, 4]], lane = [[0, 2], [0, 3], [1, 0], [2, 0], [4, 0]], warp = []>

tile.kernel @mixed(%A: memref<8x8xf32>, %B: memref<8x8xf32>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = tile.load %A[%i, %i] : tensor<8x8xf32, #mixed>
  // expected-error @+1 {{'tile.scan' op cannot scan along axis 1 of tensor<8x8xf32, #tile.layout<}}
  %s = tile.scan arith.addf %x axis 1
  tile.store %s, %B[%i, %i]
}
