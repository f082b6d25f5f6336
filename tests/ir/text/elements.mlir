// Elements that are no dense numbers: strings, sparse ones, resources; and dense arrays of floats.
// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --elide-resources-above=10 | FileCheck %s --check-prefix=ELIDE
// RUN: %if mlir-opt %{ sh %S/../../dialects/Inputs/mlir_agrees.sh %s %t --allow-unregistered-dialect %}

// CHECK: a = dense<["x", "y\0A"]> : tensor<2x!s.t>, b = dense<"z"> : tensor<2x!s.t>, c = dense<> : tensor<0x!s.t>
"t.strings"() {a = dense<["x", "y\n"]> : tensor<2x!s<t>>, b = dense<["z", "z"]> : tensor<2x!s.t>, c = dense<> : tensor<0x!s.t>} : () -> ()
// CHECK: a = sparse<{{\[\[}}0, 1], [1, 0]], [2, 3]> : tensor<2x2xi32>, b = sparse<0, -1> : vector<4xi8>, c = sparse<> : tensor<3xf32>
"t.sparse"() {a = sparse<[[0, 1], [1, 0]], [2, 3]> : tensor<2x2xi32>, b = sparse<0, -1> : vector<4xi8>, c = sparse<> : tensor<3xf32>} : () -> ()
// CHECK: array<f32: 1.000000e+00, -1.000000e-01>, b = array<f64>, c = array<bf16: 0x7F80>
"t.arrays"() {a = array<f32: 1.0, -0.1>, b = array<f64>, c = array<bf16: 0x7F80>} : () -> ()
// CHECK: a = "x" : i32, b = #o.a : i7, c = "y"
"t.typed"() {a = "x" : i32, b = #o.a : i7, c = "y" : none} : () -> ()
// CHECK: a = 0 : i0, b = -1 : si1, c = 1 : ui1
"t.narrow"() {a = 0 : i0, b = -1 : si1, c = 1 : ui1} : () -> ()
// CHECK: a = dense_resource<two> : tensor<2xi16>, b = dense_resource<"o\22ne"> : tensor<1xi8>, c = dense_resource<nobody> : tensor<1xi8>
"t.resources"() {a = dense_resource<two> : tensor<2xi16>, b = dense_resource<"o\22ne"> : tensor<1xi8>, c = dense_resource<nobody> : tensor<1xi8>} : () -> ()

// Blobs in the order they are named in, those that nobody names not at all.
// CHECK: {-#
// CHECK-NEXT:   dialect_resources: {
// CHECK-NEXT:     builtin: {
// CHECK-NEXT:       two: "0x0200000001000200",
// CHECK-NEXT:       "o\22ne": "0x01000000FF"
// CHECK-NEXT:     }
// CHECK-NEXT:   },
// CHECK-NEXT:   external_resources: {
// CHECK-NEXT:     mine: {
// CHECK-NEXT:       a: true,
// CHECK-NEXT:       b: "text"
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: #-}
// ELIDE-NOT: two:
// ELIDE: a: true
{-#
  dialect_resources: {
    builtin: { "o\22ne": "0x01000000FF", unused: "0x01000000", two: "0x0200000001000200" }
  },
  external_resources: {
    mine: { a: true, b: "text" }
  }
#-}
