// RUN: tile-opt %s --tile-to-thread --split-input-file --verify-diagnostics

#pairs = #tile.layout<register = [[1, 0]], lane = [[0, 1], [2, 0], [4, 0], [8, 0], [16, 0]], warp = []>
#half = #tile.layout<register = [[1]], lane = [[0], [2], [4], [8], [16]], warp = []>

tile.kernel @split(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<32x2xf32, #pairs>
  // expected-error @+2 {{'tile.split' op has halves and pairs that are in different threads}}
  // expected-help @+1 {{run tile-layout, which puts a tile.convert_layout in front}}
  %1, %2 = tile.split %0 : tensor<32x2xf32, #pairs> to tensor<32xf32, #half>
}

// -----

#pairs = #tile.layout<register = [[0, 1]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]], warp = []>
#half = #tile.layout<register = [], lane = [[16], [1], [2], [4], [8]], warp = []>

tile.kernel @join(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<32xf32, #half>
  // expected-error @+1 {{'tile.join' op has halves and pairs that are in different threads}}
  %1 = tile.join %0, %0 : tensor<32xf32, #half> to tensor<32x2xf32, #pairs>
}

// -----

#square = #tile.layout<register = [], lane = [[0, 1], [0, 2], [1, 0], [2, 0], [4, 0]], warp = []>
#line = #tile.layout<register = [], lane = [[2], [1], [4], [8], [16]], warp = []>

tile.kernel @reshape(%x: f32) warps(1) grid(%i = 1) {
  %0 = tile.splat %x : f32 to tensor<8x4xf32, #square>
  // expected-error @+1 {{'tile.reshape' op has source and result layouts that put an element in different threads}}
  %1 = tile.reshape %0 : tensor<8x4xf32, #square> to tensor<32xf32, #line>
}
