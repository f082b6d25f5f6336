// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @indices(%A: memref<?x?xf16>, %i: index) {
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  // expected-error @+1 {{'mem.cp_async' op needs 2 indices for memref<?x?xf16>, got 1}}
  mem.cp_async %A[%i] to %s[%i] bytes 16 : memref<?x?xf16>, !mem.buffer<64xf16, shared>
  return
}

// -----

func.func @elements(%A: memref<?xf32>, %i: index) {
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  // expected-error @+1 {{'mem.cp_async' op copies elements of memref<?xf32> to !mem.buffer<64xf16, shared>}}
  mem.cp_async %A[%i] to %s[%i] bytes 16 : memref<?xf32>, !mem.buffer<64xf16, shared>
  return
}

// -----

func.func @bytes(%A: memref<?xf16>, %i: index) {
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  // expected-error @+1 {{'mem.cp_async' op copies 4, 8 or 16 bytes, got 2}}
  mem.cp_async %A[%i] to %s[%i] bytes 2 : memref<?xf16>, !mem.buffer<64xf16, shared>
  return
}

// -----

func.func @whole_elements(%A: memref<?xf64>, %i: index) {
  %s = mem.alloc : !mem.buffer<64xf64, shared>
  // expected-error @+1 {{'mem.cp_async' op copies 4 bytes, no whole elements of f64}}
  mem.cp_async %A[%i] to %s[%i] bytes 4 : memref<?xf64>, !mem.buffer<64xf64, shared>
  return
}

// -----

func.func @stride(%A: memref<?xf16, strided<[?]>>, %i: index) {
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  // expected-error @+1 {{'mem.cp_async' op copies along a stride of 1, but memref<?xf16, strided<[?]>> has none}}
  mem.cp_async %A[%i] to %s[%i] bytes 16 : memref<?xf16, strided<[?]>>, !mem.buffer<64xf16, shared>
  return
}

// -----

func.func @no_rank(%A: memref<f16>, %i: index) {
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  // expected-error @+1 {{'mem.cp_async' op copies from a row of elements, got memref<f16>}}
  mem.cp_async %A[] to %s[%i] bytes 16 : memref<f16>, !mem.buffer<64xf16, shared>
  return
}

// -----

func.func @row(%A: memref<?xf16>, %i: index) {
  %s = mem.alloc : !mem.buffer<8x8xf16, shared>
  // expected-error @+1 {{operand #2 must be a row of elements in shared memory, as mem.flatten gives it}}
  mem.cp_async %A[%i] to %s[%i] bytes 16 : memref<?xf16>, !mem.buffer<8x8xf16, shared>
  return
}

// -----

func.func @groups() {
  // expected-error @+1 {{'mem.async_wait' op leaves -1 groups under way: a number of 0 or more}}
  mem.async_wait -1
  return
}

// -----

func.func @bulk_groups() {
  // expected-error @+1 {{'mem.bulk_wait' op leaves -1 groups under way: a number of 0 or more}}
  mem.bulk_wait -1 read
  return
}

// -----

func.func @barrier(%i: i32) {
  %b = mem.alloc : !mem.buffer<4xi64, shared>
  // expected-error @+1 {{operand #0 must be a row of mbarriers in shared memory}}
  mem.mbarrier_init %b[%i] count 1 : !mem.buffer<4xi64, shared>
  return
}

// -----

func.func @no_arrivals(%i: i32) {
  %b = mem.alloc : !mem.buffer<4x!mem.mbarrier, shared>
  // expected-error @+1 {{'mem.mbarrier_init' op counts 1 to 1048575 arrivals, got 0}}
  mem.mbarrier_init %b[%i] count 0 : !mem.buffer<4x!mem.mbarrier, shared>
  return
}

// -----

func.func @too_many(%i: i32) {
  %b = mem.alloc : !mem.buffer<4x!mem.mbarrier, shared>
  // expected-error @+1 {{'mem.mbarrier_arrive' op counts 1 to 1048575 arrivals, got 1048576}}
  mem.mbarrier_arrive %b[%i] count 1048576 : !mem.buffer<4x!mem.mbarrier, shared>
  return
}

// -----

// No value is an mbarrier.
func.func @load(%i: i32) {
  %b = mem.alloc : !mem.buffer<4x!mem.mbarrier, shared>
  // expected-error @+1 {{'mem.load' op moves i64, but the elements of !mem.buffer<4x!mem.mbarrier, shared> are !mem.mbarrier}}
  %0 = mem.load %b[%i] : !mem.buffer<4x!mem.mbarrier, shared>, i64
  return
}

// -----

// expected-error @+1 {{a buffer of mbarriers is in shared memory}}
func.func private @space(!mem.buffer<4x!mem.mbarrier, fragment>)

// -----

// expected-error @+1 {{a tensor map has rank 1 to 5, got 6}}
func.func private @rank(!mem.tensor_map<1x1x1x1x1x8xf32>)

// -----

// expected-error @+1 {{a box's extents are fixed, 1 to 256}}
func.func private @extent(!mem.tensor_map<512x8xf32>)

// -----

// expected-error @+1 {{index cannot be an element of a tensor map}}
func.func private @element(!mem.tensor_map<8x8xindex>)

// -----

// expected-error @+1 {{a box's contiguous extent is a multiple of 16 bytes, got 8}}
func.func private @contiguous(!mem.tensor_map<8x4xf16>)

// -----

// expected-error @+1 {{a box's contiguous extent of 256 bytes is more than the swizzle's span of 128}}
func.func private @span(!mem.tensor_map<64x128xf16, #mem.swizzle<128>>)

// -----

// expected-error @+1 {{#mem.swizzle<128, column> needs a box of rank 2 or more, got rank 1}}
func.func private @column(!mem.tensor_map<64xf16, #mem.swizzle<128, column>>)

// -----

// expected-error @+1 {{a box's layout is a #mem.swizzle, got 3 : i64}}
func.func private @layout(!mem.tensor_map<64xf16, 3>)

// -----

// expected-error @+1 {{a box has fewer than 2^20 bytes, got 16777216}}
func.func private @bytes(!mem.tensor_map<256x256x256xi8>)

// -----

func.func @place(%A: memref<?x?xf16>, %c: i1) {
  scf.if %c {
    // expected-error @+1 {{'mem.tensor_map' op of memref<?x?xf16> stands outside the kernel's entry block}}
    %m = mem.tensor_map %A : memref<?x?xf16> to !mem.tensor_map<8x8xf16>
  }
  return
}

// -----

func.func @no_argument() {
  %A = memref.alloc() : memref<64x64xf16>
  // expected-error @+1 {{'mem.tensor_map' op maps memref<64x64xf16>, which is no argument of the kernel}}
  %m = mem.tensor_map %A : memref<64x64xf16> to !mem.tensor_map<8x8xf16>
  return
}

// -----

func.func @map_rank(%A: memref<?xf16>) {
  // expected-error @+1 {{'mem.tensor_map' op has boxes of rank 2 of memref<?xf16>}}
  %m = mem.tensor_map %A : memref<?xf16> to !mem.tensor_map<8x8xf16>
  return
}

// -----

func.func @map_element(%A: memref<?xf16>) {
  // expected-error @+1 {{'mem.tensor_map' op has boxes of bf16 of memref<?xf16>}}
  %m = mem.tensor_map %A : memref<?xf16> to !mem.tensor_map<8xbf16>
  return
}

// -----

func.func @nan(%A: memref<?xi32>) {
  // expected-error @+1 {{'mem.tensor_map' op cannot fill with NaN: i32 is no float of 16 bits or more}}
  %m = mem.tensor_map %A nan : memref<?xi32> to !mem.tensor_map<8xi32>
  return
}

// -----

func.func @map_stride(%A: memref<?x?xf16>) {
  // expected-error @+1 {{'mem.tensor_map' op has boxes contiguous along dimension 0, which has no stride of 1 in memref<?x?xf16>}}
  %m = mem.tensor_map %A : memref<?x?xf16> to !mem.tensor_map<8x8xf16, #mem.swizzle<0, column>>
  return
}

// -----

func.func @pitch(%A: memref<8x12xf16>) {
  // expected-error @+1 {{'mem.tensor_map' op needs strides of a multiple of 16 bytes, but dimension 0 of memref<8x12xf16> has 24}}
  %m = mem.tensor_map %A : memref<8x12xf16> to !mem.tensor_map<8x8xf16>
  return
}

// -----

func.func @coordinates(%A: memref<?x?xf16>, %i: i32) {
  %m = mem.tensor_map %A : memref<?x?xf16> to !mem.tensor_map<8x8xf16>
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  %b = mem.alloc : !mem.buffer<1x!mem.mbarrier, shared>
  // expected-error @+1 {{'mem.tma_load' op needs 2 coordinates for !mem.tensor_map<8x8xf16>, got 1}}
  mem.tma_load %m[%i] to %s[%i] signal %b[%i] : !mem.tensor_map<8x8xf16>, !mem.buffer<64xf16, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  return
}

// -----

func.func @box_element(%A: memref<?x?xf16>, %i: i32) {
  %m = mem.tensor_map %A : memref<?x?xf16> to !mem.tensor_map<8x8xf16>
  %s = mem.alloc : !mem.buffer<64xi16, shared>
  // expected-error @+1 {{'mem.tma_store' op moves f16 to or from !mem.buffer<64xi16, shared>}}
  mem.tma_store %s[%i] to %m[%i, %i] : !mem.buffer<64xi16, shared>, !mem.tensor_map<8x8xf16>
  return
}

// -----

func.func @box_size(%A: memref<?x?xf16>, %i: i32) {
  %m = mem.tensor_map %A : memref<?x?xf16> to !mem.tensor_map<8x8xf16>
  %s = mem.alloc : !mem.buffer<32xf16, shared>
  // expected-error @+1 {{'mem.tma_store' op moves a box that takes 64 elements, but !mem.buffer<32xf16, shared> has fewer}}
  mem.tma_store %s[%i] to %m[%i, %i] : !mem.buffer<32xf16, shared>, !mem.tensor_map<8x8xf16>
  return
}

// -----

func.func @kind(%A: memref<?x?xf16>, %i: i32) {
  %m = mem.tensor_map %A : memref<?x?xf16> to !mem.tensor_map<8x8xf16>
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  // expected-error @+1 {{'mem.tma_reduce' op cannot combine f16 with 'xor'}}
  mem.tma_reduce xor %s[%i] to %m[%i, %i] : !mem.buffer<64xf16, shared>, !mem.tensor_map<8x8xf16>
  return
}

// -----

func.func @unknown_kind(%A: memref<?x?xf16>, %i: i32) {
  %m = mem.tensor_map %A : memref<?x?xf16> to !mem.tensor_map<8x8xf16>
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  // expected-error @+1 {{attribute 'kind' must be one of add, min, max, inc, dec, and, or, xor}}
  "mem.tma_reduce"(%s, %i, %m, %i, %i) <{kind = "mul"}> : (!mem.buffer<64xf16, shared>, i32, !mem.tensor_map<8x8xf16>, i32, i32) -> ()
  return
}

// -----

func.func @wide_sum(%A: memref<?xi64>, %i: i32) {
  %m = mem.tensor_map %A : memref<?xi64> to !mem.tensor_map<8xi64>
  %s = mem.alloc : !mem.buffer<8xi64, shared>
  // Of integers of 64 bits the hardware adds unsigned ones only.
  // expected-error @+1 {{'mem.tma_reduce' op cannot combine i64 with 'add'}}
  mem.tma_reduce add %s[%i] to %m[%i] : !mem.buffer<8xi64, shared>, !mem.tensor_map<8xi64>
  return
}

// -----

func.func @remote_init(%i: i32) {
  %b = mem.alloc : !mem.buffer<4x!mem.mbarrier, shared>
  %r = mem.map_cluster %b, %i : !mem.buffer<4x!mem.mbarrier, shared> to !mem.buffer<4x!mem.mbarrier, cluster>
  mem.mbarrier_arrive %r[%i] : !mem.buffer<4x!mem.mbarrier, cluster>
  // expected-error @+1 {{operand #0 must be a row of mbarriers in shared memory}}
  mem.mbarrier_wait %r[%i] parity %i : !mem.buffer<4x!mem.mbarrier, cluster>
  return
}

// -----

func.func @store_async_bytes(%d: !mem.buffer<64xf16, cluster>, %b: !mem.buffer<4x!mem.mbarrier, cluster>, %v: f16, %i: i32) {
  // expected-error @+1 {{'mem.store_async' op stores 4, 8 or 16 bytes, got 2 of f16}}
  mem.store_async %v to %d[%i] signal %b[%i] : f16, !mem.buffer<64xf16, cluster>, !mem.buffer<4x!mem.mbarrier, cluster>
  return
}

// -----

func.func @store_async_type(%d: !mem.buffer<64xf16, cluster>, %b: !mem.buffer<4x!mem.mbarrier, cluster>, %v: f32, %i: i32) {
  // expected-error @+1 {{'mem.store_async' op stores f32 into !mem.buffer<64xf16, cluster>, whose elements have another type}}
  mem.store_async %v to %d[%i] signal %b[%i] : f32, !mem.buffer<64xf16, cluster>, !mem.buffer<4x!mem.mbarrier, cluster>
  return
}

// -----

func.func @store_async_own(%d: !mem.buffer<64xf32, cluster>, %b: !mem.buffer<4x!mem.mbarrier, shared>, %v: f32, %i: i32) {
  // expected-help @+2 {{take the mbarrier that mem.map_cluster gives of the same block}}
  // expected-error @+1 {{'mem.store_async' op signals !mem.buffer<4x!mem.mbarrier, shared>, which is not the other block's}}
  mem.store_async %v to %d[%i] signal %b[%i] : f32, !mem.buffer<64xf32, cluster>, !mem.buffer<4x!mem.mbarrier, shared>
  return
}
