// Analyses are computed once, kept as long as passes say so, and looked at again when they do.

// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/analyses.c -o %t.so

// The second pass finds what the first computed; after a pass that adds an op it is computed anew.
// RUN: tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-say-count,test-say-count,test-grow,test-say-count)' --check-analyses --pass-statistics -o /dev/null 2>&1 | FileCheck %s
// CHECK: remark: 3 ops
// CHECK: remark: 3 ops
// CHECK: remark: 4 ops
// CHECK: analysis 'op-count': computed 4, reused 2

// From one list to the next, and from the module's passes to the functions'.
// RUN: tile-opt %s --load-plugin=%t.so --pass-pipeline='test-ask-inner,func.func(test-say-count),builtin.module(test-ask-inner)' --threads=4 --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=INNER
// INNER: analysis 'op-count': computed 2, reused 8

// A pass that is wrong about what it preserves is found, and otherwise what was kept is wrong.
// RUN: not tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-say-count,test-grow{lie=true},test-say-count)' --check-analyses 2>&1 | FileCheck %s --check-prefix=LIE
// RUN: tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-say-count,test-grow{lie=true},test-say-count)' --check-analyses=false -o /dev/null 2>&1 | FileCheck %s --check-prefix=BELIEVED
// LIE: error: 'func.func' op is not what analysis 'op-count' says any more: pass 'test-grow' does not preserve it
// LIE: help: take it out of the pass's PRESERVES, or call ir_pass_preserve only when it holds
// BELIEVED: remark: 3 ops
// BELIEVED: remark: 3 ops
// BELIEVED: remark: 3 ops

// The symbols around are one table for all functions, on any number of threads.
// RUN: tile-opt %s --load-plugin=%t.so --test-find-callee --threads=4 --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=CALLEE
// CALLEE: remark: found from @f
// CALLEE: remark: found from @g
// CALLEE: analysis 'symbol-table': computed 1, reused 1

// What is kept of the module is seen from inside if it is shallow, as what may be asked for.
// RUN: tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-look-outer,test-find-callee,test-look-outer)' --threads=1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOK
// LOOK: remark: symbol-table: none
// LOOK: remark: dominance: none
// LOOK: remark: found from @f
// LOOK: remark: symbol-table: kept
// LOOK: remark: dominance: none

// What is not to be had.
// RUN: not tile-opt %s --load-plugin=%t.so --test-ask-outer 2>&1 | FileCheck %s --check-prefix=OUTER
// RUN: not tile-opt %s --load-plugin=%t.so --test-ask-sibling 2>&1 | FileCheck %s --check-prefix=SIBLING
// RUN: not tile-opt %s --load-plugin=%t.so --test-ask-module 2>&1 | FileCheck %s --check-prefix=MODULE
// RUN: not tile-opt %s --load-plugin=%t.so --test-ask-circle 2>&1 | FileCheck %s --check-prefix=CIRCLE
// OUTER: error: 'func.func' op pass 'test-ask-outer' asks for analysis 'dominance' of 'builtin.module' around it
// OUTER: help: other passes may be changing that op now
// SIBLING: error: 'func.func' op pass 'test-ask-sibling' asks for analysis 'op-count' of 'func.func' beside it
// MODULE: error: 'builtin.module' op has no analysis 'op-count', which is of 'func.func'
// CIRCLE: error: 'func.func' op analysis 'circle' asks for itself

func.func @f() -> i32 {
  %c = arith.constant 1 : i32
  return %c : i32
}
func.func @g() -> i32 {
  %c = arith.constant 2 : i32
  return %c : i32
}
