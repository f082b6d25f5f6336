// Code that fails after a pass, code that never runs, and code that nothing here can execute.

// RUN: split-file %s %t
// RUN: %cc -Wall -Wextra -Werror -std=c17 -shared -fPIC -I%source %source/tests/plugins/Inputs/break_kernel.c -o %t/break.so
// RUN: not tile-opt %t/fails.mlir --validate-each --load-plugin=%t/break.so --no-crash-reproducer -o /dev/null \
// RUN:   --pass-pipeline='tile.kernel(cse,test-break-kernel{fault=shift at=2})' 2>&1 | FileCheck %s
// RUN: tile-opt %t/never.mlir --validate-each --cse -o /dev/null 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: tile-opt %t/unknown.mlir --allow-unregistered-dialect --validate-each --cse -o /dev/null 2>&1 | count 0
// RUN: tile-opt %t/unlike.mlir --validate-each --cse -o /dev/null 2>&1 | count 0

// CHECK: fails.mlir:1:1: error: after pass 'test-break-kernel' @fails fails: 'tile.load' op
// CHECK: note: for N = 128
// CHECK: fails.mlir:5:8: note: it fails here
// NEVER: never.mlir:1:1: warning: @never is not validated: 'arith.divsi' op
// NEVER: never.mlir:3:8: note: it fails here

//--- fails.mlir
tile.kernel @fails(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 64)) {
  %a = tile.load %A[%b * 64] : tensor<64xf32>
  %s = mem.alloc : !mem.buffer<64xf32, shared>
  tile.store %a, %s[0]
  %c = tile.load %s[0] : tensor<64xf32>
  tile.store %c, %B[%b * 64]
}
//--- never.mlir
func.func @never(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.divsi %x, %c0 : i32
  return %0 : i32
}
//--- unknown.mlir
func.func @unknown(%x: i32) -> i32 {
  %0 = "other.op"(%x) : (i32) -> i32
  return %0 : i32
}
//--- unlike.mlir
// Nothing can be made for this signature.
func.func @unlike(%x: tensor<?xf32>) {
  return
}
func.func private @declared(i32)
