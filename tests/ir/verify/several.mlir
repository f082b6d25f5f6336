// RUN: tile-opt %s --verify-diagnostics
// RUN: not tile-opt %s --max-errors=1 -o %t 2>&1 | FileCheck %s
// RUN: not ls %t

// Every broken op is reported; a function that breaks a rule of structure is not checked for
// dominance, the others are.

// CHECK: error: 'arith.addi' op operand
// CHECK: error: too many errors: stopped after 1
// CHECK-NOT: error:

func.func @structure(%x: f32) {
  // expected-error@+1 {{'arith.addi' op operand}}
  %0 = "arith.addi"(%x, %x) : (f32, f32) -> f32
  %1 = arith.addf %2, %x : f32
  %2 = arith.addf %x, %x : f32
  // expected-error@+1 {{'arith.addf' op needs 2 operands, got 1}}
  %3 = "arith.addf"(%x) : (f32) -> f32
  return
}

func.func @dominance(%x: f32) {
  // expected-error@+1 {{does not dominate this use}}
  %1 = arith.addf %2, %x : f32
  // expected-note@+1 {{is defined here}}
  %2 = arith.addf %x, %x : f32
  // expected-error@+1 {{does not dominate this use}}
  %3 = arith.addf %4, %x : f32
  // expected-note@+1 {{is defined here}}
  %4 = arith.addf %x, %x : f32
  return
}
