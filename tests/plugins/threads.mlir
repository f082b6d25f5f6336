// However many threads there are: text, files, counters and diagnostics come in the order of the
// functions.

// RUN: %cc -std=c17 -D_POSIX_C_SOURCE=200809L -shared -fPIC -I%source %S/Inputs/threads.c -o %t.so

// RUN: tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-say,cse,test-say)' --threads=4 --remarks-filter='*' -o /dev/null 2>&1 | FileCheck %s
// CHECK: warning: here is @a
// CHECK: note: in this module
// CHECK: remark: @a seen
// CHECK: warning: here is @a
// CHECK: warning: here is @b
// CHECK: warning: here is @b
// CHECK: warning: here is @c
// CHECK: warning: here is @d

// RUN: tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-say,cse,test-say,canonicalize)' --threads=1 --remarks-filter='*' --debug-only=say,greedy --print-ir-after-all --print-ir-before=cse --pass-statistics --print-ir-tree-dir=%t.1.dir > %t.1 2>&1
// RUN: tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-say,cse,test-say,canonicalize)' --threads=4 --remarks-filter='*' --debug-only=say,greedy --print-ir-after-all --print-ir-before=cse --pass-statistics --print-ir-tree-dir=%t.4.dir > %t.4 2>&1
// RUN: cmp %t.1 %t.4
// RUN: rm %t.1.dir/index.html %t.4.dir/index.html
// RUN: diff -r %t.1.dir %t.4.dir
// RUN: FileCheck %s --check-prefix=MANY --input-file=%t.4
// MANY: [say] looking at a
// MANY: IR Dump After test-say
// MANY: [say] looking at b
// MANY-COUNT-2: 4 said - warnings given

// Instrumentations that look at the whole module let one pass run at a time.
// RUN: tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-say,cse)' --threads=1 --print-ir-after-all --print-ir-module-scope > %t.1 2>&1
// RUN: tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-say,cse)' --threads=4 --print-ir-after-all --print-ir-module-scope > %t.4 2>&1
// RUN: cmp %t.1 %t.4

// A pass may run passes itself.
// RUN: tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-run-passes,test-say)' --threads=1 > %t.1 2>&1
// RUN: tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-run-passes,test-say)' --threads=4 > %t.4 2>&1
// RUN: cmp %t.1 %t.4
// RUN: FileCheck %s --check-prefix=INNER --input-file=%t.4
// INNER-COUNT-2: warning: here is @a
// INNER-COUNT-2: warning: here is @b
// INNER: arith.addi
// INNER-NEXT: arith.muli

func.func @a(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %x, %x : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
func.func @b(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %1 = arith.addi %x, %c0 : i32
  return %1 : i32
}
func.func @c() {
  return
}
func.func @d(%x: i32) -> i32 {
  %0 = call @a(%x) : (i32) -> i32
  return %0 : i32
}
