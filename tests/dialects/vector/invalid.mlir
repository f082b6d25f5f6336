// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%x: f32) {
  // expected-error @+1 {{'vector.broadcast' op 'f32' cannot be stretched to 'vector<4xf16>'}}
  %0 = vector.broadcast %x : f32 to vector<4xf16>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.broadcast' op 'vector<4xf32>' cannot be stretched to 'vector<2xf32>'}}
  %0 = vector.broadcast %v : vector<4xf32> to vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.broadcast' op 'vector<2x4xf32>' cannot be stretched to 'vector<4xf32>'}}
  %0 = vector.broadcast %v : vector<2x4xf32> to vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract' op position #0 is 4, outside the extent 4}}
  %0 = vector.extract %v[4] : f32 from vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract' op position has 2 entries, but 'vector<4xf32>' has 1 dimensions}}
  %0 = vector.extract %v[0, 0] : f32 from vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<2x4xf32>) {
  // expected-error @+1 {{'vector.extract' op there is a 'vector<4xf32>' at that position, not a 'f32'}}
  %0 = vector.extract %v[1] : f32 from vector<2x4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract' op position has 1 dynamic entries, but 0 operands}}
  %0 = "vector.extract"(%v) {static_position = array<i64: -9223372036854775808>} : (vector<4xf32>) -> f32
  return
}

// -----

func.func @f(%v: vector<4xf32>, %x: f16) {
  // expected-error @+1 {{'vector.insert' op there is a 'f32' at that position, not a 'f16'}}
  %0 = vector.insert %x, %v [0] : f16 into vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %x: f32) {
  // expected-error @+1 {{'vector.insert' op result must have the destination's type 'vector<4xf32>', but got 'vector<8xf32>'}}
  %0 = "vector.insert"(%x, %v) {static_position = array<i64: 0>} : (f32, vector<4xf32>) -> vector<8xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op slice of 2 elements at 3 leaves dimension #0, whose extent is 4}}
  %0 = vector.extract_strided_slice %v {offsets = [3], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op stride #0 must be 1, but got 2}}
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [2]} : vector<4xf32> to vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op 'vector<3xf32>' is not the type of this slice of 'vector<4xf32>'}}
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<3xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op has 2 offsets, but there are only 1 dimensions}}
  %0 = vector.extract_strided_slice %v {offsets = [0, 0], sizes = [2, 2], strides = [1, 1]} : vector<4xf32> to vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op offsets must be integers, but got "a"}}
  %0 = vector.extract_strided_slice %v {offsets = ["a"], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.extract_strided_slice' op needs as many sizes and strides as offsets}}
  %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [], strides = [1]} : vector<4xf32> to vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %s: vector<2xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op slice of 2 elements at 3 leaves dimension #0, whose extent is 4}}
  %0 = vector.insert_strided_slice %s, %v {offsets = [3], strides = [1]} : vector<2xf32> into vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<2x4xf32>, %s: vector<2xf32>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op needs 2 offsets and 1 strides, got 1 and 1}}
  %0 = vector.insert_strided_slice %s, %v {offsets = [3], strides = [1]} : vector<2xf32> into vector<2x4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %s: vector<2xf16>) {
  // expected-error @+1 {{'vector.insert_strided_slice' op 'vector<2xf16>' is not a slice of 'vector<4xf32>'}}
  %0 = vector.insert_strided_slice %s, %v {offsets = [0], strides = [1]} : vector<2xf16> into vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>, %s: vector<2xf16>) {
  // expected-error @+1 {{'vector.shuffle' op vectors must differ at most in their first extent, but got 'vector<4xf32>' and 'vector<2xf16>'}}
  %0 = vector.shuffle %v, %s [0] : vector<4xf32>, vector<2xf16>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.shuffle' op mask entry #0 is 8, but there are 8 rows}}
  %0 = vector.shuffle %v, %v [8] : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{cannot shuffle 'vector<4xf32>'}}
  %0 = vector.shuffle %v, %v [] : vector<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.shuffle' op result must be 'vector<1xf32>', but got 'vector<2xf32>'}}
  %0 = "vector.shuffle"(%v, %v) {mask = array<i64: 0>} : (vector<4xf32>, vector<4xf32>) -> vector<2xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'vector.from_elements' op needs 4 elements for 'vector<4xf32>', got 2}}
  %0 = vector.from_elements %x, %x : vector<4xf32>
  return
}

// -----

func.func @f(%x: f32, %i: i32) {
  // expected-error @+1 {{'vector.from_elements' op element #1 must be 'f32', but got 'i32'}}
  %0 = "vector.from_elements"(%x, %i) : (f32, i32) -> vector<2xf32>
  return
}

// -----

func.func @f(%v: vector<4xf32>) {
  // expected-error @+1 {{'vector.bitcast' op 'vector<4xf32>' and 'vector<4xf16>' are not the same bits}}
  %0 = vector.bitcast %v : vector<4xf32> to vector<4xf16>
  return
}

// -----

func.func @f(%m: memref<4x4xf32>, %i: index) {
  // expected-error @+1 {{'vector.load' op needs 2 indices for 'memref<4x4xf32>', got 1}}
  %0 = vector.load %m[%i] : memref<4x4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'vector.load' op 'vector<4xf16>' is not a part of 'memref<4xf32>'}}
  %0 = vector.load %m[%i] : memref<4xf32>, vector<4xf16>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index) {
  // expected-error @+1 {{'vector.load' op alignment must be a power of two, but got 0}}
  %0 = vector.load %m[%i] {alignment = 0 : i64} : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<4xf32>, %i: index, %v: vector<2x2xf32>) {
  // expected-error @+1 {{'vector.store' op 'vector<2x2xf32>' is not a part of 'memref<4xf32>'}}
  vector.store %v, %m[%i] : memref<4xf32>, vector<2x2xf32>
  return
}
