// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f(%a: i32) {
  // expected-error @+1 {{'math.exp' op operand #0 must be a float, or a vector or tensor of floats, but '%a' has type 'i32'}}
  %0 = math.exp %a : i32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'math.absi' op operand #0 must be a signless integer or index, or a vector or tensor of them, but '%x' has type 'f32'}}
  %0 = math.absi %x : f32
  return
}

// -----

func.func @f(%x: f32, %y: f64) {
  // expected-error @+1 {{'math.fma' op requires the same type for all operands and results, but '%x' is 'f32' and '%y' is 'f64'}}
  %0 = "math.fma"(%x, %x, %y) : (f32, f32, f64) -> f32
  return
}

// -----

func.func @f(%x: tensor<2xf32, "e">) {
  // expected-error @+1 {{'math.isnan' op result must be 'tensor<2xi1, "e">', but got 'tensor<2xi1>'}}
  %0 = "math.isnan"(%x) : (tensor<2xf32, "e">) -> tensor<2xi1>
  return
}

// -----

func.func @f(%x: f32, %n: i32) {
  // expected-error @+1 {{'math.fpowi' op result must have the base's type 'f32', but got 'f64'}}
  %0 = "math.fpowi"(%x, %n) : (f32, i32) -> f64
  return
}

// -----

func.func @f(%x: complex<f32>) {
  // expected-error @+1 {{'math.sin' op operand #0 must be a float, or a vector or tensor of floats, but '%x' has type 'complex<f32>'}}
  %0 = math.sin %x : complex<f32>
  return
}
