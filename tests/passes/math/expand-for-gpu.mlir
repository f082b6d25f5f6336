// RUN: tile-opt %s --math-expand-for-gpu --split-input-file | FileCheck %s
// RUN: tile-opt %s --math-expand-for-gpu --convert-scf-to-cf --split-input-file | tile-opt --split-input-file -o /dev/null
// Functions become arithmetic around the instructions that a GPU has.  What they give is measured by
// tests/bench/math_accuracy.py.

// Approximate forms.
// CHECK-LABEL: @afn
// CHECK: %[[LOG2E:.*]] = arith.constant dense<1.44269502> : vector<4xf32>
// CHECK: %[[P:.*]] = arith.mulf %x, %[[LOG2E]] : vector<4xf32>
// CHECK-NEXT: math.exp2 %[[P]] fastmath<afn> : vector<4xf32>
// CHECK: math.tanh %x fastmath<afn>
// CHECK: math.sin %x fastmath<afn>
// CHECK-NEXT: math.cos %x fastmath<afn>
// CHECK-NEXT: arith.divf {{.*}} fastmath<afn>
// CHECK-NEXT: return
func.func @afn(%x: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %0 = math.exp %x fastmath<fast> : vector<4xf32>
  %1 = math.tanh %x fastmath<afn> : vector<4xf32>
  %2 = math.tan %x fastmath<afn> : vector<4xf32>
  return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// -----

// What is an instruction stays.
// CHECK-LABEL: @stays
// CHECK-NEXT: math.exp2 %x : f32
// CHECK-NEXT: math.rsqrt %{{.*}} : f32
// CHECK-NEXT: math.sqrt
// CHECK-NEXT: math.log2 %{{.*}} fastmath<afn>
// CHECK-NEXT: math.sin %{{.*}} fastmath<afn>
// CHECK-NEXT: math.fma
// CHECK-NEXT: math.floor
// CHECK-NEXT: return
func.func @stays(%x: f32) -> f32 {
  %0 = math.exp2 %x : f32
  %1 = math.rsqrt %0 : f32
  %2 = math.sqrt %1 : f32
  %3 = math.log2 %2 fastmath<afn> : f32
  %4 = math.sin %3 fastmath<afn> : f32
  %5 = math.fma %4, %x, %x : f32
  %6 = math.floor %5 : f32
  return %6 : f32
}

// -----

// Narrow floats by way of f32, rounded once; exp2 of pairs of f16 is an instruction.
// CHECK-LABEL: @narrow
// CHECK-NEXT: arith.extf %x : f16 to f32
// CHECK-NEXT: math.sqrt
// CHECK-NEXT: arith.truncf {{.*}} : f32 to f16
// CHECK-NEXT: math.exp2 %{{.*}} fastmath<afn> : f16
// CHECK-NEXT: return
func.func @narrow(%x: f16) -> f16 {
  %0 = math.sqrt %x : f16
  %1 = math.exp2 %0 fastmath<afn> : f16
  return %1 : f16
}

// -----

// Arguments beyond 2^16 are reduced in another way, which the others do not pay for.
// CHECK-LABEL: @large
// CHECK: arith.cmpf oge
// CHECK: %[[ANY:.*]] = arith.ori
// CHECK-NEXT: scf.if %[[ANY]] -> (vector<2xf32>, vector<2xi32>) {
// CHECK: arith.muli {{.*}} : vector<2xi64>
// CHECK: } else {
// CHECK-NEXT: scf.yield
// CHECK-NOT: math.sin
func.func @large(%x: vector<2xf32>) -> vector<2xf32> {
  %0 = math.sin %x : vector<2xf32>
  return %0 : vector<2xf32>
}

// -----

// CHECK-LABEL: @kinds
// CHECK: arith.cmpf olt
// CHECK: arith.cmpf oeq
// CHECK: arith.cmpf uno
// CHECK-NOT: math.is
func.func @kinds(%x: f16) -> (i1, i1, i1, i1) {
  %0 = math.isfinite %x : f16
  %1 = math.isinf %x : f16
  %2 = math.isnan %x : f16
  %3 = math.isnormal %x : f16
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// -----

// What has no expansion stays: functions of f64 but for rsqrt, and extents that are not known.
// CHECK-LABEL: @others
// CHECK: math.sqrt %x : f64
// CHECK: arith.divf
// CHECK: math.sin %x : f64
// CHECK: math.exp %y : tensor<?xf32>
func.func @others(%x: f64, %y: tensor<?xf32>) -> (f64, f64, tensor<?xf32>) {
  %0 = math.rsqrt %x : f64
  %1 = math.sin %x : f64
  %2 = math.exp %y : tensor<?xf32>
  return %0, %1, %2 : f64, f64, tensor<?xf32>
}

// -----

// Long vectors go through a function in parts, so that few results are in between.
// CHECK-LABEL: @parts
// CHECK: vector.extract_strided_slice %x {offsets = [0], sizes = [8], strides = [1]}
// CHECK: math.exp2 {{.*}} : vector<8xf32>
// CHECK: vector.extract_strided_slice %x {offsets = [8], sizes = [4], strides = [1]}
// CHECK: math.exp2 {{.*}} : vector<4xf32>
// CHECK: %[[R:.*]] = vector.insert_strided_slice {{.*}} {offsets = [8], strides = [1]} : vector<4xf32> into vector<12xf32>
// CHECK: return %[[R]]
func.func @parts(%x: vector<12xf32>) -> vector<12xf32> {
  %0 = math.exp %x : vector<12xf32>
  return %0 : vector<12xf32>
}
