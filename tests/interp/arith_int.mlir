// RUN: interp-run %s | FileCheck %s

// Two's complement of the width.
// CHECK: @wrap: -56 : i8, -128 : i8, 0 : i1, 1 : i64
func.func @wrap() -> (i8, i8, i1, i64) {
  %a = arith.constant 100 : i8
  %m = arith.constant -128 : i8
  %n = arith.constant -1 : i8
  %t = arith.constant true
  %big = arith.constant -9223372036854775807 : i64
  %sum = arith.addi %a, %a : i8
  %q = arith.divsi %m, %n : i8
  %b = arith.addi %t, %t : i1
  %p = arith.muli %big, %big : i64
  return %sum, %q, %b, %p : i8, i8, i1, i64
}

// CHECK: @divisions: -3 : i32, -4 : i32, -3 : i32, -1 : i32, 1431655763 : i32, 2 : i32
func.func @divisions() -> (i32, i32, i32, i32, i32, i32) {
  %a = arith.constant -7 : i32
  %b = arith.constant 2 : i32
  %c = arith.constant 3 : i32
  %q = arith.divsi %a, %b : i32
  %f = arith.floordivsi %a, %b : i32
  %u = arith.ceildivsi %a, %b : i32
  %r = arith.remsi %a, %b : i32
  %w = arith.divui %a, %c : i32
  %v = arith.ceildivui %c, %b : i32
  return %q, %f, %u, %r, %w, %v : i32, i32, i32, i32, i32, i32
}

// CHECK: @shifts: -64 : i8, 63 : i8, -1 : i8
func.func @shifts() -> (i8, i8, i8) {
  %a = arith.constant -1 : i8
  %two = arith.constant 2 : i8
  %six = arith.constant 6 : i8
  %l = arith.shli %a, %six : i8
  %r = arith.shrui %a, %two : i8
  %s = arith.shrsi %a, %two : i8
  return %l, %r, %s : i8, i8, i8
}

// An i1 that is set is -1 as a signed number.
// CHECK: @order: 1 : i1, 0 : i1, 1 : i1, -5 : i16, 3 : i16, 1 : i1
func.func @order() -> (i1, i1, i1, i16, i16, i1) {
  %a = arith.constant -5 : i16
  %b = arith.constant 3 : i16
  %t = arith.constant true
  %f = arith.constant false
  %s = arith.cmpi slt, %a, %b : i16
  %u = arith.cmpi ult, %a, %b : i16
  %b1 = arith.cmpi slt, %t, %f : i1
  %max = arith.maxui %a, %b : i16
  %min = arith.minui %a, %b : i16
  %m1 = arith.minsi %t, %f : i1
  return %s, %u, %b1, %max, %min, %m1 : i1, i1, i1, i16, i16, i1
}

// CHECK: @casts: -1 : i32, 255 : i32, 1 : i8, -1 : i32, 4294967295 : index
func.func @casts() -> (i32, i32, i8, i32, index) {
  %a = arith.constant -1 : i8
  %w = arith.constant 257 : i32
  %t = arith.constant true
  %m = arith.constant -1 : i32
  %s = arith.extsi %a : i8 to i32
  %u = arith.extui %a : i8 to i32
  %n = arith.trunci %w : i32 to i8
  %b = arith.extsi %t : i1 to i32
  %i = arith.index_castui %m : i32 to index
  return %s, %u, %n, %b, %i : i32, i32, i8, i32, index
}

// CHECK: @tensors: [11, 22, 33] : tensor<3xi32>, [1, 20, 3] : tensor<3xi32>
func.func @tensors() -> (tensor<3xi32>, tensor<3xi32>) {
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %m = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %s = arith.addi %a, %b : tensor<3xi32>
  %c = arith.select %m, %a, %b : tensor<3xi1>, tensor<3xi32>
  return %s, %c : tensor<3xi32>, tensor<3xi32>
}
