// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/rules.c -o %t.so
// RUN: tile-opt %s --load-plugin=%t.so --check-rewrites '--test-rules=use=test-circle walk' | FileCheck %s --check-prefix=ONCE
// RUN: tile-opt %s --load-plugin=%t.so --check-rewrites '--test-rules=use=grows walk outer-first' | FileCheck %s --check-prefix=GROWS
// RUN: not tile-opt %s --load-plugin=%t.so '--test-rules=use=eats_ahead walk' 2>&1 | FileCheck %s --check-prefix=AHEAD
// RUN: not tile-opt %s --load-plugin=%t.so --check-rewrites '--test-rules=use=denies walk' 2>&1 | FileCheck %s --check-prefix=DENIES
// RUN: tile-opt %s --load-plugin=%t.so '--test-rules=use=follows walk' --debug-only=walk -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEBUG

// Each op that was there is visited once, and what is made of it is left alone: patterns that undo
// each other, or feed on what they make, end.
// ONCE: %a = arith.muli %x, %y
// ONCE-NEXT: %b = arith.muli %a, %a
// ONCE-NEXT: %c = arith.addi %b, %y
// GROWS-COUNT-4: arith.addi
// GROWS-NOT: arith.addi

// AHEAD: walk.mlir:[[#@LINE+11]]:8: error: 'arith.addi' op pattern 'eats_ahead' erases 'arith.addi', which the walk has yet to visit
// AHEAD: walk.mlir:[[#@LINE+11]]:8: note: this is that op
// AHEAD: help: a pattern of ir_rewrite_walk erases its own op
// DENIES: error: pattern 'denies' on 'arith.addi' says that it did not match

// DEBUG: 'arith.addi' try follows
// DEBUG: no match on 'arith.addi': the operands differ
// DEBUG: applied follows

func.func @f(%x: i32, %y: i32) -> i32 {
  // one op a line
  %a = arith.addi %x, %y : i32
  %b = arith.addi %a, %a : i32
  %c = arith.muli %b, %y : i32
  return %c : i32
}
