// A pass fails on two functions, on the second long before the first: with any number of threads
// the first is reported, and nothing of the functions behind it.

// RUN: %cc -std=c17 -D_POSIX_C_SOURCE=200809L -shared -fPIC -I%source %S/Inputs/threads.c -o %t.so
// RUN: not tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-say,test-fail-bad)' --threads=1 --print-ir-after-failure --pass-statistics > %t.1 2>&1
// RUN: not tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-say,test-fail-bad)' --threads=4 --print-ir-after-failure --pass-statistics > %t.4 2>&1
// RUN: cmp %t.1 %t.4
// RUN: FileCheck %s --input-file=%t.4
// RUN: tile-opt %s --load-plugin=%t.so --pass-pipeline='func.func(test-fail-bad)' --threads=4 --verify-diagnostics

// CHECK: warning: here is @good
// CHECK: warning: here is @first
// CHECK: error: 'func.func' op is bad
// CHECK: IR Dump After test-fail-bad Failed
// CHECK: sym_name = "first"
// CHECK-NOT: second
// CHECK: 2 said - warnings given
// CHECK-NOT: second

func.func private @good()
// expected-error@+1 {{is bad}}
func.func private @first() attributes {test.bad}
func.func private @second() attributes {test.bad}
func.func private @third()
