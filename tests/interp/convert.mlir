// RUN: interp-run %s | FileCheck %s

// Between 1 and the next f16, 1 + 2^-10; and halfway between them, where nearest-away goes up.
// CHECK: @modes: 1 : f16, 1 : f16, 1.00097656 : f16, 1 : f16, 1 : f16
func.func @modes() -> (f16, f16, f16, f16, f16) {
  %x = arith.constant 1.0001 : f32
  %0 = arith.truncf %x to_nearest_even : f32 to f16
  %1 = arith.truncf %x downward : f32 to f16
  %2 = arith.truncf %x upward : f32 to f16
  %3 = arith.truncf %x toward_zero : f32 to f16
  %4 = arith.truncf %x to_nearest_away : f32 to f16
  return %0, %1, %2, %3, %4 : f16, f16, f16, f16, f16
}

// CHECK: @ties: 1 : f16, 1.00097656 : f16, -1.00097656 : f16, -1 : f16
func.func @ties() -> (f16, f16, f16, f16) {
  %x = arith.constant 1.00048828125 : f32
  %y = arith.constant -1.00048828125 : f32
  %0 = arith.truncf %x to_nearest_even : f32 to f16
  %1 = arith.truncf %x to_nearest_away : f32 to f16
  %2 = arith.truncf %y downward : f32 to f16
  %3 = arith.truncf %y upward : f32 to f16
  return %0, %1, %2, %3 : f16, f16, f16, f16
}

// Too large: infinity in the modes that go there, else the largest number.
// CHECK: @overflow: inf : f16, 65504 : f16, inf : f16, -65504 : f16, 448 : f8E4M3FN, nan : f8E4M3FN
func.func @overflow() -> (f16, f16, f16, f16, f8E4M3FN, f8E4M3FN) {
  %x = arith.constant 1.0e6 : f32
  %y = arith.constant -1.0e6 : f32
  %0 = arith.truncf %x : f32 to f16
  %1 = arith.truncf %x toward_zero : f32 to f16
  %2 = arith.truncf %x upward : f32 to f16
  %3 = arith.truncf %y upward : f32 to f16
  %4 = arith.truncf %x downward : f32 to f8E4M3FN
  %5 = arith.truncf %x : f32 to f8E4M3FN
  return %0, %1, %2, %3, %4, %5 : f16, f16, f16, f16, f8E4M3FN, f8E4M3FN
}

// Smaller than any subnormal number but zero.
// CHECK: @underflow: 0 : f16, 5.96046448e-08 : f16, -5.96046448e-08 : f16, -0 : f16
func.func @underflow() -> (f16, f16, f16, f16) {
  %x = arith.constant 1.0e-20 : f32
  %y = arith.constant -1.0e-20 : f32
  %0 = arith.truncf %x toward_zero : f32 to f16
  %1 = arith.truncf %x upward : f32 to f16
  %2 = arith.truncf %y downward : f32 to f16
  %3 = arith.truncf %y toward_zero : f32 to f16
  return %0, %1, %2, %3 : f16, f16, f16, f16
}

// A scale of another type becomes a power of two first: 0.3 counts as 0.25.
// CHECK: @scaling: 12 : f32, 1.5 : f32, 6 : f4E2M1FN, 0.5 : f4E2M1FN, nan : f32
func.func @scaling() -> (f32, f32, f4E2M1FN, f4E2M1FN, f32) {
  %six = arith.constant 6.0 : f4E2M1FN
  %two = arith.constant 2.0 : f8E8M0FNU
  %part = arith.constant 0.3 : f32
  %nan = arith.constant 0xFF : f8E8M0FNU
  %x = arith.constant 1.4 : f32
  %0 = arith.scaling_extf %six, %two : f4E2M1FN, f8E8M0FNU to f32
  %1 = arith.scaling_extf %six, %part : f4E2M1FN, f32 to f32
  %2 = arith.scaling_truncf %x, %part : f32, f32 to f4E2M1FN
  %3 = arith.scaling_truncf %x, %two toward_zero : f32, f8E8M0FNU to f4E2M1FN
  %4 = arith.scaling_extf %six, %nan : f4E2M1FN, f8E8M0FNU to f32
  return %0, %1, %2, %3, %4 : f32, f32, f4E2M1FN, f4E2M1FN, f32
}

// Powers of two have no sign: what is below zero is none, and both zeros become the least.
// CHECK: @no_sign: nan : f8E8M0FNU, 5.87747175e-39 : f8E8M0FNU, 5.87747175e-39 : f8E8M0FNU
func.func @no_sign() -> (f8E8M0FNU, f8E8M0FNU, f8E8M0FNU) {
  %x = arith.constant -2.0 : f32
  %y = arith.constant -0.0 : f32
  %z = arith.constant 0.0 : f32
  %0 = arith.truncf %x : f32 to f8E8M0FNU
  %1 = arith.truncf %y : f32 to f8E8M0FNU
  %2 = arith.truncf %z : f32 to f8E8M0FNU
  return %0, %1, %2 : f8E8M0FNU, f8E8M0FNU, f8E8M0FNU
}
