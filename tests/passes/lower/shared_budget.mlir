// RUN: tile-opt %s --pass-pipeline='tile-to-thread' --verify-diagnostics --split-input-file

// Of the buffers that are in use at the same time the error says what each has, and from when to when.

#rows = #tile.blocked<per_thread = [1, 4], lanes = [1, 32], warps = [4, 1]>
#columns = #tile.blocked<per_thread = [4, 1], lanes = [16, 2], warps = [1, 4], order = [0, 1]>
// expected-error @+2 {{'simt.kernel' op needs 245760 bytes of shared memory; a block of sm_90a has 232448}}
// expected-help @+1 {{make the tiles smaller; buffers that are not in use at the same time share their bytes}}
tile.kernel @beside_a_conversion(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[M, N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : tensor<64x128xf32, #rows>
  // expected-note @+1 {{212992 bytes at 0 for buffer !mem.buffer<416x128xf32, shared>, in use from line 14 to line 19}}
  %s = mem.alloc : !mem.buffer<416x128xf32, shared>
  tile.store %x, %s[%c0, %c0]
  // expected-note @+1 {{32768 bytes at 212992 for scratch of a conversion !mem.buffer<8192xf32, shared>, in use from line 16 to line 16}}
  %z = tile.convert_layout %x : tensor<64x128xf32, #rows> to tensor<64x128xf32, #columns>
  tile.store %z, %B[%c0, %c0]
  simt.barrier
  %y = tile.load %s[%c0, %c0] : tensor<64x128xf32, #rows>
  tile.store %y, %A[%c0, %c0]
}

// -----

// Layouts of different blocks have no conversion.

#four = #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]]>
#two = #tile.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = [[64]]>
tile.kernel @other_warps(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0] : tensor<128xf32, #four>
  // expected-error @+2 {{'tile.convert_layout' op cannot bring}}
  // expected-help @+1 {{both layouts have to hold every element, in as many warps}}
  %y = tile.convert_layout %x : tensor<128xf32, #four> to tensor<128xf32, #two>
  tile.store %y, %B[%c0]
}
