// RUN: %cc -shared -fPIC -I%source %source/docs/examples/plugins/complex.c -o %t.so
// RUN: tile-opt %s -split-input-file --load-plugin=%t.so -verify-diagnostics --lower-cx | FileCheck %s
// RUN: not tile-opt %s --load-plugin=%t.so 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: tile-opt --load-plugin=%t.so --help-op=cx.mul | FileCheck %s --check-prefix=HELP

// HELP: Product of two complex numbers.

// CHECK-LABEL: @square
// CHECK: %[[A:.*]] = arith.mulf %a, %a : f32
// CHECK: %[[B:.*]] = arith.mulf %b, %b : f32
// CHECK: %[[R:.*]] = arith.subf %[[A]], %[[B]] : f32
// CHECK: return %[[R]]
func.func @square(%a: f32, %b: f32) -> f32 {
  %z = cx.make %a, %b : !cx.num<f32>
  %w = cx.mul %z, %z : !cx.num<f32>
  %r = cx.re %w : !cx.num<f32>
  return %r : f32
}

// -----

// What cannot be lowered is said where it stands, with a way out.
func.func @escapes(%z: !cx.num<f32>) -> f32 {
  // expected-error @+2 {{'cx.re' op cannot be lowered: its number comes from outside or leaves the function}}
  // expected-help @+1 {{pass the two parts instead, and make the number where it is used}}
  %r = cx.re %z : !cx.num<f32>
  return %r : f32
}

// -----

// TYPE: error: the parts of a !cx.num are floats, not 'i32'
// expected-error @+1 {{the parts of a !cx.num are floats, not 'i32'}}
func.func private @g(!cx.num<i32>)
