// RUN: %cc -shared -fPIC -I%source %source/docs/examples/plugins/loop_depth.c -o %t.so
// RUN: tile-opt %s --load-plugin=%t.so --loop-depth --loop-depth --remarks-filter='loop-*' -o /dev/null 2>&1 | FileCheck %s

// CHECK: :[[#@LINE+2]]:1: remark: 2 loops, 2 deep; the innermost runs 32 times [loop-nest]
// CHECK: :[[#@LINE+1]]:1: remark: 2 loops, 2 deep; the innermost runs 32 times [loop-nest]
func.func @nest(%m: memref<8x4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %x, %m[%i, %j] : memref<8x4xf32>
    }
  }
  return
}
