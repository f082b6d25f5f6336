// RUN: interp-run %s | FileCheck %s

// Ties go away from zero in `round` and to even in `roundeven`.
// CHECK: @rounding: 2.5 : f32, -2 : f32, -3 : f32, -2 : f32, -3 : f32, -2 : f32
func.func @rounding() -> (f32, f32, f32, f32, f32, f32) {
  %x = arith.constant -2.5 : f32
  %0 = math.absf %x : f32
  %1 = math.ceil %x : f32
  %2 = math.floor %x : f32
  %3 = math.trunc %x : f32
  %4 = math.round %x : f32
  %5 = math.roundeven %x : f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}

// CHECK: @bits: 5 : i8, 4 : i8, 3 : i8, 2 : i8
func.func @bits() -> (i8, i8, i8, i8) {
  %minus = arith.constant -5 : i8
  %twelve = arith.constant 12 : i8
  %eight = arith.constant 8 : i8
  %0 = math.absi %minus : i8
  %1 = math.ctlz %twelve : i8
  %2 = math.cttz %eight : i8
  %3 = math.ctpop %twelve : i8
  return %0, %1, %2, %3 : i8, i8, i8, i8
}

// e - 1, ln 2, lg 1000, ln 1.5
// CHECK: @logarithms: 1.7182818{{[0-9]*}} : f64, 0.6931471{{[0-9]*}} : f64, 3 : f64, 0.4054651{{[0-9]*}} : f64
func.func @logarithms() -> (f64, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %thousand = arith.constant 1000.0 : f64
  %half = arith.constant 0.5 : f64
  %0 = math.expm1 %one : f64
  %1 = math.log %two : f64
  %2 = math.log10 %thousand : f64
  %3 = math.log1p %half : f64
  return %0, %1, %2, %3 : f64, f64, f64, f64
}

// At 1: sine, cosine, tangent, hyperbolic tangent, pi / 4, error function; then 3 pi / 4.
// CHECK: @angles: 0.8414709{{[0-9]*}} : f64, 0.540302{{[0-9]*}} : f64, 1.557407{{[0-9]*}} : f64, 0.7615941{{[0-9]*}} : f64, 0.7853981{{[0-9]*}} : f64, 0.8427007{{[0-9]*}} : f64, 2.356194{{[0-9]*}} : f64
func.func @angles() -> (f64, f64, f64, f64, f64, f64, f64) {
  %one = arith.constant 1.0 : f64
  %minus = arith.constant -1.0 : f64
  %0 = math.sin %one : f64
  %1 = math.cos %one : f64
  %2 = math.tan %one : f64
  %3 = math.tanh %one : f64
  %4 = math.atan %one : f64
  %5 = math.erf %one : f64
  %6 = math.atan2 %one, %minus : f64
  return %0, %1, %2, %3, %4, %5, %6 : f64, f64, f64, f64, f64, f64, f64
}

// CHECK: @two: -3 : f32, 8 : f32
func.func @two() -> (f32, f32) {
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %zero = arith.constant -0.0 : f32
  %0 = math.copysign %three, %zero : f32
  %1 = math.powf %two, %three : f32
  return %0, %1 : f32, f32
}
