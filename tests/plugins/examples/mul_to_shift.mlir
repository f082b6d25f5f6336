// RUN: %cc -shared -fPIC -I%source %source/docs/examples/plugins/mul_to_shift.c -o %t.so
// RUN: tile-opt %s --load-plugin=%t.so --mul-to-shift | FileCheck %s
// RUN: tile-opt %s --load-plugin=%t.so --mul-to-shift --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS

// CHECK: %[[N:.*]] = arith.constant 3 : i32
// CHECK: %[[R:.*]] = arith.shli %x, %[[N]] : i32
// CHECK: arith.muli %[[R]], %x
// STATS: 1 shifts - multiplications replaced
func.func @f(%x: i32) -> i32 {
  %c8 = arith.constant 8 : i32
  %0 = arith.muli %x, %c8 : i32
  %1 = arith.muli %0, %x : i32
  return %1 : i32
}
