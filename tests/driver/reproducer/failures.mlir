// A pass that fails, or leaves invalid IR behind, gives a reproducer when one is asked for.
// RUN: %cc -std=c17 -O1 -shared -fPIC -I%source %S/Inputs/bad.c -o %t.so
// RUN: %S/Inputs/check.sh %t.fail.mlir tile-opt %s --load-plugin=%t.so --cse --fail --cse --crash-reproducer=%t.fail.mlir 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: %S/Inputs/check.sh %t.break.mlir tile-opt %s --load-plugin=%t.so --break-ir --mlir-pass-pipeline-crash-reproducer=%t.break.mlir 2>&1 | FileCheck %s --check-prefix=BREAK
// RUN: env TMPDIR=%t.dir not tile-opt %s --load-plugin=%t.so --fail 2>&1 | FileCheck %s --check-prefix=QUIET

// FAIL: error: 'func.func' op is marked
// FAIL: remark: pass 'fail' fails on 'func.func' @g
// FAIL: note: it is pass 2 of 3 in 'builtin.module(cse,func.func(fail),cse)'
// FAIL: -- again
// FAIL: error: 'func.func' op is marked
// FAIL-NOT: remark

// BREAK: note: pass 'break-ir' left invalid IR behind
// BREAK: remark: pass 'break-ir' fails on 'func.func' @g
// BREAK: -- again
// BREAK: note: pass 'break-ir' left invalid IR behind

// QUIET-NOT: remark
// QUIET: error: 'func.func' op is marked
// QUIET-NOT: remark
func.func @f() { return }
func.func @g(%x: i32) -> i32 attributes {test.bad} {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
