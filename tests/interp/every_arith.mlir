// RUN: interp-run %s | FileCheck %s

// CHECK: @bits: 8 : i8, 14 : i8, 6 : i8
func.func @bits() -> (i8, i8, i8) {
  %a = arith.constant 12 : i8
  %b = arith.constant 10 : i8
  %0 = arith.andi %a, %b : i8
  %1 = arith.ori %a, %b : i8
  %2 = arith.xori %a, %b : i8
  return %0, %1, %2 : i8, i8, i8
}

// 200 + 100 = 256 + 44; -56 * 100 = -5600 = -22 * 256 + 32; 200 * 100 = 78 * 256 + 32.
// CHECK: @extended: 44 : i8, 1 : i1, 32 : i8, -22 : i8, 32 : i8, 78 : i8
func.func @extended() -> (i8, i1, i8, i8, i8, i8) {
  %a = arith.constant 200 : i8
  %b = arith.constant 100 : i8
  %sum, %over = arith.addui_extended %a, %b : i8, i1
  %slow, %shigh = arith.mulsi_extended %a, %b : i8
  %ulow, %uhigh = arith.mului_extended %a, %b : i8
  return %sum, %over, %slow, %shigh, %ulow, %uhigh : i8, i1, i8, i8, i8, i8
}

// The remainder has the sign of what is divided; the smaller of a number and NaN is the number.
// CHECK: @floats: 255 : f32, -3.5 : f64, -1.5 : f32, 2 : f32
func.func @floats() -> (f32, f64, f32, f32) {
  %byte = arith.constant -1 : i8
  %a = arith.constant -7.0 : f64
  %b = arith.constant 2.0 : f64
  %c = arith.constant -7.5 : f32
  %d = arith.constant 2.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.uitofp %byte : i8 to f32
  %1 = arith.divf %a, %b : f64
  %2 = arith.remf %c, %d : f32
  %3 = arith.minnumf %nan, %d : f32
  return %0, %1, %2, %3 : f32, f64, f32, f32
}
