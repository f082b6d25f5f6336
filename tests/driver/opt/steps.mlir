// Steps of work in a log, and counters that let only some of a name be done.
// RUN: tile-opt %s --canonicalize --log-actions-to=%t -o /dev/null && FileCheck %s --check-prefix=LOG < %t
// RUN: tile-opt %s --cse --log-actions-to=- -o /dev/null | FileCheck %s --check-prefix=STDOUT
// RUN: tile-opt %s --pass-pipeline='any(canonicalize)' --debug-counter=canonicalize-skip=1,canonicalize-count=1 --print-debug-counter -o %t 2>&1 | FileCheck %s --check-prefix=COUNTER
// RUN: FileCheck %s --check-prefix=PASS < %t
// RUN: tile-opt %s --canonicalize --mlir-debug-counter=fold-count=1 | FileCheck %s --check-prefix=FOLD
// RUN: tile-opt %s --canonicalize --debug-counter=fodl-skip=1 -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tile-opt %s --cse --debug-counter=fold-skip=1,fold=2 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not tile-opt %s --cse --log-actions-to=%t/no/where 2>&1 | FileCheck %s --check-prefix=WRITE

// LOG: {{^}}pass (1) canonicalize on 'builtin.module'{{$}}
// LOG-NEXT: {{^}}  fold ({{[0-9]+}}) fold on 'arith.addi' at {{.*}}steps.mlir:[[#@LINE+24]]:8{{$}}
// LOG: {{^}}  erase ({{[0-9]+}}) erase-dead on 'arith.constant' at {{.*}}steps.mlir
// STDOUT: pass (1) cse on 'builtin.module'

// COUNTER: COUNTER: canonicalize: 3 steps, 1 done
// PASS: @f
// PASS: arith.addi
// PASS: @g
// PASS-NOT: arith.addi
// PASS: @h
// PASS: arith.addi

// FOLD: @f
// FOLD-NOT: arith.addi
// FOLD: @g
// FOLD: arith.addi
// FOLD: @h
// FOLD: arith.addi

// NONE: <command line>:1:{{[0-9]+}}: warning: no step was named 'fodl'
// FORM: error: expected NAME-skip=N or NAME-count=N, got 'fold=2'
// WRITE: error: cannot write '{{.*}}where': {{.*}}irectory
func.func @f(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %a, %0 : i32
  return %1 : i32
}
func.func @g(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %a, %0 : i32
  return %1 : i32
}
func.func @h(%a: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %1 = arith.addi %a, %0 : i32
  return %1 : i32
}
