// A pass that does not end is stopped by --pass-time-limit, and so is its reproducer.
// RUN: %cc -std=c17 -O1 -shared -fPIC -I%source %S/Inputs/bad.c -o %t.so
// RUN: %S/Inputs/check.sh %t.r.mlir tile-opt %s --load-plugin=%t.so --crash-loop --pass-time-limit=0.3 --crash-reproducer=%t.r.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.r.mlir
// RUN: tile-opt %t.r.mlir --cse --pass-time-limit=1000 | FileCheck %s --check-prefix=ENOUGH
// RUN: not tile-opt %s --pass-time-limit=soon 2>&1 | FileCheck %s --check-prefix=WRONG

// Without a reproducer there is no second run, and the op is named all the same.
// RUN: not tile-opt %s --load-plugin=%t.so --crash-loop --pass-time-limit=0.3 --no-crash-reproducer 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: tile-opt: pass 'crash-loop' takes too long
// NONE-NEXT: tile-opt: on 'func.func' @g

// CHECK: tile-opt: pass 'crash-loop' takes too long
// CHECK: error: pass 'crash-loop' takes longer than 0.3 s on 'func.func' @g
// CHECK: help: run it with:
// CHECK: -- again
// CHECK: tile-opt: pass 'crash-loop' takes too long
// CHECK: ended with 124, then with 124
// FILE: time_limit: "0.3"
// ENOUGH: func.func @g
// WRONG: error: option '--pass-time-limit' takes seconds, got 'soon'
// WRONG: help: write --pass-time-limit=0.5
func.func @g() attributes {test.bad} { return }
