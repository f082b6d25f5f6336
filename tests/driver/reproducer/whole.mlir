// What no pass alone reproduces: the file holds the whole run, and is tried before it is offered.
// RUN: %cc -std=c17 -O1 -shared -fPIC -I%source %S/Inputs/bad.c -o %t.so
// RUN: %S/Inputs/check.sh %t.r.mlir tile-opt %s --load-plugin=%t.so --cse --crash-second --crash-reproducer=%t.r.mlir 2>&1 | FileCheck %s
// CHECK: error: pass 'crash-second' crashes ({{.*}}) on 'func.func' @g
// CHECK: note: the whole run, which no single pass reproduces, is in
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.r.mlir
// FILE: pipeline: "builtin.module(cse,func.func(crash-second))"

// Without a failure:
// RUN: tile-opt %s --cse --canonicalize --generate-reproducer=%t.g.mlir -o %t.once.mlir
// RUN: tile-opt %t.g.mlir --run-reproducer -o %t.again.mlir
// RUN: diff %t.once.mlir %t.again.mlir
// RUN: FileCheck %s --check-prefix=GENERATED --input-file=%t.g.mlir
// GENERATED: // Run it again with:
// GENERATED: arith.addi
// GENERATED: pipeline: "builtin.module(cse,canonicalize)"

// Also of a run without passes.
// RUN: rm -f %t.none.mlir
// RUN: tile-opt %s --generate-reproducer=%t.none.mlir -o %t.once.mlir
// RUN: tile-opt %t.none.mlir --run-reproducer -o %t.again.mlir
// RUN: diff %t.once.mlir %t.again.mlir
func.func @f() { return }
func.func @g(%x: i32) {
  %dead = arith.addi %x, %x : i32
  return
}
