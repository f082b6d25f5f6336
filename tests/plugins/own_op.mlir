// A pass that erases the op it runs on, or takes it out, is named in every build, and nobody looks at
// the op any more.

// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/siblings.c -o %t.so
// RUN: not tile-opt %s --load-plugin=%t.so --threads=1 --test-erase-own 2>&1 | FileCheck %s --check-prefixes=CHECK,ERASE
// RUN: not tile-opt %s --load-plugin=%t.so --threads=1 --test-detach-own 2>&1 | FileCheck %s --check-prefixes=CHECK,DETACH
// RUN: not tile-opt %s --load-plugin=%t.so --threads=2 --pass-pipeline='func.func(test-erase-own,cse)' --verify-each=false 2>&1 | FileCheck %s --check-prefixes=CHECK,ERASE
// RUN: rm -rf %t.dir %t.r.mlir
// RUN: not tile-opt %s --load-plugin=%t.so --test-erase-own --debug-only=pass --print-ir-after-all --print-ir-tree-dir=%t.dir --timing --crash-reproducer=%t.r.mlir 2>&1 | FileCheck %s --check-prefixes=CHECK,ERASE
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.r.mlir
// RUN: not tile-opt %t.r.mlir --run-reproducer 2>&1 | FileCheck %s --check-prefix=AGAIN
// FILE: // pass 'test-erase-own' fails on 'func.func' @f, pass 1 of 1 in the pipeline.
// AGAIN: error: pass 'test-erase-own' took away the op it ran on, 'func.func' @f
// RUN: not tile-opt %s --load-plugin=%t.so --test-erase-own --print-ir-diff --print-ir-after-failure --print-ir-module-scope 2>&1 | FileCheck %s --check-prefixes=CHECK,ERASE

// The module around it, on the one thread where that is certain; a block is not asked any more either.
// RUN: not tile-opt %s --load-plugin=%t.so --threads=1 --pass-pipeline='cse,func.func(cse,test-erase-module,cse),cse' --check-siblings --timing --print-ir-after-all --print-ir-tree-dir=%t.dir 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not tile-opt %s --load-plugin=%t.so --threads=1 --test-erase-block --crash-reproducer=%t.r.mlir 2>&1 | FileCheck %s --check-prefix=BLOCK
// MODULE: own_op.mlir:[[#@LINE+9]]:1: error: pass 'test-erase-module' destroyed what was around the op it ran on, 'func.func' @f
// BLOCK: own_op.mlir:[[#@LINE+8]]:1: error: pass 'test-erase-block' took away the op it ran on, 'func.func' @f

// ERASE: own_op.mlir:[[#@LINE+6]]:1: error: pass 'test-erase-own' took away the op it ran on, 'func.func' @f
// DETACH: own_op.mlir:[[#@LINE+5]]:1: error: pass 'test-detach-own' took away the op it ran on, 'func.func' @f
// CHECK-NEXT: func.func @f()
// CHECK-NEXT: ^
// CHECK-NEXT: help: a pass may change only what is inside its op; run it on the op around, and erase from there
// CHECK-NOT: Dump After
func.func @f() { return }
func.func @g() { return }
