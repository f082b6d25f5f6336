// RUN: tile-opt %s --arith-unsigned-when-equivalent | FileCheck %s

// CHECK-LABEL: @all
// CHECK: arith.divui
// CHECK: arith.ceildivui
// CHECK: arith.divui
// CHECK: arith.remui
// CHECK: arith.minui
// CHECK: arith.maxui
// CHECK: arith.extui
// CHECK: arith.cmpi ult
// CHECK: arith.cmpi ule
// CHECK: arith.cmpi ugt
// CHECK: arith.cmpi uge
// CHECK: arith.cmpi eq
func.func @all(%x: i32) -> (i32, i32, i32, i32, i32, i32, i64, i1, i1, i1, i1, i1) {
  %three = arith.constant 3 : i32
  %max = arith.constant 1000 : i32
  %n = arith.minui %x, %max : i32
  %0 = arith.divsi %n, %three : i32
  %1 = arith.ceildivsi %n, %three : i32
  %2 = arith.floordivsi %n, %three : i32
  %3 = arith.remsi %n, %three : i32
  %4 = arith.minsi %n, %three : i32
  %5 = arith.maxsi %n, %three : i32
  %6 = arith.extsi %n : i32 to i64
  %7 = arith.cmpi slt, %n, %three : i32
  %8 = arith.cmpi sle, %n, %three : i32
  %9 = arith.cmpi sgt, %n, %three : i32
  %10 = arith.cmpi sge, %n, %three : i32
  %11 = arith.cmpi eq, %n, %three : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11
    : i32, i32, i32, i32, i32, i32, i64, i1, i1, i1, i1, i1
}

// CHECK-LABEL: @maybe_negative
// CHECK: arith.divsi
// CHECK: arith.cmpi slt
func.func @maybe_negative(%x: i32) -> (i32, i1) {
  %three = arith.constant 3 : i32
  %0 = arith.divsi %x, %three : i32
  %1 = arith.cmpi slt, %x, %three : i32
  return %0, %1 : i32, i1
}
