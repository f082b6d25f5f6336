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
  // expected-error @+1 {{'tc.ldmatrix' op takes rows of elements in shared memory, got !mem.buffer<64x64xf16, shared>}}
  %a = tc.ldmatrix %s[%o] : !mem.buffer<64x64xf16, shared>, vector<8xf16>
  return
}

// -----

func.func @ldmatrix_count(%s: !mem.buffer<64xf16, shared>, %o: i32) {
  // expected-error @+1 {{'tc.ldmatrix' op moves 2, 4 or 8 elements a lane, got vector<16xf16>}}
  %a = tc.ldmatrix %s[%o] : !mem.buffer<64xf16, shared>, vector<16xf16>
  return
}

// -----

func.func @ldmatrix_width(%s: !mem.buffer<64xf64, shared>, %o: i32) {
  // expected-error @+1 {{'tc.ldmatrix' op moves elements of 8, 16 or 32 bits, got f64}}
  %a = tc.ldmatrix %s[%o] : !mem.buffer<64xf64, shared>, vector<8xf64>
  return
}

// -----

func.func @ldmatrix_trans(%s: !mem.buffer<64xi8, shared>, %o: i32) {
  // expected-error @+1 {{'tc.ldmatrix' op transposes elements of 16 bits only, got i8}}
  %a = tc.ldmatrix %s[%o] trans : !mem.buffer<64xi8, shared>, vector<16xi8>
  return
}

// -----

func.func @stmatrix_element(%s: !mem.buffer<64xf16, shared>, %o: i32, %v: vector<8xbf16>) {
  // expected-error @+1 {{'tc.stmatrix' op moves vector<8xbf16>, but the elements of !mem.buffer<64xf16, shared> are f16}}
  tc.stmatrix %v, %s[%o] : !mem.buffer<64xf16, shared>, vector<8xbf16>
  return
}

// -----

func.func @mma_name(%a: vector<8xf16>, %b: vector<4xf16>, %c: vector<4xf32>) {
  // expected-error @+1 {{'tc.mma' op has an unknown instruction 'mma.m16n8k12'}}
  %d = tc.mma %a, %b, %c instr "mma.m16n8k12" : vector<8xf16>, vector<4xf16>, vector<4xf32>
  return
}

// -----

func.func @mma_types(%a: vector<4xf16>, %b: vector<2xf16>, %c: vector<4xi32>) {
  // expected-error @+1 {{'mma.m16n8k8' cannot multiply f16 by f16 and add i32}}
  %d = tc.mma %a, %b, %c instr "mma.m16n8k8" : vector<4xf16>, vector<2xf16>, vector<4xi32>
  return
}

// -----

func.func @mma_unsigned(%a: vector<8xf16>, %b: vector<4xf16>, %c: vector<4xf32>) {
  // expected-error @+1 {{'tc.mma' op multiplies f16, and only integers are unsigned or saturate}}
  %d = tc.mma %a, %b, %c instr "mma.m16n8k16" satfinite : vector<8xf16>, vector<4xf16>, vector<4xf32>
  return
}

// -----

func.func @dot_types(%a: tensor<16x16xi8>, %b: tensor<16x32xi8>, %c: tensor<16x32xi32>) {
  // expected-error @+1 {{'mma.m16n8k16' cannot multiply i8 by i8 and add i32}}
  %d = tc.dot %a, %b, %c instr "mma.m16n8k16"
  return
}

// -----

func.func @part_outside(%a: tensor<16x32xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{'tc.dot' op multiplies the 16 columns from 32 on of 32}}
  %d = tc.dot %a, %b, %c instr "mma.m16n8k16" from 32
  return
}

// -----

func.func @part_between(%a: tensor<16x32xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{'tc.dot' op multiplies the 16 columns from 8 on of 32}}
  %d = tc.dot %a, %b, %c instr "mma.m16n8k16" from 8
  return
}

// -----

func.func @warps_of_dot(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) {
  // expected-error @+1 {{'tc.dot' op has two counts as `warps`, along M and N, each at least 1}}
  %d = tc.dot %a, %b, %c instr "mma.m16n8k16" warps [4]
  return
}
