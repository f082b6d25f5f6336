// RUN: tile-opt %s --split-input-file --verify-diagnostics

tile.kernel @direction(%C: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64xf32, shared>
  // expected-error @+1 {{'tile.async_store' op stores a shared buffer to a memref, got memref<?xf32> and memref<?xf32>}}
  tile.async_store %C to %C[%i] : memref<?xf32>, memref<?xf32>
}

// -----

tile.kernel @space(%C: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64xf32, fragment>
  // expected-error @+1 {{'tile.async_store' op stores a shared buffer to a memref, got !mem.buffer<64xf32, fragment> and}}
  tile.async_store %s to %C[%i] : !mem.buffer<64xf32, fragment>, memref<?xf32>
}

// -----

tile.kernel @element(%C: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  // expected-error @+1 {{'tile.async_store' op stores !mem.buffer<64xf16, shared>, but the elements of memref<?xf32> are f32}}
  tile.async_store %s to %C[%i] : !mem.buffer<64xf16, shared>, memref<?xf32>
}

// -----

tile.kernel @indices(%C: memref<?x?xf32>[M, N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64x64xf32, shared>
  // expected-error @+1 {{'tile.async_store' op needs 2 indices for memref<?x?xf32>, got 1}}
  tile.async_store %s to %C[%i] : !mem.buffer<64x64xf32, shared>, memref<?x?xf32>
}

// -----

tile.kernel @rank(%C: memref<?xf32>[N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64x64xf32, shared>
  // expected-error @+1 {{'tile.async_store' op moves a tile of rank 2 between places of rank 1}}
  tile.async_store %s to %C[%i] : !mem.buffer<64x64xf32, shared>, memref<?xf32>
}

// -----

tile.kernel @padded(%C: memref<?x?xf32>[M, N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64x64xf32, #mem.padded<16>, shared>
  // expected-error @+2 {{'tile.async_store' op stores from !mem.buffer<64x64xf32, #mem.padded<16>, shared>, whose rows have padding behind them}}
  // expected-help @+1 {{#mem.swizzle keeps rows in different banks without padding}}
  tile.async_store %s to %C[%i, %i] : !mem.buffer<64x64xf32, #mem.padded<16>, shared>, memref<?x?xf32>
}

// -----

tile.kernel @rows(%C: memref<?x?xf32>[M, N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64x6xf32, shared>
  // expected-error @+1 {{'tile.async_store' op stores rows of 24 bytes, no multiple of 16}}
  tile.async_store %s to %C[%i, %i] : !mem.buffer<64x6xf32, shared>, memref<?x?xf32>
}

// -----

tile.kernel @unit(%C: memref<?x?xf32, strided<[1, ?]>>[M, N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64x64xf32, shared>
  // expected-error @+2 {{'tile.async_store' op stores rows along dimension 1, which has no stride of 1 in memref<?x?xf32, strided<[1, ?]>>}}
  // expected-help @+1 {{'column' in the buffer's layout makes the dimension before the last its contiguous one}}
  tile.async_store %s to %C[%i, %i] : !mem.buffer<64x64xf32, shared>, memref<?x?xf32, strided<[1, ?]>>
}

// -----

tile.kernel @pitch(%C: memref<?x?xf32, strided<[70, 1]>>[M, N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64x64xf32, shared>
  // expected-error @+1 {{'tile.async_store' op needs strides of a multiple of 16 bytes, but dimension 0 of memref<?x?xf32, strided<[70, 1]>> has 280}}
  tile.async_store %s to %C[%i, %i] : !mem.buffer<64x64xf32, shared>, memref<?x?xf32, strided<[70, 1]>>
}
