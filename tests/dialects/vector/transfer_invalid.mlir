// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @indices(%m: memref<4x8xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{needs 2 indices for 'memref<4x8xf32>', got 1}}
  %0 = vector.transfer_read %m[%i], %x : memref<4x8xf32>, vector<8xf32>
  return
}

// -----

func.func @elements(%m: memref<4x8xf32>, %i: index, %v: vector<8xi32>) {
  // expected-error @+1 {{'memref<4x8xf32>' and 'vector<8xi32>' have different elements}}
  vector.transfer_write %v, %m[%i, %i] : vector<8xi32>, memref<4x8xf32>
  return
}

// -----

func.func @rank(%m: memref<8xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{'vector<4x8xf32>' has more dimensions than 'memref<8xf32>', or there are too many}}
  %0 = vector.transfer_read %m[%i], %x : memref<8xf32>, vector<4x8xf32>
  return
}

// -----

func.func @map(%m: memref<4x8xf32>, %i: index, %v: vector<8xf32>) {
  // expected-error @+1 {{map must name dimensions, none twice, but got affine_map<(d0, d1) -> (0)>}}
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (0)>} : vector<8xf32>, memref<4x8xf32>
  return
}

// -----

func.func @map_dims(%m: memref<4x8xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{needs a map from 2 to 1 dimensions}}
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0) -> (d0)>} : memref<4x8xf32>, vector<8xf32>
  return
}

// -----

func.func @in_bounds(%m: memref<4x8xf32>, %i: index, %x: f32) {
  // expected-error @+1 {{needs 1 entries in in_bounds, got 2}}
  %0 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, true]} : memref<4x8xf32>, vector<8xf32>
  return
}

// -----

func.func @mask(%m: memref<4x8xf32>, %i: index, %x: f32, %k: vector<4xi1>) {
  // expected-error @+1 {{mask must be 'vector<8xi1>', but got 'vector<4xi1>'}}
  %0 = "vector.transfer_read"(%m, %i, %i, %x, %k) <{permutation_map = affine_map<(d0, d1) -> (d1)>, in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 1>}> : (memref<4x8xf32>, index, index, f32, vector<4xi1>) -> vector<8xf32>
  return
}

// -----

func.func @results(%t: tensor<4x8xf32>, %i: index, %v: vector<8xf32>) {
  // expected-error @+1 {{to 'tensor<4x8xf32>' has 1 results, got 0}}
  "vector.transfer_write"(%v, %t, %i, %i) <{permutation_map = affine_map<(d0, d1) -> (d1)>, in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 0>}> : (vector<8xf32>, tensor<4x8xf32>, index, index) -> ()
  return
}

// -----

func.func @padding(%m: memref<4x8xf32>, %i: index, %x: f16) {
  // expected-error @+1 {{padding must be 'f32', but got 'f16'}}
  %0 = "vector.transfer_read"(%m, %i, %i, %x) <{permutation_map = affine_map<(d0, d1) -> (d1)>, in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>}> : (memref<4x8xf32>, index, index, f16) -> vector<8xf32>
  return
}

// -----

func.func @map_results(%m: memref<4x8xf32>, %i: index, %x: f32, %k: vector<8xi1>) {
  // expected-error @+1 {{needs a map to 1 dimensions}}
  %0 = vector.transfer_read %m[%i, %i], %x, %k {permutation_map = affine_map<(d0, d1) -> (d0, d1)>} : memref<4x8xf32>, vector<8xf32>
  return
}
