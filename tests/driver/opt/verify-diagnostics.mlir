// RUN: not tile-opt %s --verify-diagnostics 2>&1 | FileCheck %s
// RUN: not tile-opt %S/Inputs/unexpected.mlir --verify-diagnostics 2>&1 | FileCheck %s --check-prefix=UNEXPECTED

// CHECK: verify-diagnostics.mlir:[[#@LINE+1]]:{{[0-9]+}}: error: expected error "never comes" was not produced
// expected-error @+1 {{never comes}}
func.func @f() { return }
// UNEXPECTED: unexpected.mlir:2:{{[0-9]+}}: error: unexpected error: 'arith.addi' op
