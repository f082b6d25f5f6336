// What functions give before and after sine and cosine became one op: the same; and after products and sums became fma: what
// is not rounded in between shows in the last place, or in what is left of a difference.
// RUN: interp-run %s | FileCheck %s --check-prefixes=TRIG,ROUNDED
// RUN: tile-opt %s --math-sincos-fusion | interp-run - | FileCheck %s --check-prefixes=TRIG,ROUNDED
// RUN: tile-opt %s --math-uplift-to-fma | interp-run - | FileCheck %s --check-prefixes=TRIG,FMA

// TRIG: @trig: [0, 0.841470957, -0.841470957, {{-?}}nan] : vector<4xf32>, [1, 0.540302277, 0.540302277, {{-?}}nan] : vector<4xf32>
func.func @trig() -> (vector<4xf32>, vector<4xf32>) {
  %x = arith.constant dense<[0.0, 1.0, -1.0, 0x7F800000]> : vector<4xf32>
  %0:2 = func.call @the_trig(%x) : (vector<4xf32>) -> (vector<4xf32>, vector<4xf32>)
  return %0#0, %0#1 : vector<4xf32>, vector<4xf32>
}
func.func private @the_trig(%x: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %c = math.cos %x : vector<4xf32>
  %s = math.sin %x : vector<4xf32>
  return %s, %c : vector<4xf32>, vector<4xf32>
}

// (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24, which is lost when the square is rounded.
// ROUNDED: @difference: 0 : f32
// FMA: @difference: 5.96046448e-08 : f32
func.func @difference() -> f32 {
  %x = arith.constant 1.000244140625 : f32
  %y = arith.constant -1.00048828125 : f32
  %0 = func.call @the_difference(%x, %y) : (f32, f32) -> f32
  return %0 : f32
}
func.func private @the_difference(%x: f32, %y: f32) -> f32 {
  %0 = arith.mulf %x, %x fastmath<contract> : f32
  %1 = arith.addf %0, %y fastmath<contract> : f32
  return %1 : f32
}
