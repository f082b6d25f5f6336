// A pass that reports an error has failed, whatever it returns; errors that a handler of its own
// swallows are no errors of the run.

// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/errors.c -o %t.so

// RUN: rm -f %t.out
// RUN: not tile-opt %s --load-plugin=%t.so --test-go-on --threads=1 -o %t.out 2>&1 | FileCheck %s
// RUN: not tile-opt %s --load-plugin=%t.so --test-go-on --threads=2 -o %t.out 2>&1 | FileCheck %s
// RUN: not ls %t.out
// CHECK: error: 'func.func' op is not what this pass likes
// CHECK-NOT: error:

// Handlers around the pipeline, as those of --verify-diagnostics, do not make it a success.
// RUN: tile-opt %s --load-plugin=%t.so --test-go-on --verify-diagnostics --threads=1 --mlir-print-ir-after-failure -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPECTED
// EXPECTED: IR Dump After test-go-on Failed

// RUN: tile-opt %s --load-plugin=%t.so --test-try --threads=1 | FileCheck %s --check-prefix=TRY
// RUN: tile-opt %s --load-plugin=%t.so --test-try --threads=2 | FileCheck %s --check-prefix=TRY
// TRY: func.func @g

// RUN: tile-opt %s --load-plugin=%t.so --test-try-inner --threads=2 2>&1 | FileCheck %s --check-prefix=INNER
// INNER: remark: the attempt failed
// INNER: remark: the attempt failed

// Nobody has seen why it failed.
// RUN: not tile-opt %s --load-plugin=%t.so --test-try-in-vain 2>&1 | FileCheck %s --check-prefix=VAIN
// VAIN: error: 'func.func' op pass 'test-try-in-vain' failed without saying why

// expected-error@+1 {{is not what this pass likes}}
func.func @f() { return }
func.func @g() { return }
