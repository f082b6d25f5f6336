// RUN: not tile-opt %s --allow-unregistered-dialect --split-input-file 2>&1 | FileCheck %s

// Messages name values as the text does, and show where they come from.

// CHECK: error: 'arith.addi' op operand #0 must be {{.*}}, but '%weight' has type 'f32'
// CHECK: names.mlir:[[#@LINE+2]]:21: note: '%weight' is defined here
// CHECK: error: 'arith.addi' op operand #1 must be {{.*}}, but '%pair#1' has type 'f32'
func.func @operands(%weight: f32, %n: i32) {
  %pair:2 = "test.two"() : () -> (f32, f32)
  %a = "arith.addi"(%weight, %weight) : (f32, f32) -> f32
  %b = "arith.addi"(%n, %pair#1) : (i32, f32) -> i32
  return
}

// -----

// CHECK: error: 'arith.addf' op requires the same type for all operands and results, but '%x' is 'f32' and '%sum' is 'f64'
func.func @results(%x: f32) {
  %sum = "arith.addf"(%x, %x) : (f32, f32) -> f64
  return
}

// -----

// CHECK: error: 'arith.addf' op operand #0 ('%late') does not dominate this use
// CHECK: names.mlir:[[#@LINE+3]]:{{[0-9]+}}: note: '%late' is defined here
func.func @dominance(%x: f32) {
  %early = arith.addf %late, %x : f32
  %late = arith.addf %x, %x : f32
  return
}

// -----

// CHECK: error: 'func.call' op operand type mismatch: expected 'f32', but got 'i32' for operand 0 ('%count')
// CHECK: error: 'scf.if' op value #0 ('%count') of 'scf.yield' has type 'i32', but result #0 is 'f32'
// CHECK: error: 'cf.br' op value #0 for successor #0 must be 'f32', but '%count' has type 'i32'
func.func private @callee(f32)
func.func @passed_on(%c: i1, %x: f32, %count: i32) {
  func.call @callee(%count) : (i32) -> ()
  %r = scf.if %c -> f32 {
    scf.yield %count : i32
  } else {
    scf.yield %x : f32
  }
  cf.br ^end(%count : i32)
^end(%y: f32):
  return
}
