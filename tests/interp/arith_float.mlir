// RUN: interp-run %s | FileCheck %s

// 2048 + 1 is a tie in f16 and goes to even; bf16 has eight digits.
// CHECK: @narrow: 2048 : f16, 2052 : f16, 256 : bf16, 258 : bf16
func.func @narrow() -> (f16, f16, bf16, bf16) {
  %a = arith.constant 2048.0 : f16
  %one = arith.constant 1.0 : f16
  %three = arith.constant 3.0 : f16
  %b = arith.constant 256.0 : bf16
  %bone = arith.constant 1.0 : bf16
  %bthree = arith.constant 3.0 : bf16
  %0 = arith.addf %a, %one : f16
  %1 = arith.addf %a, %three : f16
  %2 = arith.addf %b, %bone : bf16
  %3 = arith.addf %b, %bthree : bf16
  %x = arith.constant 258.0 : bf16
  %4 = arith.minimumf %3, %x : bf16
  return %0, %1, %2, %4 : f16, f16, bf16, bf16
}

// A double between two f16 is rounded once: by way of float it would become a tie and go down.
// CHECK: @once: 1.00097656 : f16, inf : f16, 65504 : f16
func.func @once() -> (f16, f16, f16) {
  %a = arith.constant 1.0004882812500003 : f64
  %b = arith.constant 65520.0 : f32
  %c = arith.constant 65519.0 : f32
  %0 = arith.truncf %a : f64 to f16
  %1 = arith.truncf %b : f32 to f16
  %2 = arith.truncf %c : f32 to f16
  return %0, %1, %2 : f16, f16, f16
}

// maximumf passes NaN on, maxnumf prefers the number; -0 is less than 0.
// CHECK: @nans: nan : f32, 1 : f32, -0 : f32, 0 : f32, 0 : i1, 1 : i1, 1 : i1
func.func @nans() -> (f32, f32, f32, f32, i1, i1, i1) {
  %nan = arith.constant 0x7FC00000 : f32
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %neg = arith.constant -0.0 : f32
  %0 = arith.maximumf %nan, %one : f32
  %1 = arith.maxnumf %nan, %one : f32
  %2 = arith.minimumf %zero, %neg : f32
  %3 = arith.maximumf %neg, %zero : f32
  %4 = arith.cmpf oeq, %nan, %nan : f32
  %5 = arith.cmpf uno, %nan, %one : f32
  %6 = arith.cmpf ult, %nan, %one : f32
  %r0 = arith.addf %0, %one : f32
  return %r0, %1, %2, %3, %4, %5, %6 : f32, f32, f32, f32, i1, i1, i1
}

// Conversions to integers cut towards zero.
// CHECK: @ints: -2 : i32, 255 : i16, 16777216 : f32, 16777220 : f32
func.func @ints() -> (i32, i16, f32, f32) {
  %a = arith.constant -2.75 : f32
  %b = arith.constant 255.9 : f32
  %c = arith.constant 16777217 : i64
  %d = arith.constant 16777219 : i64
  %0 = arith.fptosi %a : f32 to i32
  %1 = arith.fptoui %b : f32 to i16
  %2 = arith.sitofp %c : i64 to f32
  %3 = arith.sitofp %d : i64 to f32
  return %0, %1, %2, %3 : i32, i16, f32, f32
}

// CHECK: @bits: 1065353216 : i32, -15360 : i16
func.func @bits() -> (i32, i16) {
  %a = arith.constant 1.0 : f32
  %b = arith.constant -4.0 : f16
  %0 = arith.bitcast %a : f32 to i32
  %1 = arith.bitcast %b : f16 to i16
  return %0, %1 : i32, i16
}
