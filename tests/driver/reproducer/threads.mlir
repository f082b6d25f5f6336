// On several threads the failing pass is found all the same; the file holds what one thread would
// have had before it.
// RUN: %cc -std=c17 -O1 -shared -fPIC -I%source %S/Inputs/bad.c -o %t.so
// RUN: %S/Inputs/check.sh %t.null.mlir tile-opt %s --threads=4 --load-plugin=%t.so '--pass-pipeline=func.func(cse,crash-null,canonicalize)' --crash-reproducer=%t.null.mlir 2>&1 | FileCheck %s --check-prefix=CRASH
// RUN: FileCheck %s --check-prefix=FILE --input-file=%t.null.mlir
// RUN: %S/Inputs/check.sh %t.stack.mlir tile-opt %s --threads=4 --load-plugin=%t.so '--pass-pipeline=func.func(cse,crash-stack,canonicalize)' --crash-reproducer=%t.stack.mlir 2>&1 | FileCheck %s --check-prefix=CRASH
// RUN: %S/Inputs/check.sh %t.loop.mlir tile-opt %s --threads=4 --load-plugin=%t.so '--pass-pipeline=func.func(cse,crash-loop,canonicalize)' --pass-time-limit=0.5 --crash-reproducer=%t.loop.mlir 2>&1 | FileCheck %s --check-prefix=CRASH
// RUN: %S/Inputs/check.sh %t.fail.mlir tile-opt %s --threads=4 --load-plugin=%t.so '--pass-pipeline=func.func(cse,fail,canonicalize)' --crash-reproducer=%t.fail.mlir 2>&1 | FileCheck %s --check-prefix=FAIL

// CRASH: tile-opt: pass 'crash-[[NAME:[a-z]+]]'
// CRASH: threads.mlir:{{[0-9]+}}:1: error: pass 'crash-[[NAME]]' {{.*}} on 'func.func' @third
// CRASH: it is pass 2 of 3 in
// CRASH: -- again
// FAIL: remark: pass 'fail' fails on 'func.func' @third
// FAIL: it is pass 2 of 3 in

// FILE: @first
// FILE-NEXT: return
// FILE: @second
// FILE-NEXT: return
// FILE: @third
// FILE-NEXT: return
// FILE: @fourth
// FILE-NEXT: arith.addi
// FILE: pipeline: "builtin.module(func.func(crash-null))"
// FILE: op: "@third"
func.func @first(%x: i32) {
  %dead = arith.addi %x, %x : i32
  return
}
func.func @second() { return }
func.func @third(%x: i32) attributes {test.bad} {
  %dead = arith.addi %x, %x : i32
  return
}
func.func @fourth(%x: i32) {
  %dead = arith.addi %x, %x : i32
  return
}
