// Functions are executed, too: on scalars, vectors and memrefs.

// RUN: %cc -Wall -Wextra -Werror -std=c17 -shared -fPIC -I%source %source/tests/plugins/Inputs/break_kernel.c -o %t.so
// RUN: tile-opt %s --validate-each --canonicalize --cse --convert-scf-to-cf --mem2reg --verify-diagnostics -o /dev/null
// RUN: not tile-opt %s --validate-each=seed:3 --load-plugin=%t.so --no-crash-reproducer -o /dev/null \
// RUN:   --pass-pipeline='func.func(cse),func.func(test-break-kernel{fault=swap})' 2>&1 | FileCheck %s

// CHECK: functions.mlir:[[@LINE+2]]:1: error: pass 'test-break-kernel' changed what @scalars computes{{$}}
// CHECK: note: result 0 was {{[-0-9]+}} and is {{[-0-9]+}}, for a = {{[0-5]}}, b = {{[0-5]}}{{$}}
func.func @scalars(%a: i32, %b: index) -> i32 {
  %0 = arith.index_cast %b : index to i32
  %1 = arith.subi %a, %0 : i32
  return %1 : i32
}
func.func @vectors(%a: vector<4xf32>, %b: vector<4xf32>) -> (vector<4xf32>, vector<4xi1>) {
  %0 = arith.subf %a, %b : vector<4xf32>
  %1 = arith.cmpf olt, %a, %0 : vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xi1>
}
// What calls a private function is known, so it is not executed alone.
func.func private @callee(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.subi %c1, %x : i32
  return %0 : i32
}
func.func @memory(%m: memref<?xi32>, %n: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = memref.dim %m, %c0 : memref<?xi32>
  scf.for %i = %c0 to %d step %c1 {
    %0 = memref.load %m[%i] : memref<?xi32>
    %1 = func.call @callee(%0) : (i32) -> i32
    memref.store %1, %m[%i] : memref<?xi32>
  }
  return
}
