// RUN: %cc -shared -fPIC -I%source %source/docs/examples/plugins/extend.c -o %t.so
// RUN: tile-opt %s --load-plugin=%t.so --canonicalize | FileCheck %s
// RUN: tile-opt %s --canonicalize | FileCheck %s --check-prefix=ALONE
// RUN: tile-opt %s --load-plugin=%t.so --estimate-cycles --canonicalize --estimate-cycles -o /dev/null 2>&1 | FileCheck %s --check-prefix=CYCLES
// RUN: tile-opt --load-plugin=%t.so --list-plugins | FileCheck %s --check-prefix=LIST

// CHECK: %[[Q:.*]] = arith.shrui %x, %{{.*}} : i32
// CHECK: %[[M:.*]] = arith.maxsi %[[Q]], %y : i32
// CHECK-NEXT: return %[[M]]
// ALONE: arith.divui
// ALONE: arith.maxsi
// ALONE: arith.maxsi
// CYCLES: remark: 34 cycles
// CYCLES: remark: 2 cycles
// LIST: extend 1.0
// LIST-NEXT: pass estimate-cycles
// LIST-NEXT: extends arith.divui: pattern div_by_power_of_two, interface cycles
// LIST-NEXT: extends arith.shrui: interface cycles
// LIST-NEXT: extends arith.maxsi: interface cycles, fold
func.func @f(%x: i32, %y: i32) -> i32 {
  %c8 = arith.constant 8 : i32
  %0 = arith.divui %x, %c8 : i32
  %1 = arith.maxsi %0, %y : i32
  %2 = arith.maxsi %1, %y : i32
  return %2 : i32
}
