// RUN: %cc -shared -fPIC -I%source %source/docs/examples/plugins/complex.c -o %t.so
// RUN: tile-opt %s -split-input-file --load-plugin=%t.so -verify-diagnostics --check-rewrites --lower-cx | FileCheck %s
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

// A number is two parts in every signature, loop and branch.
// CHECK: func.func private @ext(f32, f32, i32) -> (f32, f32)
func.func private @ext(!cx.num<f32>, i32) -> !cx.num<f32>

// CHECK: func.func @power(%z: f32, %[[ZI:z_.*]]: f32, %n: index, %c: i1) -> (f32, f32, f32)
// CHECK: scf.for {{.*}} iter_args(%a = %z, %[[AI:.*]] = %[[ZI]]) -> (f32, f32)
// CHECK-COUNT-4: arith.mulf
// CHECK: scf.yield %{{.*}}, %{{.*}} : f32, f32
// CHECK: scf.if %c -> (f32, f32)
// CHECK: call @ext(%{{.*}}, %{{.*}}, %k) : (f32, f32, i32) -> (f32, f32)
// CHECK: cf.cond_br %c, ^{{.*}}(%{{.*}}, %{{.*}} : f32, f32), ^
// CHECK: return %{{.*}}, %{{.*}}, %{{.*}} : f32, f32, f32
func.func @power(%z: !cx.num<f32>, %n: index, %c: i1) -> (!cx.num<f32>, f32) {
  %k = arith.constant 3 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z) -> (!cx.num<f32>) {
    %q = cx.mul %a, %z : !cx.num<f32>
    scf.yield %q : !cx.num<f32>
  }
  %t = scf.if %c -> (!cx.num<f32>) {
    scf.yield %s : !cx.num<f32>
  } else {
    %u = func.call @ext(%s, %k) : (!cx.num<f32>, i32) -> !cx.num<f32>
    scf.yield %u : !cx.num<f32>
  }
  cf.br ^loop(%t : !cx.num<f32>)
^loop(%v: !cx.num<f32>):
  %w = cx.add %v, %z : !cx.num<f32>
  cf.cond_br %c, ^loop(%w : !cx.num<f32>), ^end
^end:
  %re = cx.re %w : !cx.num<f32>
  return %w, %re : !cx.num<f32>, f32
}

// -----

// What has no pattern is said where it stands, with a way out.
func.func @chosen(%c: i1, %z: !cx.num<f32>, %w: !cx.num<f32>) -> f32 {
  // expected-error @+2 {{'arith.select' op is illegal for 'lower-cx', and there is no pattern for it}}
  // expected-help @+1 {{give the conversion a pattern for 'arith.select', or let its target admit the op}}
  %s = arith.select %c, %z, %w : !cx.num<f32>
  %r = cx.re %s : !cx.num<f32>
  return %r : f32
}

// -----

// TYPE: error: the parts of a !cx.num are floats, not 'i32'
// expected-error @+1 {{the parts of a !cx.num are floats, not 'i32'}}
func.func private @g(!cx.num<i32>)
