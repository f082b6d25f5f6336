// RUN: tile-opt %s --cse --canonicalize --mlir-timing -o /dev/null 2>&1 | FileCheck %s

// CHECK: Total Execution Time:
// CHECK: (parse)
// CHECK: cse
// CHECK: canonicalize
// CHECK: (print)
// CHECK: Total
func.func @f() { return }
