// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout)' --split-input-file --verify-diagnostics

// A tile so large that a thread would only spill.
tile.kernel @large(%A: memref<1024x1024xf32>) warps(1) grid(%b = 1) {
  // expected-help@+2 {{make the tile smaller, or let more warps share it}}
  // expected-error@+1 {{'tile.load' op has a tile of 32768 elements for each thread, the most is 8192}}
  %a = tile.load %A[0, 0] : tensor<1024x1024xf32>
  tile.store %a, %A[0, 0]
}

// -----

// Elementwise ops take any tensor.
tile.kernel @odd(%A: memref<64xf32>) warps(1) grid(%b = 1) {
  // expected-help@+2 {{the nearest extent is 258}}
  // expected-error@+1 {{'arith.constant' op has a tile whose extent 257 has the odd factor 257, more than 255: tensor<257xf32>}}
  %c = arith.constant dense<1.0> : tensor<257xf32>
}

// -----

tile.kernel @rank(%A: memref<64xf32>) warps(1) grid(%b = 1) {
  // expected-error@+1 {{'arith.constant' op has a tile of rank 7, at most 6 is possible}}
  %c = arith.constant dense<1.0> : tensor<2x2x2x2x2x2x2xf32>
}

// -----

tile.kernel @empty(%A: memref<64xf32>) warps(1) grid(%b = 1) {
  // expected-help@+2 {{every extent is at least 1}}
  // expected-error@+1 {{'arith.constant' op has an empty tile: tensor<0xf32>}}
  %c = arith.constant dense<1.0> : tensor<0xf32>
}

// -----

tile.kernel @complex(%A: memref<64xf32>) warps(1) grid(%b = 1) {
  // expected-help@+2 {{elements are integers or floats}}
  // expected-error@+1 {{'arith.constant' op has a tile of complex<f32>, which no register holds}}
  %c = arith.constant dense<(1.0, 2.0)> : tensor<64xcomplex<f32>>
}
