// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @rank(%s: !mem.buffer<64x64xf16, shared>, %o: i32) {
  // expected-error @+1 {{'tc.wgmma_descriptor' op points to a row of elements in shared memory, got !mem.buffer<64x64xf16, shared>}}
  %a = tc.wgmma_descriptor %s[%o] leading 16 stride 1024 swizzle 128 : !mem.buffer<64x64xf16, shared> to !tc.descriptor<f16>
  return
}

// -----

func.func @size(%s: !mem.buffer<64xf16, shared>, %o: i32) {
  // expected-error @+1 {{'tc.wgmma_descriptor' op takes elements of !mem.buffer<64xf16, shared> for f8E4M3FN, which has another size}}
  %a = tc.wgmma_descriptor %s[%o] leading 16 stride 1024 swizzle 128 : !mem.buffer<64xf16, shared> to !tc.descriptor<f8E4M3FN>
  return
}

// -----

func.func @leading(%s: !mem.buffer<64xf16, shared>, %o: i32) {
  // expected-error @+1 {{'tc.wgmma_descriptor' op has a leading offset that is a multiple of 16 up to 262128 bytes, got 8}}
  %a = tc.wgmma_descriptor %s[%o] leading 8 stride 1024 swizzle 128 : !mem.buffer<64xf16, shared> to !tc.descriptor<f16>
  return
}

// -----

func.func @stride(%s: !mem.buffer<64xf16, shared>, %o: i32) {
  // expected-error @+1 {{'tc.wgmma_descriptor' op has a stride offset that is a multiple of 16 up to 262128 bytes, got 262144}}
  %a = tc.wgmma_descriptor %s[%o] leading 16 stride 262144 swizzle 128 : !mem.buffer<64xf16, shared> to !tc.descriptor<f16>
  return
}

// -----

func.func @swizzle(%s: !mem.buffer<64xf16, shared>, %o: i32) {
  // expected-error @+1 {{'tc.wgmma_descriptor' op has a swizzle of 0, 32, 64 or 128 bytes, got 16}}
  %a = tc.wgmma_descriptor %s[%o] leading 16 stride 1024 swizzle 16 : !mem.buffer<64xf16, shared> to !tc.descriptor<f16>
  return
}

// -----

// expected-error @+1 {{a descriptor is of numbers of 8, 16 or 32 bits, got f64}}
func.func @element(%a: !tc.descriptor<f64>) {
  return
}

// -----

// expected-error @+1 {{in flight are vectors of rank 1, or tensors of rank 2, got f32}}
func.func @scalar(%a: !tc.inflight<f32>) {
  return
}

// -----

func.func @types(%a: !tc.descriptor<bf16>, %b: !tc.descriptor<bf16>) {
  // expected-error @+1 {{'tc.wgmma' op cannot multiply bf16 by bf16 and add f16}}
  %d = tc.wgmma %a, %b : !tc.descriptor<bf16>, !tc.descriptor<bf16> -> !tc.inflight<vector<32xf16>>
  return
}

// -----

func.func @mixed(%a: !tc.descriptor<f16>, %b: !tc.descriptor<bf16>) {
  // expected-error @+1 {{'tc.wgmma' op cannot multiply f16 by bf16 and add f32}}
  %d = tc.wgmma %a, %b : !tc.descriptor<f16>, !tc.descriptor<bf16> -> !tc.inflight<vector<32xf32>>
  return
}

// -----

func.func @columns(%a: !tc.descriptor<f16>, %b: !tc.descriptor<f16>) {
  // expected-error @+1 {{'tc.wgmma' op has 20 columns, twice the elements of !tc.inflight<vector<10xf32>>; f16 takes multiples of 8 up to 256}}
  %d = tc.wgmma %a, %b : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<10xf32>>
  return
}

// -----

func.func @integer_columns(%a: !tc.descriptor<i8>, %b: !tc.descriptor<i8>) {
  // expected-error @+1 {{'tc.wgmma' op has 40 columns, twice the elements of !tc.inflight<vector<20xi32>>; i8 takes 8, 16, 24, 32 and then multiples of 16 up to 256}}
  %d = tc.wgmma %a, %b : !tc.descriptor<i8>, !tc.descriptor<i8> -> !tc.inflight<vector<20xi32>>
  return
}

// -----

func.func @registers(%a: !tc.inflight<vector<4xf16>>, %b: !tc.descriptor<f16>) {
  // expected-error @+1 {{'tc.wgmma' op a lane holds 8 elements of a, got !tc.inflight<vector<4xf16>>}}
  %d = tc.wgmma %a, %b : !tc.inflight<vector<4xf16>>, !tc.descriptor<f16> -> !tc.inflight<vector<32xf32>>
  return
}

// -----

func.func @early(%a: vector<8xf16>, %b: !tc.descriptor<f16>) {
  // expected-error @+1 {{operand #0 must be a !tc.descriptor or a !tc.inflight}}
  %d = tc.wgmma %a, %b : vector<8xf16>, !tc.descriptor<f16> -> !tc.inflight<vector<32xf32>>
  return
}

// -----

func.func @too_early(%d: !tc.inflight<vector<4xf32>>) {
  // expected-error @+1 {{operand #0 must be}}
  %e = "arith.addf"(%d, %d) : (!tc.inflight<vector<4xf32>>, !tc.inflight<vector<4xf32>>) -> !tc.inflight<vector<4xf32>>
  return
}

// -----

func.func @trans_registers(%a: !tc.inflight<vector<8xf16>>, %b: !tc.descriptor<f16>) {
  // expected-error @+1 {{'tc.wgmma' op has a in registers, where it cannot be MN-major}}
  %d = tc.wgmma %a, %b trans_a : !tc.inflight<vector<8xf16>>, !tc.descriptor<f16> -> !tc.inflight<vector<32xf32>>
  return
}

// -----

func.func @trans_bytes(%a: !tc.descriptor<f8E5M2>, %b: !tc.descriptor<f8E4M3FN>) {
  // expected-error @+1 {{'tc.wgmma' op takes f8E5M2 only K-major}}
  %d = tc.wgmma %a, %b trans_b : !tc.descriptor<f8E5M2>, !tc.descriptor<f8E4M3FN> -> !tc.inflight<vector<32xf32>>
  return
}

// -----

func.func @unsigned(%a: !tc.descriptor<f16>, %b: !tc.descriptor<f16>) {
  // expected-error @+1 {{'tc.wgmma' op multiplies f16, and only integers are unsigned or saturate}}
  %d = tc.wgmma %a, %b unsigned_a : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<32xf32>>
  return
}

// -----

func.func @sum(%a: !tc.descriptor<f16>, %b: !tc.descriptor<f16>, %c: !tc.inflight<vector<16xf32>>) {
  // expected-error @+1 {{'tc.wgmma' op adds to !tc.inflight<vector<16xf32>> and gives !tc.inflight<vector<32xf32>>}}
  %d = "tc.wgmma"(%a, %b, %c) {operandSegmentSizes = array<i32: 1, 1, 1, 0>} : (!tc.descriptor<f16>, !tc.descriptor<f16>, !tc.inflight<vector<16xf32>>) -> !tc.inflight<vector<32xf32>>
  return
}

// -----

func.func @predicate(%a: !tc.descriptor<f16>, %b: !tc.descriptor<f16>, %p: i1) {
  // expected-error @+1 {{'tc.wgmma' op has a predicate, but nothing to add to}}
  %d = "tc.wgmma"(%a, %b, %p) {operandSegmentSizes = array<i32: 1, 1, 0, 1>} : (!tc.descriptor<f16>, !tc.descriptor<f16>, i1) -> !tc.inflight<vector<32xf32>>
  return
}

// -----

func.func @fence(%c: vector<4xf32>) {
  // expected-error @+1 {{'tc.wgmma_fence' op hands over vector<4xf32> and gives !tc.inflight<vector<8xf32>>}}
  %d = "tc.wgmma_fence"(%c) : (vector<4xf32>) -> !tc.inflight<vector<8xf32>>
  return
}

// -----

func.func @fence_count(%c: vector<4xf32>) {
  // expected-error @+1 {{'tc.wgmma_fence' op hands over 1 values and gives 0}}
  "tc.wgmma_fence"(%c) : (vector<4xf32>) -> ()
  return
}

// -----

func.func @pending() {
  // expected-error @+1 {{'tc.wgmma_wait' op leaves 0 to 7 groups pending, got 8}}
  tc.wgmma_wait 8
  return
}

// -----

func.func @wait(%c: !tc.inflight<vector<4xf32>>) {
  // expected-error @+1 {{'tc.wgmma_wait' op waits for !tc.inflight<vector<4xf32>> and gives vector<8xf32>}}
  %d = "tc.wgmma_wait"(%c) {pending = 0 : i64} : (!tc.inflight<vector<4xf32>>) -> vector<8xf32>
  return
}

// -----

func.func @wait_count(%c: !tc.inflight<vector<4xf32>>) {
  // expected-error @+1 {{'tc.wgmma_wait' op waits for 1 values and gives 0}}
  "tc.wgmma_wait"(%c) {pending = 0 : i64} : (!tc.inflight<vector<4xf32>>) -> ()
  return
}
