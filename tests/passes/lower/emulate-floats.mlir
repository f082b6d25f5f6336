// RUN: tile-opt %s --check-rewrites '--arith-emulate-unsupported-floats=source-types=bf16,f8E4M3FN target-type=f32' | FileCheck %s
// RUN: not tile-opt %s '--arith-emulate-unsupported-floats=source-types=bf61' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tile-opt %s '--arith-emulate-unsupported-floats=source-types=f32' 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: tile-opt %s --arith-emulate-unsupported-floats 2>&1 | FileCheck %s --check-prefix=NONE

// NAME: error: 'bf61' is no float type
// SAME: error: 'f32' cannot be computed with in its own place
// NONE: warning: no source-types are given

// Each op rounds at once; a value that several ops compute with is extended once.
// CHECK-LABEL: @rounds(
// CHECK-DAG: %[[X:.*]] = arith.extf %x fastmath<contract> : bf16 to f32
// CHECK-DAG: %[[Y:.*]] = arith.extf %y fastmath<contract> : bf16 to f32
// CHECK: %[[S:.*]] = arith.addf %[[X]], %[[Y]] fastmath<nnan> : f32
// CHECK: %[[R:.*]] = arith.truncf %[[S]] fastmath<contract> : f32 to bf16
// CHECK: %[[E:.*]] = arith.extf %[[R]] fastmath<contract> : bf16 to f32
// CHECK: %[[P:.*]] = arith.mulf %[[E]], %[[X]] : f32
// CHECK: arith.truncf %[[P]]
// CHECK: arith.cmpf ole, %[[E]], %{{.*}} : f32
func.func @rounds(%x: bf16, %y: bf16) -> i1 {
  %s = arith.addf %x, %y fastmath<nnan> : bf16
  %p = arith.mulf %s, %x : bf16
  %r = arith.cmpf ole, %s, %p : bf16
  return %r : i1
}

// What moves values is left alone, and so is f16.
// CHECK-LABEL: @moves(
// CHECK: arith.select %c, %x, %y : bf16
// CHECK: scf.for {{.*}} -> (vector<4xf8E4M3FN>)
// CHECK: %[[V:.*]] = arith.extf %a fastmath<contract> : vector<4xf8E4M3FN> to vector<4xf32>
// CHECK: %[[W:.*]] = arith.mulf %[[V]], %[[V]] : vector<4xf32>
// CHECK: %[[Z:.*]] = arith.truncf %[[W]] fastmath<contract> : vector<4xf32> to vector<4xf8E4M3FN>
// CHECK: scf.yield %[[Z]] : vector<4xf8E4M3FN>
// CHECK: arith.addf %h, %h : f16
func.func @moves(%c: i1, %x: bf16, %y: bf16, %v: vector<4xf8E4M3FN>, %n: index, %h: f16)
    -> (bf16, vector<4xf8E4M3FN>, f16) {
  %s = arith.select %c, %x, %y : bf16
  %r = scf.for %i = %n to %n step %n iter_args(%a = %v) -> (vector<4xf8E4M3FN>) {
    %m = arith.mulf %a, %a : vector<4xf8E4M3FN>
    scf.yield %m : vector<4xf8E4M3FN>
  }
  %t = arith.addf %h, %h : f16
  return %s, %r, %t : bf16, vector<4xf8E4M3FN>, f16
}

// A vector op that computes.
// CHECK-LABEL: @fma(
// CHECK: %[[A:.*]] = arith.extf %a fastmath<contract> : vector<4xbf16> to vector<4xf32>
// CHECK: %[[R:.*]] = vector.fma %[[A]], %[[A]], %[[A]] : vector<4xf32>
// CHECK: arith.truncf %[[R]] fastmath<contract> : vector<4xf32> to vector<4xbf16>
func.func @fma(%a: vector<4xbf16>) -> vector<4xbf16> {
  %r = vector.fma %a, %a, %a : vector<4xbf16>
  return %r : vector<4xbf16>
}

// What folds does so in its own type.
// CHECK-LABEL: @folds(
// CHECK: %[[C:.*]] = arith.constant 3.0{{.*}} : bf16
// CHECK-NEXT: return %x, %[[C]] : bf16, bf16
func.func @folds(%x: bf16) -> (bf16, bf16) {
  %one = arith.constant 1.0 : bf16
  %two = arith.constant 2.0 : bf16
  %p = arith.mulf %x, %one : bf16
  %s = arith.addf %one, %two : bf16
  return %p, %s : bf16, bf16
}
