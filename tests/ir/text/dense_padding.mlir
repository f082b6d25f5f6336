// Bytes of elements that do not fill them: what lies above an element says nothing, so these are the
// same constant.
// RUN: tile-opt %s --cse | FileCheck %s

// CHECK-LABEL: @integers
// CHECK-NEXT: %[[a:.*]] = arith.constant dense<[-1, 689]> : tensor<2xi12>
// CHECK-NEXT: return %[[a]], %[[a]], %[[a]]
func.func @integers() -> (tensor<2xi12>, tensor<2xi12>, tensor<2xi12>) {
  %a = arith.constant dense<[-1, 689]> : tensor<2xi12>
  %b = arith.constant dense<"0xFF0FB102"> : tensor<2xi12>
  %c = arith.constant dense<"0xFFFFB112"> : tensor<2xi12>
  return %a, %b, %c : tensor<2xi12>, tensor<2xi12>, tensor<2xi12>
}

// CHECK-LABEL: @floats
// CHECK-NEXT: %[[a:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xtf32>
// CHECK-NEXT: return %[[a]], %[[a]]
func.func @floats() -> (tensor<2xtf32>, tensor<2xtf32>) {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xtf32>
  %b = arith.constant dense<"0x00FCF900000A"> : tensor<2xtf32>
  return %a, %b : tensor<2xtf32>, tensor<2xtf32>
}
