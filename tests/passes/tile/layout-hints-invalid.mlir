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

// -----

// The way out for an op with two results is another one than for a store.
tile.kernel @two_tiles(%A: memref<64x2xf32>) warps(4) grid(%b = 1) {
  %a = tile.load %A[0, 0] : tensor<64x2xf32>
  // expected-help@+2 {{name the layout on a tile.convert_layout of the result}}
  // expected-error@+1 {{'tile.split' op has the attribute 'tile.layout', but makes no single tile}}
  %l, %h = tile.split %a {tile.layout = #tile.blocked<per_thread = [1], lanes = [32], warps = [4]>} : tensor<64x2xf32> to tensor<64xf32>
  %j = tile.join %h, %l : tensor<64xf32> to tensor<64x2xf32>
  tile.store %j, %A[0, 0]
}

// -----

// Registers that hold copies count, too: these are 16384 a thread.
tile.kernel @registers(%A: memref<128x128xf32>) warps(1) grid(%b = 1) {
  // expected-help@+2 {{let lanes and warps share the tile, and leave out registers that hold copies}}
  // expected-error@+1 {{'tile.load' op names a layout of 16384 elements for each thread, the most is 8192}}
  %a = tile.load %A[0, 0] {tile.layout = #tile.blocked<per_thread = [128, 128], lanes = [32, 1], warps = [1, 1]>} : tensor<128x128xf32>
  tile.store %a, %A[0, 0]
}

// -----

tile.kernel @no_layout(%A: memref<64xf32>) warps(1) grid(%b = 1) {
  // expected-help@+2 {{layouts are #tile.blocked, #tile.mma, #tile.wgmma and #tile.layout}}
  // expected-error@+1 {{'tile.load' op names the layout "rows", which is none of tensor<64xf32>}}
  %a = tile.load %A[0] {tile.layout = "rows"} : tensor<64xf32>
  tile.store %a, %A[0]
}

// -----

tile.kernel @outside(%A: memref<32xf32>) warps(1) grid(%b = 1) {
  // expected-help@+2 {{a basis has a coordinate for each dimension, less than the power of two in its extent; 'repeat' has the odd factors}}
  // expected-error@+1 {{which is none of tensor<32xf32>}}
  %a = tile.load %A[0] {tile.layout = #tile.layout<register = [], lane = [[1], [2], [4], [8], [32]], warp = []>} : tensor<32xf32>
  tile.store %a, %A[0]
}

// -----

tile.kernel @left_out(%A: memref<32xf32>) warps(1) grid(%b = 1) {
  // expected-help@+2 {{its bases leave elements out}}
  // expected-error@+1 {{which is none of tensor<32xf32>}}
  %a = tile.load %A[0] {tile.layout = #tile.layout<register = [], lane = [[1], [2], [4], [8], [0]], warp = []>} : tensor<32xf32>
  tile.store %a, %A[0]
}

// -----

// The messages name the op that has the hint, not the conversion that it becomes.
tile.kernel @of_reshape(%A: memref<64x64xf32>, %B: memref<4096xf32>) warps(4) grid(%b = 1) {
  %a = tile.load %A[0, 0] : tensor<64x64xf32>
  // expected-note@+1 {{'tile.reshape' names the other layout}}
  %r = tile.reshape %a {tile.layout = #tile.blocked<per_thread = [4], lanes = [32], warps = [4]>} : tensor<64x64xf32> to tensor<4096xf32>
  // expected-help@+2 {{name one of the two, or put a tile.convert_layout between them}}
  // expected-error@+1 {{but 'tile.reshape' shares its layout and is to have}}
  %s = arith.addf %r, %r {tile.layout = #tile.blocked<per_thread = [1], lanes = [32], warps = [4]>} : tensor<4096xf32>
  tile.store %s, %B[0]
}
