// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @unsigned_float(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{'tile.argmax' op compares f32 as unsigned integers}}
  %v, %p = tile.argmax %x axis 1 unsigned
  return
}

// -----

func.func @results(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{'tile.argmin' op gives tensor<8xi64>, expected tensor<8xi32>}}
  %v, %p = "tile.argmin"(%x) <{axis = 1 : i64}> : (tensor<8x32xf32>) -> (tensor<8xf32>, tensor<8xi64>)
  return
}

// -----

func.func @axis(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{'tile.argmin' op has axis 2, expected 0 to 1}}
  %v, %p = "tile.argmin"(%x) <{axis = 2 : i64}> : (tensor<8x32xf32>) -> (tensor<8xf32>, tensor<8xi32>)
  return
}

// -----

func.func @inferred(%x: tensor<8x32xf32>) {
  // expected-error @+1 {{'tile.argmax' op has axis 2, expected 0 to 1}}
  %v, %p = tile.argmax %x axis 2
  return
}

// -----

func.func @complex(%x: tensor<8xcomplex<f32>>) {
  // expected-error @+1 {{'tile.argmax' op compares elements of complex<f32>, expected integers or floats of up to 64 bits}}
  %v, %p = "tile.argmax"(%x) <{axis = 0 : i64}> : (tensor<8xcomplex<f32>>) -> (tensor<complex<f32>>, tensor<i32>)
  return
}

// -----

func.func @wide(%x: tensor<8xi128>) {
  // expected-error @+1 {{'tile.argmax' op compares elements of i128, expected integers or floats of up to 64 bits}}
  %v, %p = tile.argmax %x axis 0
  return
}

// -----

func.func @scalar(%x: f32) {
  // expected-error @+1 {{'tile.argmax' op operand #0 must be a tensor, but '%x' has type 'f32'}}
  %v, %p = tile.argmax %x axis 0
  return
}
