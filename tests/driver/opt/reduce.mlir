// RUN: tile-opt %s --reduce='grep -q muli' 2>/dev/null | FileCheck %s
// RUN: %cc -std=c17 -shared -fPIC -I%source %source/tests/reduce/Inputs/crash.c -o %t.so
// RUN: tile-opt %s --load-plugin=%t.so --cse --test-crash --reduce -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: FileCheck %s --check-prefix=PASSES < %t.mlir
// RUN: not --crash tile-opt %s --load-plugin=%t.so --cse --test-crash --crash-reproducer=%t.repro.mlir
// RUN: tile-opt %t.repro.mlir --run-reproducer --reduce 2>/dev/null | FileCheck %s --check-prefix=PASSES
// RUN: tile-opt - --run-reproducer --reduce < %t.repro.mlir 2>/dev/null | FileCheck %s --check-prefix=PASSES
// RUN: not tile-opt %s --reduce 2>&1 | FileCheck %s --check-prefix=NOTHING

// What tile-reduce does, with a command, with the passes at hand or with those of a reproducer.
// CHECK:      func.func @f(%a: i1) {
// CHECK-NEXT:   %m = arith.muli %a, %a : i1
// CHECK-NEXT:   return

// REPORT: 5 ops reduced to 4
// PASSES:      // tile-opt %s --load-plugin={{.*}}.so --pass-pipeline='builtin.module(func.func(test-crash))'
// PASSES:      [[SUM:%.*]] = arith.addi
// PASSES-NEXT: %m = arith.muli [[SUM]], [[SUM]]

// NOTHING: error: there is no test that says what is interesting
// NOTHING: help: write --reduce=COMMAND, or passes that fail
func.func @f(%a: i32, %b: i32) -> i32 {
  %s = arith.addi %a, %b : i32
  %t = arith.addi %a, %b : i32
  %m = arith.muli %s, %t : i32
  return %m : i32
}
