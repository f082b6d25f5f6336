// Debug channels, in every build: why things fired or did not.
// RUN: tile-opt --list-debug-channels | FileCheck %s --check-prefix=LIST
// RUN: tile-opt %s --canonicalize --debug-only=greedy,fold -o /dev/null 2>&1 | FileCheck %s --check-prefix=FOLD
// RUN: tile-opt %s --pass-pipeline='func.func(cse,licm)' --debug-only=cse,licm -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: tile-opt %s --pass-pipeline='func.func(cse,cse)' --debug-only=pass -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: tile-opt %s --canonicalize --cse --debug -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: tile-opt %s --debug-only=greeedy -o /dev/null 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: tile-opt %source/docs/examples/vector_add.mlir --tile-to-thread-level --debug-layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=LAYOUT

// LIST: greedy {{.*}}patterns tried on ops
// LIST: cse {{.*}}ops that are replaced, and equal ones that are not
// FOLD: [fold] {{.*}}debug.mlir:[[#@LINE+17]]:8: 'arith.addi' folds to %a
// FOLD: [greedy] {{.*}}debug.mlir:[[#@LINE+15]]:8: 'arith.constant' is dead
// FOLD: [fold] {{.*}} 'arith.muli' does not fold
// WHY: [cse] {{.*}}debug.mlir:[[#@LINE+19]]:10: 'memref.load' stays: it equals that of line [[#@LINE+17]], but memory may have been written in between
// WHY: [licm] {{.*}}debug.mlir:[[#@LINE+15]]:10: 'arith.muli' leaves the loop
// WHY: [licm] {{.*}} 'memref.load' stays: it touches memory or other threads
// PASS: [pass] {{.*}} 'func.func' @f: cse (pass 1 of 2) changed nothing in it
// PASS: [pass] {{.*}} 'func.func' @f: cse (pass 2 of 2) changed nothing in it
// ALL-DAG: [fold]
// ALL-DAG: [greedy]
// ALL-DAG: [cse]
// ALL-DAG: [pass]
// NEAR: <command line>:1:{{[0-9]+}}: warning: no debug channel is named 'greeedy'
// NEAR: help: did you mean 'greedy'?
// LAYOUT: [layout] kernel @vector_add__v0: {{.*}} layouts
func.func @f(%a: i32, %m: memref<4xi32>, %lo: index, %hi: index, %i: index) {
  %z = arith.constant 0 : i32
  %x = arith.addi %a, %z : i32
  scf.for %k = %lo to %hi step %i {
    %p = arith.muli %x, %a : i32
    %v = memref.load %m[%k] : memref<4xi32>
    memref.store %p, %m[%k] : memref<4xi32>
    %w = memref.load %m[%k] : memref<4xi32>
    %q = arith.addi %v, %w : i32
    memref.store %q, %m[%lo] : memref<4xi32>
  }
  return
}
