// RUN: tile-opt %s --canonicalize | FileCheck %s

// x + 0 -> x
// CHECK-LABEL: func.func @add_zero(
// CHECK-NEXT: return %a : i32
func.func @add_zero(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 0 : i32
  %r = arith.addi %a, %c : i32
  return %r : i32
}

// 0 + x -> x
// CHECK-LABEL: func.func @add_zero_left(
// CHECK-NEXT: return %a : i32
func.func @add_zero_left(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 0 : i32
  %r = arith.addi %c, %a : i32
  return %r : i32
}

// c + x -> x + c
// CHECK-LABEL: func.func @constants_go_right(
// CHECK-NEXT: %[[C:.*]] = arith.constant 3 : i32
// CHECK-NEXT: %[[R:.*]] = arith.addi %a, %[[C]] : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @constants_go_right(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 3 : i32
  %r = arith.addi %c, %a : i32
  return %r : i32
}

// Wraps around.
// CHECK-LABEL: func.func @add_constants(
// CHECK-NEXT: %[[R:.*]] = arith.constant -2147483647 : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @add_constants(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 2147483647 : i32
  %d = arith.constant 2 : i32
  %r = arith.addi %c, %d : i32
  return %r : i32
}

// (a - b) + b -> a
// CHECK-LABEL: func.func @add_undoes_sub(
// CHECK-NEXT: return %a : i32
func.func @add_undoes_sub(%a: i32, %b: i32) -> i32 {
  %0 = arith.subi %a, %b : i32
  %r = arith.addi %0, %b : i32
  return %r : i32
}

// x - x -> 0
// CHECK-LABEL: func.func @sub_itself(
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @sub_itself(%a: i32, %b: i32) -> i32 {
  %r = arith.subi %a, %a : i32
  return %r : i32
}

// Nothing to make the zero of when an extent is not known.
// CHECK-LABEL: func.func @sub_dynamic(
// CHECK-NEXT: %[[R:.*]] = arith.subi %a, %a : tensor<?xi32>
// CHECK-NEXT: return %[[R]] : tensor<?xi32>
func.func @sub_dynamic(%a: tensor<?xi32>) -> tensor<?xi32> {
  %r = arith.subi %a, %a : tensor<?xi32>
  return %r : tensor<?xi32>
}

// (a + b) - a -> b
// CHECK-LABEL: func.func @sub_undoes_add(
// CHECK-NEXT: return %b : i32
func.func @sub_undoes_add(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %r = arith.subi %0, %a : i32
  return %r : i32
}

// x * 0 -> 0
// CHECK-LABEL: func.func @mul_zero(
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<0> : vector<4xi32>
// CHECK-NEXT: return %[[C]] : vector<4xi32>
func.func @mul_zero(%a: vector<4xi32>) -> vector<4xi32> {
  %c = arith.constant dense<0> : vector<4xi32>
  %r = arith.muli %a, %c : vector<4xi32>
  return %r : vector<4xi32>
}

// x * 1 -> x
// CHECK-LABEL: func.func @mul_one(
// CHECK-NEXT: return %a : i32
func.func @mul_one(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 1 : i32
  %r = arith.muli %a, %c : i32
  return %r : i32
}

// i1 has one bit.
// CHECK-LABEL: func.func @mul_bits(
// CHECK-NEXT: return %a : i1
func.func @mul_bits(%a: i1) -> i1 {
  %c = arith.constant true
  %r = arith.muli %a, %c : i1
  return %r : i1
}

// Both halves of -1 * -1.
// CHECK-LABEL: func.func @extended_product(
// CHECK-NEXT: %[[R:.*]] = arith.constant -3 : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @extended_product(%a: i32, %b: i32) -> i32 {
  %c = arith.constant -1 : i32
  %l, %h = arith.mului_extended %c, %c : i32
  %r = arith.subi %h, %l : i32
  return %r : i32
}

// The carry of -1 + 1.
// CHECK-LABEL: func.func @carry(
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] : i1
func.func @carry() -> i1 {
  %c = arith.constant -1 : i32
  %d = arith.constant 1 : i32
  %s, %r = arith.addui_extended %c, %d : i32, i1
  return %r : i1
}

// By one, and of constants in every rounding.
// CHECK-LABEL: func.func @divisions(
// CHECK-NEXT: %[[R3:.*]] = arith.constant -3 : i32
// CHECK-NEXT: %[[R2:.*]] = arith.constant -4 : i32
// CHECK-NEXT: %[[R1:.*]] = arith.constant 2147483644 : i32
// CHECK-NEXT: %[[R0:.*]] = arith.constant -1 : i32
// CHECK-NEXT: return %a, %[[R3]], %[[R2]], %[[R3]], %[[R1]], %[[R0]] : i32, i32, i32, i32, i32, i32
func.func @divisions(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32, i32) {
  %one = arith.constant 1 : i32
  %m7 = arith.constant -7 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.divsi %a, %one : i32
  %1 = arith.divsi %m7, %c2 : i32
  %2 = arith.floordivsi %m7, %c2 : i32
  %3 = arith.ceildivsi %m7, %c2 : i32
  %4 = arith.divui %m7, %c2 : i32
  %5 = arith.remsi %m7, %c2 : i32
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i32
}

// Undefined, so it stays.
// CHECK-LABEL: func.func @division_by_zero(
// CHECK-NEXT: %[[C:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[D:.*]] = arith.constant 8 : i32
// CHECK-NEXT: %[[R:.*]] = arith.divsi %[[D]], %[[C]] : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @division_by_zero(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 0 : i32
  %d = arith.constant 8 : i32
  %r = arith.divsi %d, %c : i32
  return %r : i32
}

// The lowest number by -1.
// CHECK-LABEL: func.func @division_overflow(
// CHECK-NEXT: %[[C:.*]] = arith.constant -128 : i8
// CHECK-NEXT: %[[D:.*]] = arith.constant -1 : i8
// CHECK-NEXT: %[[R:.*]] = arith.divsi %[[C]], %[[D]] : i8
// CHECK-NEXT: return %[[R]] : i8
func.func @division_overflow() -> i8 {
  %c = arith.constant -128 : i8
  %d = arith.constant -1 : i8
  %r = arith.divsi %c, %d : i8
  return %r : i8
}

// (a * b) / b -> a, only when the product does not wrap.
// CHECK-LABEL: func.func @division_undoes_product(
// CHECK-NEXT: %[[R0:.*]] = arith.muli %a, %b : i32
// CHECK-NEXT: %[[R1:.*]] = arith.divsi %[[R0]], %b : i32
// CHECK-NEXT: %[[R:.*]] = arith.subi %a, %[[R1]] : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @division_undoes_product(%a: i32, %b: i32) -> i32 {
  %0 = arith.muli %a, %b overflow<nsw> : i32
  %1 = arith.divsi %0, %b : i32
  %2 = arith.muli %a, %b : i32
  %3 = arith.divsi %2, %b : i32
  %r = arith.subi %1, %3 : i32
  return %r : i32
}

// x & 0 -> 0, x & ~0 -> x
// CHECK-LABEL: func.func @and(
// CHECK-NEXT: return %a : i32
func.func @and(%a: i32, %b: i32) -> i32 {
  %z = arith.constant 0 : i32
  %m = arith.constant -1 : i32
  %0 = arith.andi %a, %m : i32
  %1 = arith.andi %a, %z : i32
  %r = arith.ori %0, %1 : i32
  return %r : i32
}

// x & ~x -> 0
// CHECK-LABEL: func.func @and_not(
// CHECK-NEXT: %[[R:.*]] = arith.constant 0 : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @and_not(%a: i32, %b: i32) -> i32 {
  %m = arith.constant -1 : i32
  %n = arith.xori %a, %m : i32
  %r = arith.andi %a, %n : i32
  return %r : i32
}

// a & (a & b) -> a & b
// CHECK-LABEL: func.func @absorb(
// CHECK-NEXT: %[[R0:.*]] = arith.andi %a, %b : i32
// CHECK-NEXT: return %[[R0]] : i32
func.func @absorb(%a: i32, %b: i32) -> i32 {
  %0 = arith.andi %a, %b : i32
  %r = arith.andi %a, %0 : i32
  return %r : i32
}

// (a ^ b) ^ b -> a
// CHECK-LABEL: func.func @xor_twice(
// CHECK-NEXT: return %a : i32
func.func @xor_twice(%a: i32, %b: i32) -> i32 {
  %0 = arith.xori %a, %b : i32
  %r = arith.xori %0, %b : i32
  return %r : i32
}

// Undefined, so it stays.
// CHECK-LABEL: func.func @shift_too_far(
// CHECK-NEXT: %[[C:.*]] = arith.constant 32 : i32
// CHECK-NEXT: %[[D:.*]] = arith.constant 1 : i32
// CHECK-NEXT: %[[R:.*]] = arith.shli %[[D]], %[[C]] : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @shift_too_far(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 32 : i32
  %d = arith.constant 1 : i32
  %r = arith.shli %d, %c : i32
  return %r : i32
}

// The two shifts to the right differ in what comes in.
// CHECK-LABEL: func.func @shifts(
// CHECK-NEXT: %[[R1:.*]] = arith.constant -4 : i32
// CHECK-NEXT: %[[R0:.*]] = arith.constant 2147483644 : i32
// CHECK-NEXT: return %[[R1]], %[[R0]] : i32, i32
func.func @shifts(%a: i32, %b: i32) -> (i32, i32) {
  %c = arith.constant -8 : i32
  %d = arith.constant 1 : i32
  %0 = arith.shrsi %c, %d : i32
  %1 = arith.shrui %c, %d : i32
  return %0, %1 : i32, i32
}

// max(x, lowest) -> x, max(x, highest) -> highest
// CHECK-LABEL: func.func @extremes(
// CHECK-NEXT: %[[H:.*]] = arith.constant 127 : i8
// CHECK-NEXT: return %[[H]] : i8
func.func @extremes(%a: i8) -> i8 {
  %l = arith.constant -128 : i8
  %h = arith.constant 127 : i8
  %0 = arith.maxsi %a, %l : i8
  %r = arith.maxsi %0, %h : i8
  return %r : i8
}

// x <= x -> true
// CHECK-LABEL: func.func @compare_itself(
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] : i1
func.func @compare_itself(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi sle, %a, %a : i32
  return %r : i1
}

// c < x -> x > c
// CHECK-LABEL: func.func @compare_swaps(
// CHECK-NEXT: %[[C:.*]] = arith.constant 5 : i32
// CHECK-NEXT: %[[R:.*]] = arith.cmpi sgt, %a, %[[C]] : i32
// CHECK-NEXT: return %[[R]] : i1
func.func @compare_swaps(%a: i32, %b: i32) -> i1 {
  %c = arith.constant 5 : i32
  %r = arith.cmpi slt, %c, %a : i32
  return %r : i1
}

// extui(b) != 0 -> b
// CHECK-LABEL: func.func @compare_bit(
// CHECK-NEXT: return %a : i1
func.func @compare_bit(%a: i1) -> i1 {
  %c = arith.constant 0 : i32
  %0 = arith.extui %a : i1 to i32
  %r = arith.cmpi ne, %0, %c : i32
  return %r : i1
}

// -1 is the greatest unsigned number.
// CHECK-LABEL: func.func @compare_unsigned(
// CHECK-NEXT: %[[R:.*]] = arith.constant true
// CHECK-NEXT: return %[[R]] : i1
func.func @compare_unsigned() -> i1 {
  %c = arith.constant -1 : i32
  %d = arith.constant 1 : i32
  %r = arith.cmpi ugt, %c, %d : i32
  return %r : i1
}

// true ? a : b -> a
// CHECK-LABEL: func.func @select_known(
// CHECK-NEXT: return %a : i32
func.func @select_known(%a: i32, %b: i32) -> i32 {
  %c = arith.constant true
  %r = arith.select %c, %a, %b : i32
  return %r : i32
}

// a == b ? a : b -> b
// CHECK-LABEL: func.func @select_equal(
// CHECK-NEXT: return %b : i32
func.func @select_equal(%a: i32, %b: i32) -> i32 {
  %c = arith.cmpi eq, %a, %b : i32
  %r = arith.select %c, %a, %b : i32
  return %r : i32
}

// A constant condition chooses among constants.
// CHECK-LABEL: func.func @select_elements(
// CHECK-NEXT: %[[R:.*]] = arith.constant dense<[1, 7]> : vector<2xi32>
// CHECK-NEXT: return %[[R]] : vector<2xi32>
func.func @select_elements() -> vector<2xi32> {
  %c = arith.constant dense<[true, false]> : vector<2xi1>
  %x = arith.constant dense<[1, 2]> : vector<2xi32>
  %y = arith.constant dense<7> : vector<2xi32>
  %r = arith.select %c, %x, %y : vector<2xi1>, vector<2xi32>
  return %r : vector<2xi32>
}

// Constants through casts.
// CHECK-LABEL: func.func @casts(
// CHECK-NEXT: %[[R2:.*]] = arith.constant -1 : i32
// CHECK-NEXT: %[[R1:.*]] = arith.constant 255 : i32
// CHECK-NEXT: %[[R0:.*]] = arith.constant true
// CHECK-NEXT: return %[[R2]], %[[R1]], %[[R0]] : i32, i32, i1
func.func @casts() -> (i32, i32, i1) {
  %c = arith.constant -1 : i8
  %0 = arith.extsi %c : i8 to i32
  %1 = arith.extui %c : i8 to i32
  %2 = arith.trunci %1 : i32 to i1
  return %0, %1, %2 : i32, i32, i1
}

// trunci(extsi(x)) -> x
// CHECK-LABEL: func.func @trunc_of_ext(
// CHECK-NEXT: return %a : i32
func.func @trunc_of_ext(%a: i32, %b: i32) -> i32 {
  %0 = arith.extsi %a : i32 to i64
  %r = arith.trunci %0 : i64 to i32
  return %r : i32
}

// Dense constants are computed one by one.
// CHECK-LABEL: func.func @elements(
// CHECK-NEXT: %[[R:.*]] = arith.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
// CHECK-NEXT: return %[[R]] : tensor<4xi32>
func.func @elements() -> tensor<4xi32> {
  %c = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %d = arith.constant dense<10> : tensor<4xi32>
  %r = arith.muli %c, %d : tensor<4xi32>
  return %r : tensor<4xi32>
}

// Only -0 is neutral: x + +0 is +0 for x = -0.
// CHECK-LABEL: func.func @add_float_zero(
// CHECK-NEXT: %[[P:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[R:.*]] = arith.addf %a, %[[P]] : f32
// CHECK-NEXT: return %[[R]] : f32
func.func @add_float_zero(%a: f32) -> f32 {
  %p = arith.constant 0.0 : f32
  %n = arith.constant -0.0 : f32
  %0 = arith.addf %a, %n : f32
  %r = arith.addf %0, %p : f32
  return %r : f32
}

// Not 0 for NaN and infinity.
// CHECK-LABEL: func.func @sub_float_itself(
// CHECK-NEXT: %[[R:.*]] = arith.subf %a, %a : f32
// CHECK-NEXT: return %[[R]] : f32
func.func @sub_float_itself(%a: f32) -> f32 {
  %r = arith.subf %a, %a : f32
  return %r : f32
}

// x * 0 -> 0 without NaNs and when signs of zero do not matter.
// CHECK-LABEL: func.func @mul_float_zero(
// CHECK-NEXT: %[[Z:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %[[R1:.*]] = arith.mulf %a, %[[Z]] : f32
// CHECK-NEXT: return %[[R1]], %[[Z]] : f32, f32
func.func @mul_float_zero(%a: f32) -> (f32, f32) {
  %z = arith.constant 0.0 : f32
  %0 = arith.mulf %a, %z : f32
  %1 = arith.mulf %a, %z fastmath<nnan,nsz> : f32
  return %0, %1 : f32, f32
}

// 1 + 2^-11 is a half step of f16 and rounds to even; f32 keeps it.
// CHECK-LABEL: func.func @float_precision(
// CHECK-NEXT: %[[O:.*]] = arith.constant 1.000000e+00 : f16
// CHECK-NEXT: %[[R0:.*]] = arith.constant 1.00048828 : f32
// CHECK-NEXT: return %[[O]], %[[R0]] : f16, f32
func.func @float_precision() -> (f16, f32) {
  %o = arith.constant 1.0 : f16
  %e = arith.constant 0.00048828125 : f16
  %x = arith.constant 1.0 : f32
  %y = arith.constant 0.00048828125 : f32
  %0 = arith.addf %o, %e : f16
  %1 = arith.addf %x, %y : f32
  return %0, %1 : f16, f32
}

// 60000 + 60000 is infinite in f16.
// CHECK-LABEL: func.func @float_overflow(
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7C00 : f16
// CHECK-NEXT: return %[[R]] : f16
func.func @float_overflow() -> f16 {
  %c = arith.constant 60000.0 : f16
  %r = arith.addf %c, %c : f16
  return %r : f16
}

// 0 / 0 is the positive NaN.
// CHECK-LABEL: func.func @nan(
// CHECK-NEXT: %[[R:.*]] = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: return %[[R]] : f32
func.func @nan() -> f32 {
  %z = arith.constant 0.0 : f32
  %r = arith.divf %z, %z : f32
  return %r : f32
}

// maximumf orders -0 below +0.
// CHECK-LABEL: func.func @maximum_zeros(
// CHECK-NEXT: %[[P:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: return %[[P]] : f32
func.func @maximum_zeros() -> f32 {
  %p = arith.constant 0.0 : f32
  %n = arith.constant -0.0 : f32
  %r = arith.maximumf %n, %p : f32
  return %r : f32
}

// maxnumf prefers the number.
// CHECK-LABEL: func.func @maxnum_nan(
// CHECK-NEXT: return %a : f32
func.func @maxnum_nan(%a: f32) -> f32 {
  %n = arith.constant 0x7FC00000 : f32
  %r = arith.maxnumf %a, %n : f32
  return %r : f32
}

// Ordered comparisons with NaN are false, unordered ones true.
// CHECK-LABEL: func.func @compare_nan(
// CHECK-NEXT: %[[R1:.*]] = arith.constant false
// CHECK-NEXT: %[[R0:.*]] = arith.constant true
// CHECK-NEXT: return %[[R1]], %[[R0]] : i1, i1
func.func @compare_nan(%a: f32) -> (i1, i1) {
  %n = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpf olt, %a, %n : f32
  %1 = arith.cmpf ult, %a, %n : f32
  return %0, %1 : i1, i1
}

// Out of range is undefined and stays.
// CHECK-LABEL: func.func @to_int(
// CHECK-NEXT: %[[R0:.*]] = arith.constant 300 : i16
// CHECK-NEXT: %[[C:.*]] = arith.constant 3.000000e+02 : f32
// CHECK-NEXT: %[[R2:.*]] = arith.fptosi %[[C]] : f32 to i8
// CHECK-NEXT: return %[[R2]], %[[R0]] : i8, i16
func.func @to_int() -> (i8, i16) {
  %c = arith.constant 300.0 : f32
  %0 = arith.fptosi %c : f32 to i8
  %1 = arith.fptosi %c : f32 to i16
  return %0, %1 : i8, i16
}

// Rounded once: 2^53 + 2^29 + 1 is above the middle between two f32; a double would drop the 1.
// CHECK-LABEL: func.func @from_int(
// CHECK-NEXT: %[[R:.*]] = arith.constant 9.007200e+15 : f32
// CHECK-NEXT: return %[[R]] : f32
func.func @from_int() -> f32 {
  %c = arith.constant 9007199791611905 : i64
  %r = arith.sitofp %c : i64 to f32
  return %r : f32
}

// Bits of a float.
// CHECK-LABEL: func.func @bits(
// CHECK-NEXT: %[[R:.*]] = arith.constant 1065353216 : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @bits() -> i32 {
  %c = arith.constant 1.0 : f32
  %r = arith.bitcast %c : f32 to i32
  return %r : i32
}
