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
  // expected-error @+2 {{'tile.async_store' op stores !mem.buffer<64x64xf32, #mem.padded<16>, shared> to memref<?x?xf32>, which TMA cannot: the buffer's rows are padded}}
  // expected-help @+1 {{a tile.load of the buffer and a tile.store do it with threads}}
  tile.async_store %s to %C[%i, %i] : !mem.buffer<64x64xf32, #mem.padded<16>, shared>, memref<?x?xf32>
}

// -----

tile.kernel @rows(%C: memref<?x?xf32>[M, N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64x6xf32, shared>
  // expected-error @+2 {{which TMA cannot: a row of !mem.buffer<64x6xf32, shared> has 24 bytes, no multiple of 16}}
  // expected-help @+1 {{a tile.load of the buffer}}
  tile.async_store %s to %C[%i, %i] : !mem.buffer<64x6xf32, shared>, memref<?x?xf32>
}

// -----

tile.kernel @unit(%C: memref<?x?xf32, strided<[1, ?]>>[M, N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64x64xf32, shared>
  // expected-error @+2 {{which TMA cannot: the buffer is contiguous along dimension 1 of memref<?x?xf32, strided<[1, ?]>>, whose stride is not 1}}
  // expected-help @+1 {{a tile.load of the buffer}}
  tile.async_store %s to %C[%i, %i] : !mem.buffer<64x64xf32, shared>, memref<?x?xf32, strided<[1, ?]>>
}

// -----

tile.kernel @pitch(%C: memref<?x?xf32, strided<[70, 1]>>[M, N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64x64xf32, shared>
  // expected-error @+2 {{which TMA cannot: dimension 0 of memref<?x?xf32, strided<[70, 1]>> has a stride of 280 bytes, no multiple of 16}}
  // expected-help @+1 {{a tile.load of the buffer}}
  tile.async_store %s to %C[%i, %i] : !mem.buffer<64x64xf32, shared>, memref<?x?xf32, strided<[70, 1]>>
}

// -----

tile.kernel @row(%C: memref<?x?xf32>[M, N]) warps(1) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<64xf32, shared>
  // expected-error @+2 {{which TMA cannot: a row is no box}}
  // expected-help @+1 {{a tile.load of the buffer}}
  tile.async_store %s to %C[%i, %i] : !mem.buffer<64xf32, shared>, memref<?x?xf32>
}

// -----

tile.kernel @pending() warps(1) grid(%i = 1) {
  // expected-error @+1 {{'tile.async_store_wait' op leaves -1 stores under way}}
  tile.async_store_wait pending -1
}

// -----

func.func @dimensions(%s: !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, %C: memref<1x1x1x1x1x1x64x64xf16>, %i: index) {
  // expected-error @+2 {{which TMA cannot: a tensor has at most 5 dimensions, memref<1x1x1x1x1x1x64x64xf16> has 8}}
  // expected-help @+1 {{a tile.load of the buffer}}
  tile.async_store %s to %C[%i, %i, %i, %i, %i, %i, %i, %i] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<1x1x1x1x1x1x64x64xf16>
  return
}
