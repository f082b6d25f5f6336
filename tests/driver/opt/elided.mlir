// RUN: tile-opt %s --elide-elements-above=2 -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: not tile-opt %t.mlir 2>&1 | FileCheck %s --check-prefix=READ

// What was left out cannot be read back, which the error says.

// CHECK: arith.constant dense<__elided__> : tensor<3xi8>
// READ: error: the elements of this constant were left out when it was printed
// READ: help: print it with --elide-elements-above=-1, which leaves out none
func.func @f() {
  %k = arith.constant dense<[1, 2, 3]> : tensor<3xi8>
  return
}
