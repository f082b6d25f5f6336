// RUN: tile-opt %s --verify-diagnostics --split-input-file

func.func @axis() {
  // expected-error @+1 {{counts along dimension 2, but tensor<4x8xi32> has 2}}
  %0 = tile.iota axis 2 : tensor<4x8xi32>
  return
}

// -----

func.func @before() {
  // expected-error @+1 {{counts along dimension -1, but tensor<4xi32> has 1}}
  %0 = tile.iota axis -1 : tensor<4xi32>
  return
}

// -----

func.func @floats() {
  // expected-error @+2 {{counts in integers, got tensor<4xf32>}}
  // expected-help @+1 {{arith.uitofp makes floats of them}}
  %0 = tile.iota axis 0 : tensor<4xf32>
  return
}

// -----

func.func @small() {
  // expected-error @+1 {{counts to 511, which i8 does not hold}}
  %0 = tile.iota axis 0 : tensor<512xi8>
  return
}

// -----

func.func @scalar() {
  // expected-error @+1 {{counts along dimension 0, but tensor<i32> has 0}}
  %0 = tile.iota axis 0 : tensor<i32>
  return
}

// -----

func.func @dynamic() {
  // expected-error @+1 {{has a tile without fixed extents: tensor<?xi32>}}
  %0 = tile.iota axis 0 : tensor<?xi32>
  return
}
