// RUN: tile-opt %s --canonicalize | FileCheck %s

// f32 and f64 are computed in their precision.
// CHECK-LABEL: func.func @sqrt(
// CHECK-NEXT: %[[R1:.*]] = arith.constant 1.41421354 : f32
// CHECK-NEXT: %[[R0:.*]] = arith.constant 1.4142135623730951 : f64
// CHECK-NEXT: return %[[R1]], %[[R0]] : f32, f64
func.func @sqrt() -> (f32, f64) {
  %c = arith.constant 2.0 : f32
  %d = arith.constant 2.0 : f64
  %0 = math.sqrt %c : f32
  %1 = math.sqrt %d : f64
  return %0, %1 : f32, f64
}

// Narrower types stay, for how they are rounded is the target's matter.
// CHECK-LABEL: func.func @narrow(
// CHECK-NEXT: %[[C:.*]] = arith.constant 1.000000e+00 : f16
// CHECK-NEXT: %[[R:.*]] = math.exp %[[C]] : f16
// CHECK-NEXT: return %[[R]] : f16
func.func @narrow() -> f16 {
  %c = arith.constant 1.0 : f16
  %r = math.exp %c : f16
  return %r : f16
}

// But what is exact folds.
// CHECK-LABEL: func.func @exact(
// CHECK-NEXT: %[[R:.*]] = arith.constant -2.000000e+00 : f16
// CHECK-NEXT: return %[[R]] : f16
func.func @exact() -> f16 {
  %c = arith.constant -1.5 : f16
  %r = math.floor %c : f16
  return %r : f16
}

// An invalid operation stays.
// CHECK-LABEL: func.func @invalid(
// CHECK-NEXT: %[[C:.*]] = arith.constant -1.000000e+00 : f32
// CHECK-NEXT: %[[R:.*]] = math.log %[[C]] : f32
// CHECK-NEXT: return %[[R]] : f32
func.func @invalid() -> f32 {
  %c = arith.constant -1.0 : f32
  %r = math.log %c : f32
  return %r : f32
}

// A NaN is passed on.
// CHECK-LABEL: func.func @nan(
// CHECK-NEXT: %[[C:.*]] = arith.constant 0x7FC00000 : f32
// CHECK-NEXT: return %[[C]] : f32
func.func @nan() -> f32 {
  %c = arith.constant 0x7FC00000 : f32
  %r = math.exp %c : f32
  return %r : f32
}

// 2 to the power of 10.
// CHECK-LABEL: func.func @powf(
// CHECK-NEXT: %[[R:.*]] = arith.constant 1.024000e+03 : f32
// CHECK-NEXT: return %[[R]] : f32
func.func @powf() -> f32 {
  %c = arith.constant 2.0 : f32
  %d = arith.constant 10.0 : f32
  %r = math.powf %c, %d : f32
  return %r : f32
}

// roundeven and round differ on halves.
// CHECK-LABEL: func.func @half(
// CHECK-NEXT: %[[R1:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %[[R0:.*]] = arith.constant 3.000000e+00 : f32
// CHECK-NEXT: return %[[R1]], %[[R0]] : f32, f32
func.func @half() -> (f32, f32) {
  %c = arith.constant 2.5 : f32
  %0 = math.roundeven %c : f32
  %1 = math.round %c : f32
  return %0, %1 : f32, f32
}

// Element by element.
// CHECK-LABEL: func.func @splat(
// CHECK-NEXT: %[[R:.*]] = arith.constant dense<[1.000000e+00, 4.000000e+00]> : vector<2xf32>
// CHECK-NEXT: return %[[R]] : vector<2xf32>
func.func @splat() -> vector<2xf32> {
  %c = arith.constant dense<[-1.0, 4.0]> : vector<2xf32>
  %r = math.absf %c : vector<2xf32>
  return %r : vector<2xf32>
}

// Counting bits of i8.
// CHECK-LABEL: func.func @bits(
// CHECK-NEXT: %[[R1:.*]] = arith.constant 2 : i8
// CHECK-NEXT: %[[R0:.*]] = arith.constant 3 : i8
// CHECK-NEXT: return %[[R1]], %[[R0]], %[[R1]] : i8, i8, i8
func.func @bits() -> (i8, i8, i8) {
  %c = arith.constant 40 : i8
  %0 = math.ctlz %c : i8
  %1 = math.cttz %c : i8
  %2 = math.ctpop %c : i8
  return %0, %1, %2 : i8, i8, i8
}

// The lowest number stays itself.
// CHECK-LABEL: func.func @absi(
// CHECK-NEXT: %[[C:.*]] = arith.constant -128 : i8
// CHECK-NEXT: return %[[C]] : i8
func.func @absi() -> i8 {
  %c = arith.constant -128 : i8
  %r = math.absi %c : i8
  return %r : i8
}

// What is outside a function's domain gives a NaN, but for logarithms and square roots, which stay.
// CHECK-LABEL: func.func @outside(
// CHECK-DAG: %[[C:.*]] = arith.constant -2.000000e+00 : f32
// CHECK-DAG: %[[N:.*]] = arith.constant 0x{{[7F]}}FC00000 : f32
// CHECK: %[[L:.*]] = math.log1p %[[C]] : f32
// CHECK: %[[S:.*]] = math.sqrt %[[C]] : f32
// CHECK: return %[[N]], %[[L]], %[[S]]
func.func @outside() -> (f32, f32, f32) {
  %c = arith.constant -2.0 : f32
  %0 = math.acos %c : f32
  %1 = math.log1p %c : f32
  %2 = math.sqrt %c : f32
  return %0, %1, %2 : f32, f32, f32
}

// CHECK-LABEL: func.func @classes(
// CHECK-DAG: %[[F:.*]] = arith.constant false
// CHECK-DAG: %[[T:.*]] = arith.constant true
// CHECK-DAG: %[[V:.*]] = arith.constant dense<true> : vector<2xi1>
// CHECK: return %[[F]], %[[T]], %[[F]], %[[V]]
func.func @classes() -> (i1, i1, i1, vector<2xi1>) {
  %inf = arith.constant 0x7F800000 : f32
  %small = arith.constant 1.0e-40 : f32
  %ones = arith.constant dense<1.0> : vector<2xf16>
  %0 = math.isfinite %inf : f32
  %1 = math.isinf %inf : f32
  %2 = math.isnormal %small : f32
  %3 = math.isnormal %ones : vector<2xf16>
  return %0, %1, %2, %3 : i1, i1, i1, vector<2xi1>
}

// CHECK-LABEL: func.func @ipowi(
// CHECK-DAG: %[[Z:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[A:.*]] = arith.constant -27 : i32
// CHECK-DAG: %[[B:.*]] = arith.constant -1 : i32
// CHECK: %[[P:.*]] = math.ipowi %[[Z]], %{{.*}} : i32
// CHECK: return %[[A]], %[[B]], %[[Z]], %[[P]]
func.func @ipowi() -> (i32, i32, i32, i32) {
  %zero = arith.constant 0 : i32
  %minus3 = arith.constant -3 : i32
  %minus1 = arith.constant -1 : i32
  %three = arith.constant 3 : i32
  %0 = math.ipowi %minus3, %three : i32
  %1 = math.ipowi %minus1, %minus3 : i32
  %2 = math.ipowi %three, %minus3 : i32
  %3 = math.ipowi %zero, %minus3 : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}
