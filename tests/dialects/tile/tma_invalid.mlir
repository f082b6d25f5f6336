// RUN: tile-opt %s --split-input-file --verify-diagnostics

tile.kernel @part(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  // expected-error @+2 {{'tile.async_copy' op is marked 'tma', but TMA cannot copy it: it is not all of its buffer that it fills}}
  // expected-help @+1 {{without 'tma' the threads copy it}}
  tile.async_copy %A[%z, %z] to %s[%z, %z] tile tensor<32x64xf16> width 8 tma : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
}

// -----

tile.kernel @moved(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  // expected-error @+2 {{it is not all of its buffer that it fills}}
  // expected-help @+1 {{without 'tma'}}
  tile.async_copy %A[%z, %z] to %s[%i, %z] tile tensor<64x64xf16> width 8 tma : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
}

// -----

tile.kernel @turned(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128, column>, shared>
  // expected-error @+2 {{TMA cannot copy it: the buffer is contiguous along dimension 0 of memref<?x?xf16>, whose stride is not 1}}
  // expected-help @+1 {{without 'tma'}}
  tile.async_copy %A[%z, %z] to %s[%z, %z] tile tensor<64x64xf16> width 8 tma : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128, column>, shared>
}

// -----

tile.kernel @pitch(%A: memref<64x36xf16>) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x32xf16, #mem.swizzle<64>, shared>
  // expected-error @+2 {{dimension 0 of memref<64x36xf16> has a stride of 72 bytes, no multiple of 16}}
  // expected-help @+1 {{without 'tma'}}
  tile.async_copy %A[%z, %z] to %s[%z, %z] tile tensor<64x32xf16> width 4 tma : memref<64x36xf16>, !mem.buffer<64x32xf16, #mem.swizzle<64>, shared>
}

// -----

tile.kernel @padded(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x24xf16, #mem.padded<16>, shared>
  // expected-error @+2 {{the buffer's rows are padded}}
  // expected-help @+1 {{without 'tma'}}
  tile.async_copy %A[%z, %z] to %s[%z, %z] tile tensor<64x24xf16> width 8 tma : memref<?x?xf16>, !mem.buffer<64x24xf16, #mem.padded<16>, shared>
}

// -----

tile.kernel @row(%A: memref<?xf16>[K]) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  // expected-error @+2 {{a row is no box}}
  // expected-help @+1 {{without 'tma'}}
  tile.async_copy %A[%z] to %s[%z] tile tensor<64xf16> width 8 tma : memref<?xf16>, !mem.buffer<64xf16, shared>
}

// -----

tile.kernel @long_rows(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<16x512xf16, shared>
  // expected-error @+2 {{has more than 256 elements and no swizzle cuts it}}
  // expected-help @+1 {{without 'tma'}}
  tile.async_copy %A[%z, %z] to %s[%z, %z] tile tensor<16x512xf16> width 8 tma : memref<?x?xf16>, !mem.buffer<16x512xf16, shared>
}

// -----

tile.kernel @short_rows(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x4xf16, shared>
  // expected-error @+2 {{has 8 bytes, no multiple of 16}}
  // expected-help @+1 {{without 'tma'}}
  tile.async_copy %A[%z, %z] to %s[%z, %z] tile tensor<64x4xf16> width 4 tma : memref<?x?xf16>, !mem.buffer<64x4xf16, shared>
}

// -----

tile.kernel @small_matrix(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<4x8xf16, shared>
  // expected-error @+2 {{a box begins at a multiple of 128 bytes, and a matrix of !mem.buffer<4x8xf16, shared> has 64}}
  // expected-help @+1 {{without 'tma'}}
  tile.async_copy %A[%z, %z] to %s[%z, %z] tile tensor<4x8xf16> width 8 tma : memref<?x?xf16>, !mem.buffer<4x8xf16, shared>
}

// -----

tile.kernel @order(%A: memref<?x?x?xf16>[L, M, K]) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<8x2x32xf16, #mem.swizzle<0>, shared>
  // expected-error @+2 {{its dimensions are in another order than swapped}}
  // expected-help @+1 {{without 'tma'}}
  tile.async_copy %A[%z, %z, %z] to %s[%z, %z, %z] tile tensor<2x8x32xf16> width 8 perm [1, 0, 2] tma : memref<?x?x?xf16>, !mem.buffer<8x2x32xf16, shared>
}

// -----

tile.kernel @wide_rows(%A: memref<?x?xindex>[M, K]) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<16x16xindex, shared>
  // expected-error @+2 {{TMA cannot copy it: its elements are index}}
  // expected-help @+1 {{without 'tma'}}
  tile.async_copy %A[%z, %z] to %s[%z, %z] tile tensor<16x16xindex> width 2 tma : memref<?x?xindex>, !mem.buffer<16x16xindex, shared>
}

// -----

tile.kernel @by_threads(%A: memref<?x?xf16>[M, K]) warps(4) multicast(2) grid(%r = 2, %i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  // expected-error @+1 {{is marked 'multicast' and not 'tma', which alone can}}
  tile.async_copy %A[%z, %z] to %s[%z, %z] tile tensor<64x64xf16> width 8 multicast : memref<?x?xf16>, !mem.buffer<64x64xf16, shared>
}

// -----

tile.kernel @alone(%A: memref<?x?xf16>[M, K]) warps(4) grid(%i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  // expected-error @+2 {{is marked 'multicast' in a kernel whose blocks run by themselves}}
  // expected-help @+1 {{say multicast(2)}}
  tile.async_copy %A[%z, %z] to %s[%z, %z] tile tensor<64x64xf16> width 8 tma multicast : memref<?x?xf16>, !mem.buffer<64x64xf16, shared>
}

// -----

tile.kernel @own_channel(%A: memref<?x?xf16>[M, K]) warps(4) multicast(2) grid(%r = 2, %i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  %ch = mem.channel mbarrier : !mem.channel<1>
  // expected-error @+2 {{is marked 'multicast', but its channel is a block's own}}
  // expected-help @+1 {{say 'mbarrier multicast n' there}}
  tile.async_copy %A[%z, %z] to %s[%z, %z] tile tensor<64x64xf16> width 8 tma multicast into %ch[%z] : memref<?x?xf16>, !mem.buffer<64x64xf16, shared>, !mem.channel<1>
}

// -----

// Half of the rows is no box: it would end where the swizzle has no beginning.
tile.kernel @few_rows(%A: memref<?x?xf16>[M, K]) warps(4) multicast(2) grid(%r = 2, %i = 1) {
  %z = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<8x64xf16, #mem.swizzle<128>, shared>
  // expected-error @+2 {{no boxes divide !mem.buffer<8x64xf16, #mem.swizzle<128>, shared> in 2 parts}}
  // expected-help @+1 {{without 'tma'}}
  tile.async_copy %A[%z, %z] to %s[%z, %z] tile tensor<8x64xf16> width 8 tma multicast : memref<?x?xf16>, !mem.buffer<8x64xf16, #mem.swizzle<128>, shared>
}
