// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/rules.c -o %t.so
// RUN: tile-opt %s --load-plugin=%t.so --test-rules=use=test-circle 2>&1 | FileCheck %s --check-prefix=CIRCLE
// RUN: not tile-opt %s --load-plugin=%t.so '--test-rules=use=test-circle strict' 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: tile-opt %s --load-plugin=%t.so '--test-rules=use=test-circle without=other' 2>&1 | FileCheck %s --check-prefix=LEFT-OUT
// RUN: tile-opt %s --load-plugin=%t.so --test-rules=use=grows -o /dev/null 2>&1 | FileCheck %s --check-prefix=GROWS
// RUN: tile-opt %s --load-plugin=%t.so --test-rules=use=follows --stamp-patterns --print-debuginfo | FileCheck %s --check-prefix=STAMP

// Two patterns that undo each other: both are shown at the op, with how often.  Labels select
// patterns like names.
// CIRCLE: circles.mlir:1:1: warning: patterns still change 'builtin.module' at the limit of rewrites (iteration 1): {{.*}}mul_to_add
// CIRCLE: circles.mlir:[[#@LINE+24]]:8: note: step 1: pattern '[[FIRST:add_to_mul|mul_to_add]]' rewrites 'arith.
// CIRCLE: circles.mlir:[[#@LINE+23]]:8: note: step 2: pattern '
// CIRCLE: note: then everything is as it was before step 1, seen 256 times in the last 512 steps
// CIRCLE: help: one of them may not match what the others make; meanwhile leave one out (in canonicalize: disable-patterns=
// CIRCLE-NOT: warning
// CIRCLE: func.func @f

// STRICT: error: patterns still change
// STRICT: note: then everything is as it was before step 1

// LEFT-OUT-NOT: warning
// LEFT-OUT: %a = arith.addi
// LEFT-OUT: %b = arith.addi

// GROWS: warning: patterns still change
// GROWS: note: step 1: pattern 'grows' rewrites 'arith.addi'
// GROWS: note: then these steps begin again, seen {{[0-9]+}} times; ops around there went from {{[0-9]+}} to
// GROWS: help: a pattern may not match what it makes itself

// The pattern that made an op is in its location.
// STAMP: arith.muli %a, %a : i32 loc(#[[MADE:loc[0-9]+]])
// STAMP: #[[MADE]] = loc("follows"(#

func.func @f(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.addi %a, %a : i32
  return %b : i32
}
