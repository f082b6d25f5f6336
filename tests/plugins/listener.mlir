// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/rules.c -o %t.so
// RUN: tile-opt %s --load-plugin=%t.so '--test-rules=use=follows listen' 2>&1 | FileCheck %s
// RUN: tile-opt %s --load-plugin=%t.so '--test-rules=use=grows scope=2' 2>&1 | FileCheck %s --check-prefix=EXISTING
// RUN: tile-opt %s --load-plugin=%t.so '--test-rules=use=test-circle scope=2 only-first' 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: tile-opt %s --load-plugin=%t.so '--test-rules=use=grows scope=1 only-first' -o /dev/null 2>&1 | FileCheck %s --check-prefix=NEW

// A listener hears of everything in order.
// CHECK: remark: inserted 'arith.muli'
// CHECK: remark: replaced 'arith.addi' by 1 values, 'arith.muli'
// CHECK: remark: modified 'func.return'
// CHECK: remark: erased 'arith.addi'

// Only ops that were there: what patterns make is not visited, so nothing grows without end.
// EXISTING-NOT: warning
// EXISTING-COUNT-4: arith.addi
// EXISTING-NOT: arith.addi

// Only the first sum.
// FIRST-NOT: warning
// FIRST: %a = arith.muli
// FIRST: %b = arith.addi

// It and what is made of it, which goes in a circle.
// NEW: warning: patterns still change {{.*}}: grows
func.func @f(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.addi %a, %a : i32
  return %b : i32
}
