// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @f() {
  // expected-error @+1 {{'cf.br' op successor #0 takes 1 values, but got 0}}
  cf.br ^bb1
^bb1(%a: i32):
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'cf.br' op value #0 for successor #0 must be 'i32', but '%x' has type 'f32'}}
  cf.br ^bb1(%x : f32)
^bb1(%a: i32):
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'cf.cond_br' op weights must not be negative or all zero, got 0 and 0}}
  cf.cond_br %c weights([0, 0]), ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f(%c: i1, %x: i32) {
  // expected-error @+1 {{'cf.cond_br' op successor #1 takes 0 values, but got 1}}
  cf.cond_br %c, ^bb1, ^bb1(%x : i32)
^bb1:
  return
}

// -----

// expected-note @+1 {{'%c' is defined here}}
func.func @f(%c: i32) {
  // expected-error @+1 {{'%c' is used as 'i1' here but has type 'i32'}}
  cf.cond_br %c, ^bb1, ^bb1
^bb1:
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{use of undefined block '^bb7'}}
  cf.br ^bb7
^bb1:
  return
}
