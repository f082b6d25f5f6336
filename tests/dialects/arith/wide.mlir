// RUN: tile-opt %s --canonicalize | FileCheck %s

// Integers of more than 64 bits fold as others do.
// CHECK-LABEL: func.func @sums(
// CHECK-DAG: %[[S:.*]] = arith.constant 18446744073709551616 : i128
// CHECK-DAG: %[[D:.*]] = arith.constant -1 : i128
// CHECK-DAG: %[[P:.*]] = arith.constant 340282366920938463426481119284349108225 : i200
// CHECK: return %[[S]], %[[D]], %[[P]]
func.func @sums() -> (i128, i128, i200) {
  %max = arith.constant 18446744073709551615 : i128
  %one = arith.constant 1 : i128
  %zero = arith.constant 0 : i128
  %0 = arith.addi %max, %one : i128
  %1 = arith.subi %zero, %one : i128
  %wide = arith.constant 18446744073709551615 : i200
  %2 = arith.muli %wide, %wide : i200
  return %0, %1, %2 : i128, i128, i200
}

// CHECK-LABEL: func.func @quotients(
// CHECK-DAG: %[[Q:.*]] = arith.constant -33333333333333333333333 : i128
// CHECK-DAG: %[[R:.*]] = arith.constant 1 : i128
// CHECK-DAG: %[[F:.*]] = arith.constant -33333333333333333333334 : i128
// CHECK-DAG: %[[U:.*]] = arith.constant 0 : i128
// CHECK: %[[Z:.*]] = arith.divsi
// CHECK: return %[[Q]], %[[R]], %[[F]], %[[U]], %[[Z]]
func.func @quotients() -> (i128, i128, i128, i128, i128) {
  %a = arith.constant 100000000000000000000000 : i128
  %b = arith.constant -3 : i128
  %zero = arith.constant 0 : i128
  %0 = arith.divsi %a, %b : i128
  %1 = arith.remsi %a, %b : i128
  %2 = arith.floordivsi %a, %b : i128
  %3 = arith.divui %a, %b : i128
  %4 = arith.divsi %a, %zero : i128
  return %0, %1, %2, %3, %4 : i128, i128, i128, i128, i128
}

// CHECK-LABEL: func.func @shifts(
// CHECK-DAG: %[[L:.*]] = arith.constant 1267650600228229401496703205376 : i128
// CHECK-DAG: %[[S:.*]] = arith.constant -1 : i128
// CHECK-DAG: %[[U:.*]] = arith.constant 268435455 : i128
// CHECK: %[[F:.*]] = arith.shli
// CHECK: return %[[L]], %[[S]], %[[U]], %[[F]]
func.func @shifts() -> (i128, i128, i128, i128) {
  %one = arith.constant 1 : i128
  %ones = arith.constant -1 : i128
  %n = arith.constant 100 : i128
  %far = arith.constant 128 : i128
  %0 = arith.shli %one, %n : i128
  %1 = arith.shrsi %ones, %n : i128
  %2 = arith.shrui %ones, %n : i128
  %3 = arith.shli %one, %far : i128
  return %0, %1, %2, %3 : i128, i128, i128, i128
}

// CHECK-LABEL: func.func @casts(
// CHECK-DAG: %[[S:.*]] = arith.constant -1 : i100
// CHECK-DAG: %[[U:.*]] = arith.constant 18446744073709551615 : i100
// CHECK-DAG: %[[B:.*]] = arith.constant true
// CHECK-DAG: %[[F:.*]] = arith.constant 1.2676506002282294E+30 : f64
// CHECK-DAG: %[[I:.*]] = arith.constant 1267650600228229401496703205376 : i128
// CHECK: return %[[S]], %[[U]], %[[B]], %[[F]], %[[I]]
func.func @casts() -> (i100, i100, i1, f64, i128) {
  %a = arith.constant -1 : i64
  %0 = arith.extsi %a : i64 to i100
  %1 = arith.extui %a : i64 to i100
  %2 = arith.trunci %1 : i100 to i1
  %3 = arith.uitofp %0 : i100 to f64
  %4 = arith.fptoui %3 : f64 to i128
  return %0, %1, %2, %3, %4 : i100, i100, i1, f64, i128
}

// CHECK-LABEL: func.func @identities(
// CHECK-NEXT: %[[T:.*]] = arith.constant true
// CHECK-NEXT: return %x, %x, %x, %[[T]]
func.func @identities(%x: i128) -> (i128, i128, i128, i1) {
  %zero = arith.constant 0 : i128
  %one = arith.constant 1 : i128
  %ones = arith.constant -1 : i128
  %max = arith.constant 170141183460469231731687303715884105727 : i128
  %0 = arith.addi %x, %zero : i128
  %1 = arith.muli %0, %one : i128
  %2 = arith.andi %x, %ones : i128
  %3 = arith.minsi %x, %max : i128
  %4 = arith.cmpi ult, %max, %ones : i128
  return %1, %2, %3, %4 : i128, i128, i128, i1
}

// Both halves, and vectors element by element.
// CHECK-LABEL: func.func @more(
// CHECK-DAG: %[[L:.*]] = arith.constant 1 : i80
// CHECK-DAG: %[[H:.*]] = arith.constant -2 : i80
// CHECK-DAG: %[[V:.*]] = arith.constant dense<[3, 18446744073709551618]> : vector<2xi128>
// CHECK-DAG: %[[W:.*]] = arith.constant dense<[0.000000e+00, 1.000000e+00]> : vector<2xf128>
// CHECK: return %[[L]], %[[H]], %[[V]], %[[W]]
func.func @more() -> (i80, i80, vector<2xi128>, vector<2xf128>) {
  %ones = arith.constant -1 : i80
  %0, %1 = arith.mului_extended %ones, %ones : i80
  %v = arith.constant dense<[1, 18446744073709551616]> : vector<2xi128>
  %two = arith.constant dense<2> : vector<2xi128>
  %2 = arith.addi %v, %two : vector<2xi128>
  %f = arith.constant dense<[0.0, 1.0]> : vector<2xf80>
  %3 = arith.extf %f : vector<2xf80> to vector<2xf128>
  return %0, %1, %2, %3 : i80, i80, vector<2xi128>, vector<2xf128>
}
