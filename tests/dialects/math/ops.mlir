// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: func.func @unary(%x: f32, %v: vector<4xf16>) {
func.func @unary(%x: f32, %v: vector<4xf16>) {
  // CHECK: %0 = math.absf %x : f32
  %0 = math.absf %x : f32
  // CHECK: %1 = math.ceil %x : f32
  %1 = math.ceil %x : f32
  // CHECK: %2 = math.floor %x : f32
  %2 = math.floor %x : f32
  // CHECK: %3 = math.trunc %x : f32
  %3 = math.trunc %x : f32
  // CHECK: %4 = math.round %x : f32
  %4 = math.round %x : f32
  // CHECK: %5 = math.roundeven %x : f32
  %5 = math.roundeven %x : f32
  // CHECK: %6 = math.exp %x : f32
  %6 = math.exp %x : f32
  // CHECK: %7 = math.exp2 %x : f32
  %7 = math.exp2 %x : f32
  // CHECK: %8 = math.expm1 %x : f32
  %8 = math.expm1 %x : f32
  // CHECK: %9 = math.log %x : f32
  %9 = math.log %x : f32
  // CHECK: %10 = math.log2 %x : f32
  %10 = math.log2 %x : f32
  // CHECK: %11 = math.log10 %x : f32
  %11 = math.log10 %x : f32
  // CHECK: %12 = math.log1p %x : f32
  %12 = math.log1p %x : f32
  // CHECK: %13 = math.sqrt %x : f32
  %13 = math.sqrt %x : f32
  // CHECK: %14 = math.rsqrt %x : f32
  %14 = math.rsqrt %x : f32
  // CHECK: %15 = math.sin %x : f32
  %15 = math.sin %x : f32
  // CHECK: %16 = math.cos %x : f32
  %16 = math.cos %x : f32
  // CHECK: %17 = math.tan %x : f32
  %17 = math.tan %x : f32
  // CHECK: %18 = math.tanh %x : f32
  %18 = math.tanh %x : f32
  // CHECK: %19 = math.atan %x : f32
  %19 = math.atan %x : f32
  // CHECK: %20 = math.erf %x : f32
  %20 = math.erf %x : f32
  // CHECK: %21 = math.exp %v fastmath<afn> : vector<4xf16>
  %21 = math.exp %v fastmath<afn> : vector<4xf16>
  return
}

// CHECK-LABEL: func.func @more(%x: f32, %y: f32, %i: i32) {
func.func @more(%x: f32, %y: f32, %i: i32) {
  // CHECK: %0 = math.atan2 %x, %y : f32
  %0 = math.atan2 %x, %y : f32
  // CHECK: %1 = math.copysign %x, %y : f32
  %1 = math.copysign %x, %y : f32
  // CHECK: %2 = math.powf %x, %y fastmath<fast> : f32
  %2 = math.powf %x, %y fastmath<fast> : f32
  // CHECK: %3 = math.fma %x, %y, %x fastmath<contract> : f32
  %3 = math.fma %x, %y, %x fastmath<contract> : f32
  // CHECK: %4 = math.absi %i : i32
  %4 = math.absi %i : i32
  // CHECK: %5 = math.ctlz %i : i32
  %5 = math.ctlz %i : i32
  // CHECK: %6 = math.cttz %i : i32
  %6 = math.cttz %i : i32
  // CHECK: %7 = math.ctpop %i : i32
  %7 = math.ctpop %i : i32
  return
}

// CHECK-LABEL: func.func @rest(%x: f32, %v: vector<[4]xf16>, %t: tensor<*xf64>, %n: vector<[4]xi32>) {
func.func @rest(%x: f32, %v: vector<[4]xf16>, %t: tensor<*xf64>, %n: vector<[4]xi32>) {
  // CHECK: %0 = math.cbrt %x : f32
  %0 = math.cbrt %x : f32
  // CHECK: %1 = math.asin %x : f32
  %1 = math.asin %x : f32
  // CHECK: %2 = math.acos %x fastmath<nnan> : f32
  %2 = math.acos %x fastmath<nnan> : f32
  // CHECK: %3 = math.sinh %x : f32
  %3 = math.sinh %x : f32
  // CHECK: %4 = math.cosh %x : f32
  %4 = math.cosh %x : f32
  // CHECK: %5 = math.asinh %x : f32
  %5 = math.asinh %x : f32
  // CHECK: %6 = math.acosh %x : f32
  %6 = math.acosh %x : f32
  // CHECK: %7 = math.atanh %x : f32
  %7 = math.atanh %x : f32
  // CHECK: %8 = math.erfc %v : vector<[4]xf16>
  %8 = math.erfc %v : vector<[4]xf16>
  // CHECK: %9 = math.isfinite %x : f32
  %9 = math.isfinite %x : f32
  // CHECK: %10 = math.isinf %v : vector<[4]xf16>
  %10 = math.isinf %v : vector<[4]xf16>
  // CHECK: %11 = math.isnan %t : tensor<*xf64>
  %11 = math.isnan %t : tensor<*xf64>
  // CHECK: %12 = math.isnormal %x : f32
  %12 = math.isnormal %x : f32
  // CHECK: %sine, %cosine = math.sincos %x fastmath<fast> : f32
  %sine, %cosine = math.sincos %x fastmath<fast> : f32
  // CHECK: %13 = math.clampf %x to [%x, %x] fastmath<nsz> : f32
  %13 = math.clampf %x to [%x, %x] fastmath<nsz> : f32
  // CHECK: %14 = math.fpowi %v, %n fastmath<fast> : vector<[4]xf16>, vector<[4]xi32>
  %14 = math.fpowi %v, %n fastmath<fast> : vector<[4]xf16>, vector<[4]xi32>
  // CHECK: %15 = math.ipowi %n, %n : vector<[4]xi32>
  %15 = math.ipowi %n, %n : vector<[4]xi32>
  return
}
