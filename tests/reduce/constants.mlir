// RUN: tile-reduce %s --only=constants --test='grep -q vector' 2>/dev/null | FileCheck %s
// RUN: tile-reduce %s --only=constants --test='! grep -q "arith[.]constant 0 :"' 2>/dev/null | FileCheck %s --check-prefix=ONE

// CHECK: constant 0 : i32
// CHECK: constant 0.000000e+00 : f32
// CHECK: constant dense<0> : vector<4xi32>

// What must not be zero becomes one.
// ONE: constant 1 : i32
func.func @f() -> (i32, f32, vector<4xi32>) {
  %i = arith.constant 127 : i32
  %f = arith.constant 2.5 : f32
  %v = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  return %i, %f, %v : i32, f32, vector<4xi32>
}
