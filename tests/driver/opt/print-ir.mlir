// RUN: tile-opt %s --cse --canonicalize --print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: tile-opt %s --cse --canonicalize --mlir-print-ir-before=canonicalize -o /dev/null 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: tile-opt %s --cse --canonicalize --print-ir-after-change -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHANGE
// RUN: tile-opt %s --pass-pipeline='func.func(cse)' --print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: rm -rf %t && tile-opt %s --pass-pipeline='cse,func.func(canonicalize)' --print-ir-tree-dir=%t/a/b -o /dev/null
// RUN: ls %t/a/b | FileCheck %s --check-prefix=TREE
// RUN: FileCheck %s --check-prefix=FILE < %t/a/b/001_builtin.module_cse.mlir
// RUN: FileCheck %s --check-prefix=INDEX < %t/a/b/index.html
// RUN: tile-opt %s --cse --canonicalize --dce --print-ir-before=dce,cse -o /dev/null 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not tile-opt %s --cse --print-ir-after=cse,canonicalise 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not tile-opt %s --print-ir-before=licm 2>&1 | FileCheck %s --check-prefix=PIPELINE

// RUN: tile-opt %s --cse --print-ir-after=dce,cse -o /dev/null 2>&1 | FileCheck %s --check-prefix=ABSENT

// ABSENT: warning: the pipeline has no pass 'dce' for --print-ir-after
// ABSENT: IR Dump After cse
// AFTER: IR Dump After cse //----- //
// AFTER: func.func @f
// AFTER: IR Dump After canonicalize //----- //
// BEFORE-NOT: IR Dump
// BEFORE: IR Dump Before canonicalize
// BEFORE-NOT: IR Dump
// CHANGE-NOT: After cse
// CHANGE: IR Dump After canonicalize
// NESTED: IR Dump After cse ('func.func' operation: @f)
// NESTED: IR Dump After cse ('func.func' operation: @g)
// TREE: 000_input.mlir
// TREE-NEXT: 001_builtin.module_cse.mlir
// TREE-NEXT: 002_func.func@f_canonicalize.mlir
// TREE-NEXT: 003_func.func@g_canonicalize.mlir
// TREE-NEXT: index.html
// INDEX: <a href="001_builtin.module_cse.mlir">{{.*}}<td>cse</td><td>builtin.module</td>{{.*}}>unchanged<
// INDEX: <a href="002_func.func@f_canonicalize.mlir">{{.*}}<td>canonicalize</td><td>func.func @f</td>{{.*}}>changed<
// INDEX: <a href="003_func.func@g_canonicalize.mlir">{{.*}}>unchanged<
// SEVERAL: IR Dump Before cse
// SEVERAL-NOT: canonicalize
// SEVERAL: IR Dump Before dce
// NEAR: error: no pass is named 'canonicalise'
// NEAR: {{^ +\^}}
// NEAR: help: did you mean 'canonicalize'?
// PIPELINE: error: no pass is named 'licm'
// PIPELINE: help:
// FILE: func.func @f
func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %a, %0 : i32
  return %1 : i32
}
func.func @g() { return }
