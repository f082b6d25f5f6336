// Every function computes with numbers handed to a function of its own, and gets about the same before and after: within
// so many ulps, where nothing cancels, and the same infinities, NaNs and zeros.
// RUN: interp-run %s > %t.before
// RUN: tile-opt %s --math-expand-ops > %t.mlir
// RUN: interp-run %t.mlir > %t.after
// RUN: %python %S/Inputs/ulps.py %s %t.before %t.after
// RUN: FileCheck %s < %t.mlir

// CHECK-NOT: math.{{sinh|cosh|tan|asinh|acosh|atanh|exp2|rsqrt|powf|fpowi|fma|round|ctlz|clampf}}

// ULPS: @sinh_f32 2
func.func private @the_sinh_f32(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.sinh %x : vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @sinh_f32() -> vector<8xf32> {
  %x = arith.constant dense<[0.5, -0.5, 1.0, -1.0, 2.25, -7.5, 40.0, -87.0]> : vector<8xf32>
  %0 = func.call @the_sinh_f32(%x) : (vector<8xf32>) -> vector<8xf32>
  return %0 : vector<8xf32>
}

// ULPS: @sinh_f64 2
func.func private @the_sinh_f64(%x: vector<8xf64>) -> vector<8xf64> {
  %0 = math.sinh %x : vector<8xf64>
  return %0 : vector<8xf64>
}
func.func @sinh_f64() -> vector<8xi64> {
  %x = arith.constant dense<[0.5, -0.5, 1.0, -1.0, 2.25, -7.5, 40.0, -87.0]> : vector<8xf64>
  %0 = func.call @the_sinh_f64(%x) : (vector<8xf64>) -> vector<8xf64>
  %1 = arith.bitcast %0 : vector<8xf64> to vector<8xi64>
  return %1 : vector<8xi64>
}

// ULPS: @cosh_f32 2
func.func private @the_cosh_f32(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.cosh %x : vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @cosh_f32() -> vector<8xf32> {
  %x = arith.constant dense<[0.0, -0.5, 1.0, -1.0, 2.25, -7.5, 40.0, -87.0]> : vector<8xf32>
  %0 = func.call @the_cosh_f32(%x) : (vector<8xf32>) -> vector<8xf32>
  return %0 : vector<8xf32>
}

// ULPS: @cosh_f64 2
func.func private @the_cosh_f64(%x: vector<8xf64>) -> vector<8xf64> {
  %0 = math.cosh %x : vector<8xf64>
  return %0 : vector<8xf64>
}
func.func @cosh_f64() -> vector<8xi64> {
  %x = arith.constant dense<[0.0, -0.5, 1.0, -1.0, 2.25, -7.5, 40.0, -87.0]> : vector<8xf64>
  %0 = func.call @the_cosh_f64(%x) : (vector<8xf64>) -> vector<8xf64>
  %1 = arith.bitcast %0 : vector<8xf64> to vector<8xi64>
  return %1 : vector<8xi64>
}

// ULPS: @tanh_f32 2
func.func private @the_tanh_f32(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.tanh %x : vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @tanh_f32() -> vector<8xf32> {
  %x = arith.constant dense<[0.5, -0.5, 1.0, -1.0, 2.25, -7.5, 40.0, -87.0]> : vector<8xf32>
  %0 = func.call @the_tanh_f32(%x) : (vector<8xf32>) -> vector<8xf32>
  return %0 : vector<8xf32>
}

// ULPS: @tanh_f64 2
func.func private @the_tanh_f64(%x: vector<8xf64>) -> vector<8xf64> {
  %0 = math.tanh %x : vector<8xf64>
  return %0 : vector<8xf64>
}
func.func @tanh_f64() -> vector<8xi64> {
  %x = arith.constant dense<[0.5, -0.5, 1.0, -1.0, 2.25, -7.5, 40.0, -87.0]> : vector<8xf64>
  %0 = func.call @the_tanh_f64(%x) : (vector<8xf64>) -> vector<8xf64>
  %1 = arith.bitcast %0 : vector<8xf64> to vector<8xi64>
  return %1 : vector<8xi64>
}

// ULPS: @tan_f32 2
func.func private @the_tan_f32(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.tan %x : vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @tan_f32() -> vector<8xf32> {
  %x = arith.constant dense<[0.1, -0.5, 1.0, -1.25, 1.5, 3.0, -7.5, 40.0]> : vector<8xf32>
  %0 = func.call @the_tan_f32(%x) : (vector<8xf32>) -> vector<8xf32>
  return %0 : vector<8xf32>
}

// ULPS: @tan_f64 2
func.func private @the_tan_f64(%x: vector<8xf64>) -> vector<8xf64> {
  %0 = math.tan %x : vector<8xf64>
  return %0 : vector<8xf64>
}
func.func @tan_f64() -> vector<8xi64> {
  %x = arith.constant dense<[0.1, -0.5, 1.0, -1.25, 1.5, 3.0, -7.5, 40.0]> : vector<8xf64>
  %0 = func.call @the_tan_f64(%x) : (vector<8xf64>) -> vector<8xf64>
  %1 = arith.bitcast %0 : vector<8xf64> to vector<8xi64>
  return %1 : vector<8xi64>
}

// ULPS: @asinh_f32 3
func.func private @the_asinh_f32(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.asinh %x : vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @asinh_f32() -> vector<8xf32> {
  %x = arith.constant dense<[0.5, -0.5, 1.0, -1.0, 2.25, 7.5, 100.0, 1000.0]> : vector<8xf32>
  %0 = func.call @the_asinh_f32(%x) : (vector<8xf32>) -> vector<8xf32>
  return %0 : vector<8xf32>
}

// ULPS: @asinh_f64 3
func.func private @the_asinh_f64(%x: vector<8xf64>) -> vector<8xf64> {
  %0 = math.asinh %x : vector<8xf64>
  return %0 : vector<8xf64>
}
func.func @asinh_f64() -> vector<8xi64> {
  %x = arith.constant dense<[0.5, -0.5, 1.0, -1.0, 2.25, 7.5, 100.0, 1000.0]> : vector<8xf64>
  %0 = func.call @the_asinh_f64(%x) : (vector<8xf64>) -> vector<8xf64>
  %1 = arith.bitcast %0 : vector<8xf64> to vector<8xi64>
  return %1 : vector<8xi64>
}

// ULPS: @acosh_f32 3
func.func private @the_acosh_f32(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.acosh %x : vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @acosh_f32() -> vector<8xf32> {
  %x = arith.constant dense<[1.5, 1.75, 2.0, 2.25, 4.0, 7.5, 100.0, 1000.0]> : vector<8xf32>
  %0 = func.call @the_acosh_f32(%x) : (vector<8xf32>) -> vector<8xf32>
  return %0 : vector<8xf32>
}

// ULPS: @acosh_f64 3
func.func private @the_acosh_f64(%x: vector<8xf64>) -> vector<8xf64> {
  %0 = math.acosh %x : vector<8xf64>
  return %0 : vector<8xf64>
}
func.func @acosh_f64() -> vector<8xi64> {
  %x = arith.constant dense<[1.5, 1.75, 2.0, 2.25, 4.0, 7.5, 100.0, 1000.0]> : vector<8xf64>
  %0 = func.call @the_acosh_f64(%x) : (vector<8xf64>) -> vector<8xf64>
  %1 = arith.bitcast %0 : vector<8xf64> to vector<8xi64>
  return %1 : vector<8xi64>
}

// ULPS: @atanh_f32 2
func.func private @the_atanh_f32(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.atanh %x : vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @atanh_f32() -> vector<8xf32> {
  %x = arith.constant dense<[0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 0.9, -0.9]> : vector<8xf32>
  %0 = func.call @the_atanh_f32(%x) : (vector<8xf32>) -> vector<8xf32>
  return %0 : vector<8xf32>
}

// ULPS: @atanh_f64 2
func.func private @the_atanh_f64(%x: vector<8xf64>) -> vector<8xf64> {
  %0 = math.atanh %x : vector<8xf64>
  return %0 : vector<8xf64>
}
func.func @atanh_f64() -> vector<8xi64> {
  %x = arith.constant dense<[0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 0.9, -0.9]> : vector<8xf64>
  %0 = func.call @the_atanh_f64(%x) : (vector<8xf64>) -> vector<8xf64>
  %1 = arith.bitcast %0 : vector<8xf64> to vector<8xi64>
  return %1 : vector<8xi64>
}

// ULPS: @exp2_f32 4
func.func private @the_exp2_f32(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.exp2 %x : vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @exp2_f32() -> vector<8xf32> {
  %x = arith.constant dense<[0.5, -0.5, 1.0, -1.0, 2.25, -7.5, 16.0, -16.0]> : vector<8xf32>
  %0 = func.call @the_exp2_f32(%x) : (vector<8xf32>) -> vector<8xf32>
  return %0 : vector<8xf32>
}

// ULPS: @exp2_f64 4
func.func private @the_exp2_f64(%x: vector<8xf64>) -> vector<8xf64> {
  %0 = math.exp2 %x : vector<8xf64>
  return %0 : vector<8xf64>
}
func.func @exp2_f64() -> vector<8xi64> {
  %x = arith.constant dense<[0.5, -0.5, 1.0, -1.0, 2.25, -7.5, 16.0, -16.0]> : vector<8xf64>
  %0 = func.call @the_exp2_f64(%x) : (vector<8xf64>) -> vector<8xf64>
  %1 = arith.bitcast %0 : vector<8xf64> to vector<8xi64>
  return %1 : vector<8xi64>
}

// ULPS: @rsqrt_f32 2
func.func private @the_rsqrt_f32(%x: vector<8xf32>) -> vector<8xf32> {
  %0 = math.rsqrt %x : vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @rsqrt_f32() -> vector<8xf32> {
  %x = arith.constant dense<[0.5, 2.0, 3.0, 7.5, 1.0e-10, 10000000000.0, 0x7F800000, 0.0]> : vector<8xf32>
  %0 = func.call @the_rsqrt_f32(%x) : (vector<8xf32>) -> vector<8xf32>
  return %0 : vector<8xf32>
}

// ULPS: @rsqrt_f64 2
func.func private @the_rsqrt_f64(%x: vector<8xf64>) -> vector<8xf64> {
  %0 = math.rsqrt %x : vector<8xf64>
  return %0 : vector<8xf64>
}
func.func @rsqrt_f64() -> vector<8xi64> {
  %x = arith.constant dense<[0.5, 2.0, 3.0, 7.5, 1.0e-10, 10000000000.0, 0x7FF0000000000000, 0.0]> : vector<8xf64>
  %0 = func.call @the_rsqrt_f64(%x) : (vector<8xf64>) -> vector<8xf64>
  %1 = arith.bitcast %0 : vector<8xf64> to vector<8xi64>
  return %1 : vector<8xi64>
}

// ULPS: @powf 4
func.func private @the_powf(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  %0 = math.powf %x, %y : vector<8xf32>
  return %0 : vector<8xf32>
}
func.func @powf() -> vector<8xf32> {
  %x = arith.constant dense<[0.125, 0.5, 1.0, 1.5, 2.0, 3.0, 10.0, 0.0]> : vector<8xf32>
  %y = arith.constant dense<[3.0, -2.5, 7.0, 0.25, 5.0, -1.75, 4.0, 2.0]> : vector<8xf32>
  %0 = func.call @the_powf(%x, %y) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  return %0 : vector<8xf32>
}

// Powers that take no logarithm. Those of zeros and infinities have the right signs.
// ULPS: @known_powers 1
func.func private @the_known_powers(%x: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %one = arith.constant dense<1.0> : vector<8xf32>
  %minus_one = arith.constant dense<-1.0> : vector<8xf32>
  %two = arith.constant dense<2.0> : vector<8xf32>
  %minus_two = arith.constant dense<-2.0> : vector<8xf32>
  %three = arith.constant dense<3.0> : vector<8xf32>
  %0 = math.powf %x, %zero : vector<8xf32>
  %1 = math.powf %x, %one : vector<8xf32>
  %2 = math.powf %x, %minus_one : vector<8xf32>
  %3 = math.powf %x, %two : vector<8xf32>
  %4 = math.powf %x, %minus_two : vector<8xf32>
  %5 = math.powf %x, %three : vector<8xf32>
  return %0, %1, %2, %3, %4, %5 : vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>
}
func.func @known_powers() -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  %x = arith.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.1, -1.1, 123.4]> : vector<8xf32>
  %0:6 = func.call @the_known_powers(%x) : (vector<8xf32>) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>
}

// Positive ones: the root of -0 is -0, and of -infinity NaN.
// ULPS: @roots 2
func.func private @the_roots(%x: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %half = arith.constant dense<0.5> : vector<4xf32>
  %minus_half = arith.constant dense<-0.5> : vector<4xf32>
  %0 = math.powf %x, %half : vector<4xf32>
  %1 = math.powf %x, %minus_half : vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
func.func @roots() -> (vector<4xf32>, vector<4xf32>) {
  %x = arith.constant dense<[0.0, 0x7F800000, 0x7FC00000, 123.4]> : vector<4xf32>
  %0:2 = func.call @the_roots(%x) : (vector<4xf32>) -> (vector<4xf32>, vector<4xf32>)
  return %0#0, %0#1 : vector<4xf32>, vector<4xf32>
}

// ULPS: @integer_powers 0
func.func private @the_integer_powers(%x: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  %zero = arith.constant dense<0> : vector<8xi32>
  %five = arith.constant dense<5> : vector<8xi32>
  %minus_two = arith.constant dense<-2> : vector<8xi32>
  %minus_three = arith.constant dense<-3> : vector<8xi32>
  %least = arith.constant dense<-2147483648> : vector<8xi32>
  %0 = math.fpowi %x, %zero : vector<8xf32>, vector<8xi32>
  %1 = math.fpowi %x, %five : vector<8xf32>, vector<8xi32>
  %2 = math.fpowi %x, %minus_two : vector<8xf32>, vector<8xi32>
  %3 = math.fpowi %x, %minus_three : vector<8xf32>, vector<8xi32>
  %4 = math.fpowi %x, %least : vector<8xf32>, vector<8xi32>
  return %0, %1, %2, %3, %4 : vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>
}
func.func @integer_powers() -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>) {
  %x = arith.constant dense<[0.0, -0.0, 0x7F800000, 0xFF800000, 0x7FC00000, 1.1, -1.1, 1.0]> : vector<8xf32>
  %0:5 = func.call @the_integer_powers(%x) : (vector<8xf32>) -> (vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>, vector<8xf32>
}

// Of an integer that is not known, as powf.
// ULPS: @fpowi 4
func.func private @the_fpowi(%x: vector<4xf32>, %n: vector<4xi32>) -> vector<4xf32> {
  %0 = math.fpowi %x, %n : vector<4xf32>, vector<4xi32>
  return %0 : vector<4xf32>
}
func.func @fpowi() -> vector<4xf32> {
  %x = arith.constant dense<[1.1, 2.0, 0.3, 10.0]> : vector<4xf32>
  %n = arith.constant dense<[5, -3, 4, 2]> : vector<4xi32>
  %0 = func.call @the_fpowi(%x, %n) : (vector<4xf32>, vector<4xi32>) -> vector<4xf32>
  return %0 : vector<4xf32>
}

// The product is rounded as well.
// ULPS: @fma 2
func.func private @the_fma(%x: vector<4xf32>, %y: vector<4xf32>, %z: vector<4xf32>) -> vector<4xf32> {
  %0 = math.fma %x, %y, %z : vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @fma() -> vector<4xf32> {
  %x = arith.constant dense<[1.1, 2.0, 0.3, 1.3]> : vector<4xf32>
  %y = arith.constant dense<[1.7, -3.1, 0x7F800000, 0.7]> : vector<4xf32>
  %z = arith.constant dense<[0.1, -3.3, 1.0, -1.0]> : vector<4xf32>
  %0 = func.call @the_fma(%x, %y, %z) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return %0 : vector<4xf32>
}
