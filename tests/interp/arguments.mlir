// RUN: interp-run %s --call=scale:3,0.5,-2 | FileCheck %s
// CHECK: @scale: -0.5 : f32

func.func @scale(%n: i32, %x: f32, %y: f64) -> f32 {
  %f = arith.sitofp %n : i32 to f32
  %p = arith.mulf %f, %x : f32
  %z = arith.truncf %y : f64 to f32
  %s = arith.addf %p, %z : f32
  return %s : f32
}
