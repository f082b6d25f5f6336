// RUN: not tile-opt %s
// RUN: tile-opt %s --no-verify-input | FileCheck %s
// RUN: tile-opt %s --mlir-very-unsafe-disable-verifier-on-parsing --mlir-print-assume-verified | FileCheck %s --check-prefix=CUSTOM

// Custom syntax counts on valid ops: IR that breaks a rule is printed in generic form.

// CHECK: "func.func"() <{
// CHECK: %s = "arith.addf"(%t, %x)
// CUSTOM: %s = arith.addf %t, %x : f32
func.func @f(%x: f32) {
  %s = arith.addf %t, %x : f32
  %t = arith.addf %x, %x : f32
  return
}
