// RUN: interp-run %s | FileCheck %s

// a * b + c is rounded once: in f32 the product alone would lose what c leaves over; in f16 the
// product is a tie that c, too small for a float sum, decides.
// CHECK: @fma: 5.96046448e-08 : f32, 1.25292969 : f16
func.func @fma() -> (f32, f16) {
  %a = arith.constant 1.00024414 : f32
  %c = arith.constant -1.00048828 : f32
  %0 = math.fma %a, %a, %c : f32
  %x = arith.constant 1.001953125 : f16
  %y = arith.constant 1.25 : f16
  %z = arith.constant 5.9604644775390625e-08 : f16
  %1 = math.fma %x, %y, %z : f16
  return %0, %1 : f32, f16
}

// CHECK: @functions: 7.38905621 : f32, 8 : f32, 3 : f32, 0.5 : f32, 2 : f32
func.func @functions() -> (f32, f32, f32, f32, f32) {
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %four = arith.constant 4.0 : f32
  %eight = arith.constant 8.0 : f32
  %0 = math.exp %two : f32
  %1 = math.exp2 %three : f32
  %2 = math.log2 %eight : f32
  %3 = math.rsqrt %four : f32
  %4 = math.sqrt %four : f32
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
}

// CHECK: @inverse: 1.57079637 : f32, 0 : f32, 0 : f64, 0 : f64, 0 : f64
func.func @inverse() -> (f32, f32, f64, f64, f64) {
  %one = arith.constant 1.0 : f32
  %one64 = arith.constant 1.0 : f64
  %zero64 = arith.constant 0.0 : f64
  %0 = math.asin %one : f32
  %1 = math.acos %one : f32
  %2 = math.asinh %zero64 : f64
  %3 = math.acosh %one64 : f64
  %4 = math.atanh %zero64 : f64
  return %0, %1, %2, %3, %4 : f32, f32, f64, f64, f64
}

// CHECK: @hyperbolic: 1.17520118 : f32, 1.54308057 : f32, 0.157299206 : f32, 3 : f16
func.func @hyperbolic() -> (f32, f32, f32, f16) {
  %one = arith.constant 1.0 : f32
  %x = arith.constant 27.0 : f16
  %0 = math.sinh %one : f32
  %1 = math.cosh %one : f32
  %2 = math.erfc %one : f32
  %3 = math.cbrt %x : f16
  return %0, %1, %2, %3 : f32, f32, f32, f16
}

// The smallest normal f16 is 2^-14, where f32 has many below.
// CHECK: @classes: [1, 1, 0, 0] : vector<4xi1>, [0, 0, 1, 0] : vector<4xi1>, [0, 0, 0, 1] : vector<4xi1>, [1, 0, 0, 0] : vector<4xi1>
func.func @classes() -> (vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>) {
  %x = arith.constant dense<[6.1035e-05, 5.0e-05, 0xFC00, 0x7E00]> : vector<4xf16>
  %0 = math.isfinite %x : vector<4xf16>
  %1 = math.isinf %x : vector<4xf16>
  %2 = math.isnan %x : vector<4xf16>
  %3 = math.isnormal %x : vector<4xf16>
  return %0, %1, %2, %3 : vector<4xi1>, vector<4xi1>, vector<4xi1>, vector<4xi1>
}

// CHECK: @sincos: 0 : f64, 1 : f64
func.func @sincos() -> (f64, f64) {
  %x = arith.constant 0.0 : f64
  %s, %c = math.sincos %x : f64
  return %s, %c : f64, f64
}

// CHECK: @clamp: 2 : f32, 3.5 : f32, 5 : f32, nan : f32
func.func @clamp() -> (f32, f32, f32, f32) {
  %lo = arith.constant 2.0 : f32
  %hi = arith.constant 5.0 : f32
  %a = arith.constant -1.0 : f32
  %b = arith.constant 3.5 : f32
  %c = arith.constant 7.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = math.clampf %a to [%lo, %hi] : f32
  %1 = math.clampf %b to [%lo, %hi] : f32
  %2 = math.clampf %c to [%lo, %hi] : f32
  %3 = math.clampf %nan to [%lo, %hi] : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// Integer powers wrap; of bases that are no unit a negative one is 0.
// CHECK: @powers: 1024 : f32, 0.125 : f64, 81 : i8, -95 : i8, -1 : i32, 0 : i32
func.func @powers() -> (f32, f64, i8, i8, i32, i32) {
  %two = arith.constant 2.0 : f32
  %two64 = arith.constant 2.0 : f64
  %ten = arith.constant 10 : i32
  %minus = arith.constant -3 : i32
  %unit = arith.constant -1 : i32
  %three = arith.constant 3 : i8
  %four = arith.constant 4 : i8
  %seven = arith.constant 7 : i8
  %nine = arith.constant 9 : i8
  %0 = math.fpowi %two, %ten : f32, i32
  %1 = math.fpowi %two64, %minus : f64, i32
  %2 = math.ipowi %three, %four : i8
  %3 = math.ipowi %nine, %four : i8
  %4 = math.ipowi %unit, %minus : i32
  %5 = math.ipowi %ten, %minus : i32
  return %0, %1, %2, %3, %4, %5 : f32, f64, i8, i8, i32, i32
}
