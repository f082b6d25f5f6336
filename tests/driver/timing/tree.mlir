// Times as the steps are nested.
// RUN: tile-opt %s --pass-pipeline='cse,func.func(canonicalize),cse' --mlir-timing -o /dev/null 2>&1 | FileCheck %s

// CHECK: Total Execution Time: {{[0-9.]+}} seconds
// CHECK: CPU Time{{.*}}Wall Time{{.*}}Name
// CHECK-NEXT: %)  read
// CHECK-NEXT: %)  parse
// CHECK-NEXT: %)  verify input
// CHECK-NEXT: %)  'builtin.module' pipeline
// CHECK-NEXT: %)    cse
// CHECK-NEXT: %)      verify
// CHECK-NEXT: %)      analysis 'dominance'
// CHECK-NEXT: %)    'func.func' pipeline
// CHECK-NEXT: %)      canonicalize
// CHECK-NEXT: %)        verify
// CHECK-NEXT: %)    cse
// CHECK-NEXT: %)      verify
// CHECK-NEXT: %)      analysis 'dominance'
// CHECK-NEXT: %)  print
// CHECK-NEXT: %)  write
// CHECK-NEXT: %)  rest
// CHECK-NEXT: (100.0%)  total
// CHECK-NOT: total

// The same name on one line:
// RUN: tile-opt %s --cse --canonicalize --cse --timing --timing-display=list -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIST
// LIST-COUNT-1: cse
// LIST-NOT: cse
// LIST: (100.0%)  total

// RUN: not tile-opt %s --timing-display=graph 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: option '--timing-display' is one of tree|list, got 'graph'
func.func @f() { return }
func.func @g() { return }
