// Dumps leave out the elements of large constants; output and files that can be read again do not.
// RUN: tile-opt %s --cse --print-ir-after-all -o %t.out 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: FileCheck %s < %t.out
// RUN: tile-opt %s --cse --print-ir-after-all --elide-elements-above=-1 -o /dev/null 2>&1 | FileCheck %s
// RUN: rm -rf %t && tile-opt %s --cse --print-ir-tree-dir=%t -o /dev/null
// RUN: FileCheck %s < %t/001_builtin.module_cse.mlir

// DUMP: dense_resource<__elided__> : tensor<17xi8>
// CHECK: dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]> : tensor<17xi8>
func.func @f() -> tensor<17xi8> {
  %c = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]> : tensor<17xi8>
  return %c : tensor<17xi8>
}
