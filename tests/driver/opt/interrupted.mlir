// A tool that is stopped from outside leaves no temporary file beside its output.
// RUN: %cc -std=c17 -shared -fPIC -I%source %S/../reproducer/Inputs/bad.c -o %t.so
// RUN: rm -rf %t && mkdir -p %t
// RUN: %python %S/Inputs/interrupt.py SIGINT %t tile-opt %s --load-plugin=%t.so --crash-loop -o %t/out.mlir | FileCheck %s
// RUN: %python %S/Inputs/interrupt.py SIGTERM %t tile-opt %s --load-plugin=%t.so --crash-loop -o %t/out.mlir | FileCheck %s
// RUN: ls %t | count 0

// CHECK: ended by SIG{{INT|TERM}}
func.func @loops() attributes {test.bad} { return }
