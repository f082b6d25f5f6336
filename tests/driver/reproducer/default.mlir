// When nobody names a file, a crash leaves one in the temporary directory, unless told not to.
// RUN: %cc -std=c17 -O1 -shared -fPIC -I%source %S/Inputs/bad.c -o %t.so
// RUN: rm -rf %t.tmp && mkdir %t.tmp
// RUN: env TMPDIR=%t.tmp %S/Inputs/fails.sh tile-opt %s --load-plugin=%t.so --crash-null 2>&1 | FileCheck %s
// CHECK: note: the pass with its input is in '{{.*}}tmp/tile-opt-crash-{{.*}}.mlir'
// RUN: cat %t.tmp/tile-opt-crash-*.mlir | FileCheck %s --check-prefix=FILE
// FILE: pipeline: "builtin.module(func.func(crash-null))"

// RUN: rm -rf %t.tmp && mkdir %t.tmp
// RUN: env TMPDIR=%t.tmp %S/Inputs/fails.sh tile-opt %s --load-plugin=%t.so --crash-null --no-crash-reproducer 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: ls %t.tmp | count 0
// NONE: tile-opt: pass 'crash-null' crashed
// NONE-NOT: note:

// A place that cannot be written to is told, and nothing else goes wrong.
// RUN: %S/Inputs/fails.sh tile-opt %s --load-plugin=%t.so --crash-null --crash-reproducer=%t.none/r.mlir 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: error: pass 'crash-null' crashes
// NOWHERE: error: cannot write '{{.*}}r.mlir': No such file or directory
func.func @g() attributes {test.bad} { return }
