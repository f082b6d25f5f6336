// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @unknown(%a: tensor<64x16xf16>, %b: tensor<16x32xf16>, %c: tensor<64x32xf32>) {
  // expected-error @+1 {{'tc.dot' op has an unknown instruction 'mma.m16n8k8'}}
  %d = tc.dot %a, %b, %c instr "mma.m16n8k8"
  return
}

// -----

func.func @depth(%a: tensor<64x32xf16>, %b: tensor<32x32xf16>, %c: tensor<64x32xf32>) {
  // expected-error @+1 {{'mma.m16n8k16' makes 16x8 from a depth of 16, got 64x32 from 32}}
  %d = tc.dot %a, %b, %c instr "mma.m16n8k16"
  return
}

// -----

func.func @extents(%a: tensor<8x16xf16>, %b: tensor<16x32xf16>, %c: tensor<8x32xf32>) {
  // expected-error @+1 {{'mma.m16n8k16' makes 16x8 from a depth of 16, got 8x32 from 16}}
  %d = tc.dot %a, %b, %c instr "mma.m16n8k16"
  return
}

// -----

func.func @shapes(%a: tensor<16x16xf16>, %b: tensor<32x16xf16>, %c: tensor<16x32xf32>) {
  // expected-error @+1 {{'tc.dot' op multiplies 16x16 by 32x16 and adds 16x32}}
  %d = tc.dot %a, %b, %c instr "mma.m16n8k16"
  return
}

// -----

func.func @types(%a: tensor<16x16xf32>, %b: tensor<16x32xf32>, %c: tensor<16x32xf32>) {
  // expected-error @+1 {{'mma.m16n8k16' cannot multiply f32 by f32 and add f32}}
  %d = tc.dot %a, %b, %c instr "mma.m16n8k16"
  return
}

// -----

func.func @fragment(%a: vector<4xf16>, %b: vector<4xf16>, %c: vector<4xf32>) {
  // expected-error @+1 {{'tc.mma' op a lane holds 8 elements of a, got vector<4xf16>}}
  %d = tc.mma %a, %b, %c instr "mma.m16n8k16" : vector<4xf16>, vector<4xf16>, vector<4xf32>
  return
}

// -----

func.func @ldmatrix_shape(%s: !mem.buffer<64x64xf16, shared>, %o: i32) {
  // expected-error @+1 {{'tc.ldmatrix' op reads a row of elements in shared memory, got !mem.buffer<64x64xf16, shared>}}
  %a = tc.ldmatrix %s[%o] : !mem.buffer<64x64xf16, shared>, vector<8xf16>
  return
}

// -----

func.func @ldmatrix_count(%s: !mem.buffer<64xf16, shared>, %o: i32) {
  // expected-error @+1 {{'tc.ldmatrix' op gives a lane 2, 4 or 8 elements, got vector<16xf16>}}
  %a = tc.ldmatrix %s[%o] : !mem.buffer<64xf16, shared>, vector<16xf16>
  return
}

// -----

func.func @ldmatrix_width(%s: !mem.buffer<64xf32, shared>, %o: i32) {
  // expected-error @+1 {{'tc.ldmatrix' op moves elements of 16 bits, got f32}}
  %a = tc.ldmatrix %s[%o] : !mem.buffer<64xf32, shared>, vector<8xf32>
  return
}
