// RUN: tile-opt %s --check-rewrites --math-extend-to-supported-types=extra-types=bf16 | FileCheck %s
// RUN: tile-opt %s '--math-extend-to-supported-types=extra-types=f16,bf16 target-type=f64' | FileCheck %s --check-prefix=F64
// RUN: not tile-opt %s --math-extend-to-supported-types=target-type=f23 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tile-opt %s --math-extend-to-supported-types=extra-types=f61 2>&1 | FileCheck %s --check-prefix=EXTRA
// RUN: not tile-opt %s --math-extend-to-supported-types=target-type=f16 2>&1 | FileCheck %s --check-prefix=NARROW

// NAME: error: 'f23' is no float type
// EXTRA: error: 'f61' is no float type
// NARROW: error: 'math.cos' op is illegal for 'math-extend-to-supported-types'
// NARROW: converter 'wider floats' has nothing for 'bf16'

// Each op rounds at once, and flags stay.
// CHECK-LABEL: @rounds(
// CHECK: %[[X:.*]] = arith.extf %x fastmath<contract> : f16 to f32
// CHECK: %[[S:.*]] = math.sin %[[X]] fastmath<nnan> : f32
// CHECK: %[[R:.*]] = arith.truncf %[[S]] fastmath<contract> : f32 to f16
// CHECK: %[[E:.*]] = arith.extf %[[R]] fastmath<contract> : f16 to f32
// CHECK: %[[P:.*]] = math.fpowi %[[E]], %n : f32, i32
// CHECK: arith.truncf %[[P]] fastmath<contract> : f32 to f16
// F64-LABEL: @rounds(
// F64-NOT: arith.extf
// F64: return
func.func @rounds(%x: f16, %n: i32) -> f16 {
  %0 = math.sin %x fastmath<nnan> : f16
  %1 = math.fpowi %0, %n : f16, i32
  return %1 : f16
}

// Types the target has, fma, and ops of other dialects stay; a result that is no float is not rounded.
// CHECK-LABEL: @stays(
// CHECK: %[[V:.*]] = arith.extf %v fastmath<contract> : vector<4xf8E5M2> to vector<4xf32>
// CHECK: math.cos %x : bf16
// CHECK: math.log %y : f64
// CHECK: math.fma %h, %h, %h : f16
// CHECK: arith.addf %h, %h : f16
// CHECK: %[[I:.*]] = math.isnan %[[V]] : vector<4xf32>
// CHECK: return %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[I]]
// F64-LABEL: @stays(
// F64: math.isnan %{{.*}} : vector<4xf64>
func.func @stays(%x: bf16, %y: f64, %h: f16, %v: vector<4xf8E5M2>) -> (bf16, f64, f16, f16, vector<4xi1>) {
  %0 = math.cos %x : bf16
  %1 = math.log %y : f64
  %2 = math.fma %h, %h, %h : f16
  %3 = arith.addf %h, %h : f16
  %4 = math.isnan %v : vector<4xf8E5M2>
  return %0, %1, %2, %3, %4 : bf16, f64, f16, f16, vector<4xi1>
}

// What folds needs no wider type.
// CHECK-LABEL: @folds(
// CHECK-NOT: arith.extf
// CHECK: %[[C:.*]] = arith.constant 2.500000e+00 : f16
// CHECK: return %[[C]] : f16
func.func @folds() -> f16 {
  %x = arith.constant -2.5 : f16
  %0 = math.absf %x : f16
  return %0 : f16
}
