// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout)' --split-input-file --verify-diagnostics

// A tile so large that a thread would only spill.
tile.kernel @large(%A: memref<1024x1024xf32>) warps(1) grid(%b = 1) {
  // expected-help@+2 {{make the tile smaller, or let more warps share it}}
  // expected-error@+1 {{'tile.load' op has a tile of 32768 elements for each thread, the most is 8192}}
  %a = tile.load %A[0, 0] : tensor<1024x1024xf32>
  tile.store %a, %A[0, 0]
}

// -----

tile.kernel @complex(%A: memref<64xf32>) warps(1) grid(%b = 1) {
  // expected-help@+2 {{elements are integers or floats}}
  // expected-error@+1 {{'arith.constant' op has a tile of complex<f32>, which no register holds}}
  %c = arith.constant dense<(1.0, 2.0)> : tensor<64xcomplex<f32>>
}
