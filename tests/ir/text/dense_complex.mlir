// Dense elements of complex types: a pair in parentheses each.
// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --hex-elements-above=1 | FileCheck %s --check-prefix=HEX

// CHECK: a = dense<[(1,2), (3,-4)]> : tensor<2xcomplex<i32>>, b = dense<(1.000000e+00,-2.000000e+00)> : tensor<3xcomplex<f32>>
// HEX: dense<"0x010000000200000003000000FCFFFFFF"> : tensor<2xcomplex<i32>>
"t.c"() {a = dense<[(1, 2), (3, -4)]> : tensor<2xcomplex<i32>>,
         b = dense<(1.0, -2.0)> : tensor<3xcomplex<f32>>} : () -> ()
// CHECK: dense<[(true,false), (false,false)]> : tensor<2xcomplex<i1>>
// HEX: dense<"0x01000000"> : tensor<2xcomplex<i1>>
"t.bits"() {a = dense<"0x01000000"> : tensor<2xcomplex<i1>>} : () -> ()

// -----

// expected-error @+1 {{an element of type 'complex<f32>' is a pair of numbers}}
"t.c"() {a = dense<1.0> : tensor<2xcomplex<f32>>} : () -> ()

// -----

// expected-error @+1 {{a complex element cannot have type 'f32'}}
"t.c"() {a = dense<(1.0, 2.0)> : tensor<2xf32>} : () -> ()

// -----

// expected-error @+1 {{either all elements are complex, or none}}
"t.c"() {a = dense<[(1.0, 2.0), 3.0]> : tensor<2xcomplex<f32>>} : () -> ()
