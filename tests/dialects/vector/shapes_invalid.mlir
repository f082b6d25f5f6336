// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @elements(%v: vector<2x4xf32>) {
  // expected-error @+1 {{'vector<2x4xf32>' and 'vector<7xf32>' do not hold the same elements}}
  %0 = vector.shape_cast %v : vector<2x4xf32> to vector<7xf32>
  return
}

// -----

func.func @permutation(%v: vector<2x4xf32>) {
  // expected-error @+1 {{does not permute the dimensions of 'vector<2x4xf32>' to those of 'vector<4x2xf32>'}}
  %0 = vector.transpose %v, [0, 1] : vector<2x4xf32> to vector<4x2xf32>
  return
}

// -----

func.func @twice(%v: vector<2x2xf32>) {
  // expected-error @+1 {{does not permute}}
  %0 = vector.transpose %v, [1, 1] : vector<2x2xf32> to vector<2x2xf32>
  return
}

// -----

func.func @values(%v: vector<2x2xf32>, %i: index) {
  // expected-error @+1 {{a permutation holds numbers only}}
  %0 = vector.transpose %v, [1, %i] : vector<2x2xf32> to vector<2x2xf32>
  return
}

// -----

func.func @floats(%v: vector<2xi32>) {
  // expected-error @+1 {{elements must be floats, but got 'vector<2xi32>'}}
  %0 = vector.fma %v, %v, %v : vector<2xi32>
  return
}
