// RUN: tile-opt %s --elide-elements-above=2 -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: tile-opt %t.mlir --canonicalize | FileCheck %s
// RUN: not interp-run %t.mlir 2>&1 | FileCheck %s --check-prefix=KIND

// What was left out reads back as elements that nobody knows: nothing folds them, nothing runs.

// CHECK: arith.constant dense_resource<__elided__> : tensor<3xi8>
// KIND: error: 'arith.constant' op has elements of a kind that is not executed
func.func @f() -> tensor<3xi8> {
  %k = arith.constant dense<[1, 2, 3]> : tensor<3xi8>
  return %k : tensor<3xi8>
}
