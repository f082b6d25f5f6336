// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/mark.c -o %t.so
// RUN: tile-opt %s --load-pass-plugin=%t.so --test-mark=times=3 | FileCheck %s --check-prefix=THREE
// RUN: tile-opt %s --test-mark='{times=7}' --load-plugin=%t.so | FileCheck %s --check-prefix=SEVEN
// RUN: tile-opt %s --load-plugin=%t.so --test-pipeline=n=5 --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: tile-opt %s --load-plugin=%t.so --test-mark --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: tile-opt --load-plugin=%t.so --help-pass=test-mark | FileCheck %s --check-prefix=HELP
// RUN: not tile-opt %s --load-plugin=%t.so --test-fail 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: not tile-opt %s --load-plugin=%t.so --test-break --print-ir-after-failure 2>&1 | FileCheck %s --check-prefix=BREAK
// RUN: rm -rf %t && not tile-opt %s --load-plugin=%t.so --cse --test-break --dump-phases=%t 2>&1 | FileCheck %s --check-prefix=PHASES
// RUN: FileCheck %s --check-prefix=BEFORE < %t/001_cse.mlir

// THREE: test.mark = 3 : index
// SEVEN: test.mark = 7 : index
// PIPELINE: builtin.module(func.func(test-mark{times=5}),cse)
// PIPELINE: test.mark = 5 : index
// STATS: 1 marked - functions marked
// HELP: runs on: func.func
// HELP: times=integer {{.*}}(default: 1)
// FAIL: pass 'test-fail' failed without saying why
// BREAK: error: 'func.func' op has an empty block
// BREAK: note: pass 'test-break' left invalid IR behind
// BREAK: help: --print-ir-before=test-break shows what it was, --dump-phases=DIR keeps it
// BREAK: IR Dump After test-break Failed
// PHASES: note: pass 'test-break' left invalid IR behind
// PHASES: help: what it was stands in {{.*}}/001_cse.mlir
// BEFORE: After cse, pass 1 of 2.
// BEFORE: func.func @f
func.func @f() { return }
