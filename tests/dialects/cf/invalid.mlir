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

// -----

func.func @f(%x: i8) {
  cf.switch %x : i8, [
    default: ^bb1,
    // expected-error @+1 {{case value 256 does not fit in 'i8'}}
    256: ^bb1
  ]
^bb1:
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+1 {{a switch decides by an integer, but got 'index'}}
  cf.switch %x : index, [
    default: ^bb1
  ]
^bb1:
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'cf.switch' op case values are 'i64', but the flag is 'i32'}}
  "cf.switch"(%x)[^bb1, ^bb1] <{case_values = dense<1> : vector<1xi64>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'cf.switch' op has 2 case values, but 1 case blocks}}
  "cf.switch"(%x)[^bb1, ^bb1] <{case_values = dense<1> : vector<2xi32>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'cf.switch' op has 1 case blocks, but sizes of 2 groups of case operands}}
  "cf.switch"(%x)[^bb1, ^bb1] <{case_values = dense<1> : vector<1xi32>, case_operand_segments = array<i32: 0, 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'cf.switch' op successor #1 takes 1 values, but got 0}}
  cf.switch %x : i32, [
    default: ^bb1(%x : i32),
    1: ^bb1
  ]
^bb1(%a: i32):
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'cf.switch' op case_operand_segments add up to 0, but there are 1 case operands}}
  "cf.switch"(%x, %x)[^bb1, ^bb1] <{case_values = dense<1> : vector<1xi32>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i32) -> ()
^bb1:
  return
}

// -----

func.func @f(%x: i32) {
  cf.switch %x : i32, [
    default: ^bb1,
    // expected-error @+1 {{expected the number of a case}}
    : ^bb1
  ]
^bb1:
  return
}
