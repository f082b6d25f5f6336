// Where the expansions do not give what the ops give, but what MLIR's give; `exact` takes these cases in.
// RUN: interp-run %s | FileCheck %s --check-prefix=OP
// RUN: tile-opt %s '--arith-expand=include-f8e8m0 include-f4e2m1' | interp-run - | FileCheck %s --check-prefix=MLIR
// RUN: tile-opt %s '--arith-expand=include-f8e8m0 include-f4e2m1 exact' | interp-run - | FileCheck %s --check-prefix=OP

// OP: @zeros: 0 : f32, 0 : f32, -0 : f32, -0 : f32
// MLIR: @zeros: 0 : f32, -0 : f32, 0 : f32, -0 : f32
func.func private @of_zeros(%p: f32, %m: f32) -> (f32, f32, f32, f32) {
  %0 = arith.maximumf %m, %p : f32
  %1 = arith.maximumf %p, %m : f32
  %2 = arith.minimumf %m, %p : f32
  %3 = arith.minimumf %p, %m : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
func.func @zeros() -> (f32, f32, f32, f32) {
  %p = arith.constant 0.0 : f32
  %m = arith.constant -0.0 : f32
  %0:4 = func.call @of_zeros(%p, %m) : (f32, f32) -> (f32, f32, f32, f32)
  return %0#0, %0#1, %0#2, %0#3 : f32, f32, f32, f32
}

// 2^-127, whose exponent of f32 is that of 0, and 2^-126.
// OP: @least: 5.87747175e-39 : f32, 1.17549435e-38 : f32
// MLIR: @least: 0 : f32, 1.17549435e-38 : f32
func.func @least() -> (f32, f32) {
  %a = arith.constant 0 : i8
  %b = arith.constant 1 : i8
  %x = arith.bitcast %a : i8 to f8E8M0FNU
  %y = arith.bitcast %b : i8 to f8E8M0FNU
  %0 = arith.extf %x : f8E8M0FNU to f32
  %1 = arith.extf %y : f8E8M0FNU to f32
  return %0, %1 : f32, f32
}

// OP: @scale: 2 : f8E8M0FNU, nan : f8E8M0FNU, 1 : f8E8M0FNU
// MLIR: @scale: 1 : f8E8M0FNU, 2 : f8E8M0FNU, 1 : f8E8M0FNU
func.func @scale() -> (f8E8M0FNU, f8E8M0FNU, f8E8M0FNU) {
  %a = arith.constant 1.75 : f32
  %b = arith.constant -2.0 : f32
  %c = arith.constant 1.25 : f32
  %0 = arith.truncf %a : f32 to f8E8M0FNU
  %1 = arith.truncf %b : f32 to f8E8M0FNU
  %2 = arith.truncf %c : f32 to f8E8M0FNU
  return %0, %1, %2 : f8E8M0FNU, f8E8M0FNU, f8E8M0FNU
}

// OP: @small: 2 : f4E2M1FN, 4 : f4E2M1FN, -0.5 : f4E2M1FN, -0 : f4E2M1FN, 2 : f4E2M1FN
// MLIR: @small: 3 : f4E2M1FN, 6 : f4E2M1FN, 0.5 : f4E2M1FN, 0 : f4E2M1FN, 2 : f4E2M1FN
func.func @small() -> (f4E2M1FN, f4E2M1FN, f4E2M1FN, f4E2M1FN, f4E2M1FN) {
  %a = arith.constant 2.5 : f32
  %b = arith.constant 5.0 : f32
  %c = arith.constant -0.375 : f32
  %d = arith.constant -0.125 : f32
  %e = arith.constant 2.25 : f32
  %0 = arith.truncf %a : f32 to f4E2M1FN
  %1 = arith.truncf %b : f32 to f4E2M1FN
  %2 = arith.truncf %c : f32 to f4E2M1FN
  %3 = arith.truncf %d : f32 to f4E2M1FN
  %4 = arith.truncf %e : f32 to f4E2M1FN
  return %0, %1, %2, %3, %4 : f4E2M1FN, f4E2M1FN, f4E2M1FN, f4E2M1FN, f4E2M1FN
}
