// A pass whose table names a dialect that is not registered does not run, and nothing before it.

// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/needs.c -o %t.so
// RUN: not tile-opt %s --load-plugin=%t.so --pass-pipeline='cse,func.func(cse,test-needy)' --print-ir-after-all 2>&1 | FileCheck %s
// RUN: not tile-opt %s --load-plugin=%t.so --test-needy 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: tile-opt --load-plugin=%t.so --help-pass=test-needy | FileCheck %s --check-prefix=HELP

// CHECK-NOT: IR Dump
// CHECK: error: pass 'test-needy' makes ops of dialect 'elsewhere', which is not here
// CHECK-NEXT: test-needy
// CHECK-NEXT: {{^ +\^}}
// CHECK-NEXT: help: load the plugin that has it, with --load-plugin=FILE
// CHECK-NOT: func.func
// FLAG: <command line>:1:{{[0-9]+}}: error: pass 'test-needy' makes ops of dialect 'elsewhere'
// HELP: makes ops of: arith, elsewhere
func.func private @f()
