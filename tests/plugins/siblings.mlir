// A pass that changes something outside of its op is named, in debug builds and with
// --check-siblings.

// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/siblings.c -o %t.so
// RUN: not tile-opt %s --load-plugin=%t.so --check-siblings --threads=1 --pass-pipeline='func.func(cse,test-mark-other)' 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tile-opt %s --load-plugin=%t.so --check-siblings --threads=1 --test-mark-module 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not tile-opt %s --load-plugin=%t.so --check-siblings --threads=1 --verify-each=false --test-rename 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tile-opt %s --load-plugin=%t.so --check-siblings --threads=1 --test-add-symbol 2>&1 | FileCheck %s --check-prefix=ADD
// RUN: tile-opt %s --load-plugin=%t.so --check-siblings=false --threads=1 --test-mark-module | FileCheck %s --check-prefix=UNCHECKED
// RUN: tile-opt %s --check-siblings --pass-pipeline='func.func(canonicalize,cse),builtin.module(cse)' | FileCheck %s --check-prefix=GOOD

// OTHER: siblings.mlir:[[#@LINE+19]]:1: error: pass 'test-mark-other' on 'func.func' @f changed 'func.func' @g beside it
// OTHER: siblings.mlir:[[#@LINE+19]]:1: note: this is the op that was changed
// OTHER: help: a pass may change only what is inside its op, for others may be worked on at the same time; run it on 'builtin.module' to change more
// MODULE: error: pass 'test-mark-module' on 'func.func' @f changed the 'builtin.module' around it: its attributes, or which ops and names it holds
// NAME: error: pass 'test-rename' on 'func.func' @f changed the 'builtin.module' around it
// ADD: error: pass 'test-add-symbol' on 'func.func' @f changed the 'builtin.module' around it
// UNCHECKED: module attributes {test.mark}
// GOOD: func.func private @f
// GOOD: module @inner

// Of many functions it is looked at once a function, and of large ones when all have had their turn.
// RUN: %python -c "for i in range(300): print(f'func.func private @f{i}()')" > %t.many
// RUN: not tile-opt %t.many --load-plugin=%t.so --check-siblings --threads=1 --test-mark-other 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: %python -c "for f in 'fg': print(f'func.func @{f}() {{'); [print(f'arith.constant {i} : i32') for i in range(3000)]; print('return }')" > %t.large
// RUN: not tile-opt %t.large --load-plugin=%t.so --check-siblings --threads=1 --test-mark-other 2>&1 | FileCheck %s --check-prefix=LARGE
// MANY: error: a pass on 'func.func' @f0 changed 'func.func' @f1 beside it
// LARGE: :1:1: error: 'func.func' op was changed by a pass that ran on another op beside it
// LARGE: help: a pass may change only what is inside its op

func.func private @f()
func.func private @g()
module @inner {
  func.func private @h()
}
