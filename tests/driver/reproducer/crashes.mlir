// A pass that crashes: what is said, and that the file's own command crashes again.
// RUN: %cc -std=c17 -O1 -shared -fPIC -I%source %S/Inputs/bad.c -o %t.so
// RUN: %S/Inputs/check.sh %t.null.mlir tile-opt %s --load-plugin=%t.so --cse --crash-null --cse --crash-reproducer=%t.null.mlir 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.null.mlir
// RUN: %S/Inputs/check.sh %t.stack.mlir tile-opt %s --load-plugin=%t.so --cse --crash-stack --cse --crash-reproducer=%t.stack.mlir 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: %S/Inputs/check.sh %t.abort.mlir tile-opt %s --load-plugin=%t.so --cse --crash-abort --cse --crash-reproducer=%t.abort.mlir 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: %S/Inputs/check.sh %t.assert.mlir tile-opt %s --load-plugin=%t.so --cse --crash-assert --cse --crash-reproducer=%t.assert.mlir 2>&1 | FileCheck %s --check-prefixes=ASSERT,SAID
// RUN: %S/Inputs/check.sh %t.heap.mlir tile-opt %s --load-plugin=%t.so --cse --crash-heap --cse --crash-reproducer=%t.heap.mlir 2>&1 | FileCheck %s --check-prefix=SAID

// ASSERT: internal error: no function is marked
// SAID: tile-opt: pass 'crash-[[NAME:[a-z]+]]' crashed: {{segmentation fault|abort|see above}}
// SAID: crashes.mlir:[[#@LINE+8]]:1: error: pass 'crash-[[NAME]]' crashes ({{.*}}) on 'func.func' @g
// SAID: note: it is pass 2 of 3 in 'builtin.module(cse,func.func(crash-[[NAME]]),cse)'
// SAID: note: it comes from the plugin '{{.*}}.so'
// SAID: note: the pass with its input is in '{{.*}}.[[NAME]].mlir'
// SAID: help: run it with: {{.*}}tile-opt {{.*}}.[[NAME]].mlir --run-reproducer
// SAID: -- again
// SAID: pass 'crash-[[NAME]]' crashed
func.func @f() { return }
func.func @g(%x: i32) -> i32 attributes {test.bad} {
  %dead = arith.addi %x, %x : i32
  return %x : i32
}

// The module as it is before the pass: what cse removed is gone.
// FILE: // pass 'crash-null' crashes ({{.*}}) on 'func.func' @g, pass 2 of 3 in the pipeline.
// FILE-NEXT: // Run it again with:
// FILE-NEXT: // {{.*}}tile-opt {{.*}} --run-reproducer
// FILE-NEXT: module {
// FILE-NOT: arith.addi
// FILE: pipeline: "builtin.module(func.func(crash-null))"
// FILE: op: "@g"
// FILE: plugin: "{{.*}}.so"
