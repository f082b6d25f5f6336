// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-layout)' --verify-diagnostics --split-input-file

// What cannot be laid out says what would fit.

tile.kernel @warps(%A: memref<16x16xf16>, %B: memref<16x96xf16>, %C: memref<16x96xf32>) warps(8) grid(%i = 1) {
  %zero = arith.constant dense<0.0> : tensor<16x96xf32>
  %a = tile.load %A[0, 0] : tensor<16x16xf16>
  %b = tile.load %B[0, 0] : tensor<16x96xf16>
  // expected-error @+2 {{has a product of 16x96 that 8 warps cannot share}}
  // expected-help @+1 {{the powers of two in its extents, 16 and 32, are enough for 4: each warp has whole instructions of 16x8}}
  %d = tc.dot %a, %b, %zero instr "mma.m16n8k16"
  tile.store %d, %C[0, 0]
}

// -----

tile.kernel @many(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[M, N]) warps(4) grid(%i = 1) {
  // expected-error @+2 {{has a tile of 9801 elements for each thread, the most is 8192: tensor<99x99xf32>}}
  // expected-help @+1 {{make the tile smaller, or let more warps share it}}
  %a = tile.load %A[0, 0] : tensor<99x99xf32>
  tile.store %a, %B[0, 0]
}
