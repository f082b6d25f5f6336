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
