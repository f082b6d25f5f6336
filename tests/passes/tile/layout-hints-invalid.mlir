// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout)' --verify-diagnostics --split-input-file

// Two hints of tiles that an elementwise op ties together.
tile.kernel @elementwise(%A: memref<64x64xf32>, %B: memref<64x64xf32>) warps(4) grid(%b = 1) {
  // expected-note@+1 {{'tile.load' names the other layout}}
  %a = tile.load %A[0, 0] {tile.layout = #tile.blocked<per_thread = [1, 4], lanes = [2, 16], warps = [4, 1]>} : tensor<64x64xf32>
  // expected-help@+2 {{name one of the two, or put a tile.convert_layout between them}}
  // expected-error@+1 {{'arith.addf' op is to have the layout #tile.mma<m16n8k16, c, warps = [2, 2]>, but 'tile.load' shares its layout and is to have #tile.blocked<per_thread = [1, 4], lanes = [2, 16], warps = [4, 1]>}}
  %s = arith.addf %a, %a {tile.layout = #tile.mma<m16n8k16, c, warps = [2, 2]>} : tensor<64x64xf32>
  tile.store %s, %B[0, 0]
}

// -----

// A loop carries its values in one layout.
tile.kernel @carried(%A: memref<64x64xf32>, %B: memref<64x64xf32>) warps(4) grid(%b = 1) {
  // expected-note@+1 {{'arith.constant' names the other layout}}
  %z = arith.constant {tile.layout = #tile.blocked<per_thread = [1, 4], lanes = [2, 16], warps = [4, 1]>} dense<0.0> : tensor<64x64xf32>
  %r = tile.pipelined %k = 0 to 4 iter_args(%c = %z) {
    // expected-error@+1 {{'tile.load' op is to have the layout #tile.blocked<per_thread = [1, 1], lanes = [1, 32], warps = [4, 1]>, but 'arith.constant' shares its layout}}
    %a = tile.load %A[%k, 0] {tile.layout = #tile.blocked<per_thread = [1, 1], lanes = [1, 32], warps = [4, 1]>} : tensor<64x64xf32>
    %s = arith.addf %a, %c : tensor<64x64xf32>
    tile.yield %s
  }
  tile.store %r, %B[0, 0]
}

// -----

tile.kernel @warps(%A: memref<64x64xf32>) warps(4) grid(%b = 1) {
  // expected-error@+1 {{'tile.load' op names a layout of 2 warps, the kernel has 4: #tile.blocked<per_thread = [1, 4], lanes = [2, 16], warps = [2, 1]>}}
  %a = tile.load %A[0, 0] {tile.layout = #tile.blocked<per_thread = [1, 4], lanes = [2, 16], warps = [2, 1]>} : tensor<64x64xf32>
  tile.store %a, %A[0, 0]
}

// -----

tile.kernel @rank(%A: memref<64x64xf32>) warps(4) grid(%b = 1) {
  // expected-error@+1 {{a blocked layout of 1 dimensions for tensor<64x64xf32> of rank 2}}
  %a = tile.load %A[0, 0] {tile.layout = #tile.blocked<per_thread = [4], lanes = [32], warps = [4]>} : tensor<64x64xf32>
  tile.store %a, %A[0, 0]
}

// -----

tile.kernel @no_tile(%A: memref<64x64xf32>) warps(4) grid(%b = 1) {
  %a = tile.load %A[0, 0] : tensor<64x64xf32>
  // expected-help@+2 {{name the layout on the op that makes the tile}}
  // expected-error@+1 {{'tile.store' op has the attribute 'tile.layout', but makes no single tile}}
  tile.store %a, %A[0, 0] {tile.layout = #tile.blocked<per_thread = [1, 4], lanes = [2, 16], warps = [4, 1]>}
}
