// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @operand_count(%a: i32) {
  // expected-error @+1 {{'arith.addi' op needs 2 operands, got 1}}
  %0 = "arith.addi"(%a) : (i32) -> i32
  return
}

// -----

func.func @result_count(%a: i32) {
  // expected-error @+1 {{'arith.addi' op needs 1 result, got 2}}
  %0:2 = "arith.addi"(%a, %a) : (i32, i32) -> (i32, i32)
  return
}

// -----

func.func @operand_type(%a: f32) {
  // expected-error-re @+1 {{'arith.addi' op operand #0 must be {{.*}}, but '%a' has type 'f32'}}
  %0 = "arith.addi"(%a, %a) : (f32, f32) -> f32
  return
}

// -----

func.func @same_type(%a: i32, %b: i64) {
  // expected-error @+1 {{requires the same type for all operands and results, but '%a' is 'i32' and '%b' is 'i64'}}
  %0 = "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}

// -----

func.func @missing_attribute() {
  // expected-error @+1 {{'arith.constant' op requires attribute 'value'}}
  %0 = "arith.constant"() : () -> i32
  return
}

// -----

func.func @terminator_in_the_middle() {
  // expected-error @+1 {{'func.return' op is a terminator and must be the last op of its block}}
  return
  "test.op"() : () -> ()
}

// -----

func.func @no_terminator(%a: i32) {
  // expected-error @+1 {{'arith.addi' op must be followed by a terminator}}
  %0 = arith.addi %a, %a : i32
}

// -----

func.func @branch_to_entry() {
^entry:
  // expected-error @+1 {{successor #0 is the entry block of the region}}
  cf.br ^entry
}

// -----

// expected-note @+1 {{the first one is here}}
func.func private @twice()
// expected-error @+1 {{redefinition of symbol named 'twice'}}
func.func private @twice()

// -----

// Errors do not stop at the first.
func.func @two_errors(%a: f32) {
  // expected-error @+1 {{operand #0 must be}}
  %0 = "arith.addi"(%a, %a) : (f32, f32) -> f32
  // expected-error @+1 {{operand #0 must be}}
  %1 = "arith.subi"(%a, %a) : (f32, f32) -> f32
  return
}
