// RUN: tile-opt %s --pass-pipeline='builtin.module(tile.kernel(tile-layout),tile-to-thread)' --split-input-file --verify-diagnostics

tile.kernel @storage(%C: memref<64x8xf32>) warps(4) grid(%x = 1) {
  %c0 = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x16xf16, shared>
  %t = mem.alloc : !mem.buffer<16x8xf16, shared>
  // expected-error @+1 {{'tc.dot_async' op has a in a buffer that no descriptor describes: !mem.buffer<64x16xf16, shared>}}
  %d = tc.dot_async %s, %t instr "wgmma.m64n8k16" : !mem.buffer<64x16xf16, shared>, !mem.buffer<16x8xf16, shared> -> !tc.inflight<tensor<64x8xf32>>
  %r = tc.dot_wait 0, %d : !tc.inflight<tensor<64x8xf32>>
  tile.store %r, %C[%c0, %c0]
}

// -----

tile.kernel @narrow(%C: memref<64x16xf32>) warps(4) grid(%x = 1) {
  %c0 = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>
  %t = mem.alloc : !mem.buffer<16x16xf16, #mem.swizzle<32>, shared>
  // expected-error @+1 {{'tc.dot_async' op has an instruction of 8 columns where one of 16 fits}}
  %d = tc.dot_async %s, %t instr "wgmma.m64n8k16" : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>, !mem.buffer<16x16xf16, #mem.swizzle<32>, shared> -> !tc.inflight<tensor<64x16xf32>>
  %r = tc.dot_wait 0, %d : !tc.inflight<tensor<64x16xf32>>
  tile.store %r, %C[%c0, %c0]
}

// -----

tile.kernel @groups(%C: memref<64x8xf32>) warps(8) grid(%x = 1) {
  %c0 = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>
  %t = mem.alloc : !mem.buffer<16x8xf16, shared>
  // expected-error @+1 {{'tc.dot_async' op has a product of tensor<64x8xf32> that 1x1 warpgroups of the kernel's 8 warps cannot share}}
  %d = tc.dot_async %s, %t instr "wgmma.m64n8k16" warpgroups [1, 1] : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>, !mem.buffer<16x8xf16, shared> -> !tc.inflight<tensor<64x8xf32>>
  %r = tc.dot_wait 0, %d : !tc.inflight<tensor<64x8xf32>>
  tile.store %r, %C[%c0, %c0]
}

// -----

tile.kernel @nobody_laid_it_out(%C: memref<64x8xf32>) warps(4) grid(%x = 1) {
  %d = ub.poison : !tc.inflight<tensor<64x8xf32>>
  // expected-error @+1 {{'tc.dot_wait' op has a tile in a layout that is not that of an accumulator of the block's warpgroups: tensor<64x8xf32, }}
  %r = tc.dot_wait 0, %d : !tc.inflight<tensor<64x8xf32>>
}
