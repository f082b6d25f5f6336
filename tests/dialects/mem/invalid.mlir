// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{a swizzle spans 0, 32, 64 or 128 bytes, got 48}}
func.func private @span(!mem.buffer<8x64xf16, #mem.swizzle<48>, shared>)

// -----

// expected-error @+1 {{a swizzle of 128 bytes does not divide a contiguous extent of 32 elements, 64 bytes}}
func.func private @contiguous(!mem.buffer<8x32xf16, #mem.swizzle<128>, shared>)

// -----

// The contiguous dimension is the one before the last.
// expected-error @+1 {{a swizzle of 128 bytes does not divide a contiguous extent of 8 elements, 16 bytes}}
func.func private @column(!mem.buffer<8x64xf16, #mem.swizzle<128, column>, shared>)

// -----

// expected-error @+1 {{a swizzled buffer has a multiple of 8 rows, got 4}}
func.func private @rows(!mem.buffer<4x64xf16, #mem.swizzle<128>, shared>)

// -----

// expected-error @+1 {{#mem.swizzle<128> needs a buffer of rank 2 or more, got rank 1}}
func.func private @rank(!mem.buffer<64xf16, #mem.swizzle<128>, shared>)

// -----

// expected-error @+1 {{a buffer's layout is a #mem.swizzle or #mem.padded, got 3 : i64}}
func.func private @layout(!mem.buffer<64xf16, 3, shared>)

// -----

// expected-error @+1 {{expected a buffer's space}}
func.func private @space(!mem.buffer<8x64xf16, #mem.swizzle<128>, local>)

// -----

// expected-error @+1 {{a buffer's extents are fixed and at least 1}}
func.func private @dynamic(!mem.buffer<?x64xf16, shared>)

// -----

// expected-error @+1 {{a buffer of more than 2^31 - 1 bytes}}
func.func private @size(!mem.buffer<65536x65536xf16, shared>)

// -----

// expected-error @+1 {{vector<2xf16> cannot be an element of a buffer}}
func.func private @element(!mem.buffer<8xvector<2xf16>, shared>)

// -----

func.func @offset() {
  // expected-error @+1 {{'mem.alloc' op lies at byte 64, but !mem.buffer<8x64xf16, #mem.swizzle<128>, shared> needs a multiple of 1024}}
  %0 = mem.alloc {offset = 64 : i64} : !mem.buffer<8x64xf16, #mem.swizzle<128>, shared>
  return
}

// -----

func.func @flatten() {
  %0 = mem.alloc : !mem.buffer<8x64xf16, shared>
  // expected-error @+1 {{'mem.flatten' op gives !mem.buffer<512xf16, shared>, got !mem.buffer<256xf16, shared>}}
  %1 = mem.flatten %0 : !mem.buffer<8x64xf16, shared> to !mem.buffer<256xf16, shared>
  return
}

// -----

func.func @slot(%i: index) {
  %0 = mem.alloc : !mem.buffer<8x64xf16, #mem.swizzle<0, column>, shared>
  // expected-error @+1 {{whose rows are not contiguous}}
  %1 = mem.index %0[%i] : !mem.buffer<8x64xf16, #mem.swizzle<0, column>, shared>
  return
}

// -----

func.func @trans() {
  %0 = mem.alloc : !mem.buffer<64xf16, shared>
  // expected-error @+1 {{'mem.trans' op operand #0 must be a !mem.buffer of rank 2 or more, got '!mem.buffer<64xf16, shared>'}}
  %1 = mem.trans %0 : !mem.buffer<64xf16, shared>
  return
}

// -----

func.func @trans_memref(%0: memref<8x64xf16>) {
  // expected-error @+1 {{'mem.trans' op operand #0 must be a !mem.buffer of rank 2 or more, got 'memref<8x64xf16>'}}
  %1 = mem.trans %0 : memref<8x64xf16>
  return
}

// -----

// expected-note @+1 {{'%0' is defined here}}
func.func @trans_generic(%0: !mem.buffer<64xf16, shared>) {
  // expected-error @+1 {{'mem.trans' op operand #0 must be a !mem.buffer of rank 2 or more, but '%0' has type '!mem.buffer<64xf16, shared>'}}
  %1 = "mem.trans"(%0) : (!mem.buffer<64xf16, shared>) -> !mem.buffer<64xf16, shared>
  return
}

// -----

func.func @slot_of_row(%0: !mem.buffer<64xf16, shared>, %i: index) {
  // expected-error @+1 {{'mem.index' op operand #0 must be a !mem.buffer of rank 2 or more, got '!mem.buffer<64xf16, shared>'}}
  %1 = mem.index %0[%i] : !mem.buffer<64xf16, shared>
  return
}

// -----

func.func @trans_type() {
  %0 = mem.alloc : !mem.buffer<8x64xf16, shared>
  // expected-error @+1 {{gives !mem.buffer<64x8xf16, #mem.swizzle<0, column>, shared>, got !mem.buffer<64x8xf16, shared>}}
  %1 = "mem.trans"(%0) : (!mem.buffer<8x64xf16, shared>) -> !mem.buffer<64x8xf16, shared>
  return
}

// -----

func.func @indices(%A: memref<?x?xf16>, %i: index) {
  // expected-error @+1 {{'mem.load' op needs 2 indices for memref<?x?xf16>, got 1}}
  %0 = mem.load %A[%i] : memref<?x?xf16>, f16
  return
}

// -----

func.func @index_type(%A: memref<?xf16>, %i: i32) {
  // expected-error @+1 {{'mem.load' op index 0 into a memref must be index, got i32}}
  %0 = mem.load %A[%i] : memref<?xf16>, f16
  return
}

// -----

func.func @element(%A: memref<?xf16>, %i: index) {
  // expected-error @+1 {{'mem.load' op moves vector<8xf32>, but the elements of memref<?xf16> are f16}}
  %0 = mem.load %A[%i] : memref<?xf16>, vector<8xf32>
  return
}

// -----

func.func @length(%A: memref<?xf16>, %i: index) {
  // expected-error @+1 {{moves a vector of rank 1 with a power of two of elements, got vector<6xf16>}}
  %0 = mem.load %A[%i] : memref<?xf16>, vector<6xf16>
  return
}

// -----

func.func @wide(%A: memref<?xf16>, %i: index) {
  // expected-error @+1 {{'mem.load' op moves at most 16 bytes, got 32 of vector<16xf16>}}
  %0 = mem.load %A[%i] : memref<?xf16>, vector<16xf16>
  return
}

// -----

func.func @stride(%A: memref<?xf16, strided<[?]>>, %i: index) {
  // expected-error @+1 {{'mem.load' op moves a vector, but memref<?xf16, strided<[?]>> has no stride of 1}}
  %0 = mem.load %A[%i] : memref<?xf16, strided<[?]>>, vector<8xf16>
  return
}

// -----

func.func @else(%A: memref<?xf16>, %i: index, %p: i1) {
  // expected-error @+1 {{'mem.load' op needs both a predicate and a value to yield where it is false}}
  %0 = "mem.load"(%A, %i, %p) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (memref<?xf16>, index, i1) -> f16
  return
}

// -----

func.func @store(%A: memref<?xf16>, %i: index, %v: vector<8xf32>) {
  // expected-error @+1 {{'mem.store' op moves vector<8xf32>, but the elements of memref<?xf16> are f16}}
  mem.store %v, %A[%i] : memref<?xf16>, vector<8xf32>
  return
}

// -----

// expected-error @+1 {{i24 cannot be an element of a buffer}}
func.func @three_bytes(%s: !mem.buffer<64xi24, shared>)

// -----

// expected-error @+1 {{i128 cannot be an element of a buffer}}
func.func @sixteen_bytes(%s: !mem.buffer<64xi128, shared>)
