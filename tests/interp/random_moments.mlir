// RUN: interp-run %s | FileCheck %s
// RUN: tile-opt %s --tile-expand-random | interp-run - | FileCheck %s

// Numbers of 65536 counters: mean 0, variance 1 and no correlation of normally distributed ones, and mean
// 1/2 of uniformly distributed ones.
// CHECK: @moments: {{-?0.00[0-9]+}} : f32, {{(1.00|0.99)[0-9]+}} : f32, {{-?0.00[0-9]+}} : f32, {{0.(50|49)[0-9]+}} : f32
func.func @moments() -> (f32, f32, f32, f32) {
  %seed = arith.constant 2 : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 65536 : index
  %count = arith.constant 65536.0 : f32
  %z = arith.constant 0.0 : f32
  %s:4 = scf.for %i = %c0 to %n step %c1 iter_args(%m = %z, %v = %z, %k = %z, %w = %z) -> (f32, f32, f32, f32) {
    %c = arith.index_cast %i : index to i64
    %r:4 = tile.philox %seed, %seed, %c : i64, i64, i64
    %x, %y = tile.normal %r#0, %r#1 : i32
    %x2 = arith.mulf %x, %x : f32
    %xy = arith.mulf %x, %y : f32
    %m1 = arith.addf %m, %x : f32
    %v1 = arith.addf %v, %x2 : f32
    %k1 = arith.addf %k, %xy : f32
    %u = tile.uniform %r#2 : i32 to f32
    %w1 = arith.addf %w, %u : f32
    scf.yield %m1, %v1, %k1, %w1 : f32, f32, f32, f32
  }
  %mean = arith.divf %s#0, %count : f32
  %variance = arith.divf %s#1, %count : f32
  %correlation = arith.divf %s#2, %count : f32
  %middle = arith.divf %s#3, %count : f32
  return %mean, %variance, %correlation, %middle : f32, f32, f32, f32
}
