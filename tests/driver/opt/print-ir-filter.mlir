// Dumps of some functions only, whatever the passes run on.
// RUN: tile-opt %s --cse --print-ir-after-all --print-ir-filter=@gamma -o /dev/null 2>&1 | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='any(cse)' --print-ir-after-all --print-ir-filter=gamma -o /dev/null 2>&1 | FileCheck %s
// RUN: tile-opt %s --cse --print-ir-after-all --print-ir-filter=@f,@gamma -o /dev/null 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: tile-opt %s --pass-pipeline='any(cse)' --print-ir-after-all --print-ir-filter=@gamma --print-ir-module-scope -o /dev/null 2>&1 | FileCheck %s --check-prefix=SCOPE
// RUN: tile-opt %s --canonicalize --print-ir-diff --print-ir-filter=@gamma -o /dev/null 2>&1 | FileCheck %s --allow-empty --check-prefix=DIFF
// RUN: rm -rf %t && tile-opt %s --pass-pipeline='any(cse)' --print-ir-tree-dir=%t --print-ir-filter=@gamma -o /dev/null
// RUN: ls %t | FileCheck %s --check-prefix=TREE
// RUN: tile-opt %s --cse --print-ir-after-all --print-ir-filter=@gama -o /dev/null 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not tile-opt %s --print-ir-filter=@f,@ 2>&1 | FileCheck %s --check-prefix=EMPTY

// CHECK: IR Dump After cse
// CHECK-NEXT: func.func @gamma
// CHECK-NOT: @f
// BOTH: IR Dump After cse
// BOTH-NEXT: func.func @f
// BOTH: func.func @gamma
// SCOPE: IR Dump After cse ('func.func' operation: @gamma)
// SCOPE-NEXT: module
// SCOPE: func.func @f
// SCOPE: func.func @gamma
// SCOPE-NOT: IR Dump
// DIFF-NOT: {{.}}
// TREE: 000_input.mlir
// TREE-NEXT: 001_func.func@gamma_cse.mlir
// TREE-NEXT: index.html
// NEAR: warning: there is no '@gama' here for --print-ir-filter
// NEAR: help: did you mean '@gamma'?
// NEAR-NOT: IR Dump
// EMPTY: error: expected names of symbols, got '@f,@'
func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %a, %0 : i32
  return %1 : i32
}
func.func @gamma() { return }
