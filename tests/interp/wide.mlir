// RUN: interp-run %s | FileCheck %s

// Integers of more than 64 bits.
// CHECK: @sums: 18446744073709551616 : i128, -1 : i128, 340282366920938463426481119284349108225 : i200, 1 : i1
func.func @sums() -> (i128, i128, i200, i1) {
  %max = arith.constant 18446744073709551615 : i128
  %one = arith.constant 1 : i128
  %zero = arith.constant 0 : i128
  %wide = arith.constant 18446744073709551615 : i200
  %0 = arith.addi %max, %one : i128
  %1 = arith.subi %zero, %one : i128
  %2 = arith.muli %wide, %wide : i200
  %3 = arith.cmpi ugt, %1, %0 : i128
  return %0, %1, %2, %3 : i128, i128, i200, i1
}

// CHECK: @quotients: -33333333333333333333333 : i128, 1 : i128, -33333333333333333333334 : i128, 0 : i128
func.func @quotients() -> (i128, i128, i128, i128) {
  %a = arith.constant 100000000000000000000000 : i128
  %b = arith.constant -3 : i128
  %0 = arith.divsi %a, %b : i128
  %1 = arith.remsi %a, %b : i128
  %2 = arith.floordivsi %a, %b : i128
  %3 = arith.divui %a, %b : i128
  return %0, %1, %2, %3 : i128, i128, i128, i128
}

// CHECK: @halves: 1 : i80, -2 : i80, 0 : i80, 1 : i1
func.func @halves() -> (i80, i80, i80, i1) {
  %ones = arith.constant -1 : i80
  %one = arith.constant 1 : i80
  %0, %1 = arith.mului_extended %ones, %ones : i80
  %2, %3 = arith.addui_extended %ones, %one : i80, i1
  return %0, %1, %2, %3 : i80, i80, i80, i1
}

// Out of range a conversion gives the end of the range.
// CHECK: @casts: [-1, 5] : vector<2xi100>, 18446744073709551615 : i100, 1.2676506e+30 : f64, 100000000000000000000 : i128, 604462909807314587353087 : i80, -604462909807314587353088 : i80
func.func @casts() -> (vector<2xi100>, i100, f64, i128, i80, i80) {
  %v = arith.constant dense<[-1, 5]> : vector<2xi64>
  %a = arith.constant -1 : i64
  %x = arith.constant 1.0e20 : f64
  %y = arith.constant 1.0e30 : f64
  %z = arith.constant -1.0e30 : f64
  %0 = arith.extsi %v : vector<2xi64> to vector<2xi100>
  %1 = arith.extui %a : i64 to i100
  %2 = arith.extsi %a : i64 to i100
  %3 = arith.uitofp %2 : i100 to f64
  %4 = arith.fptosi %x : f64 to i128
  %5 = arith.fptosi %y : f64 to i80
  %6 = arith.fptosi %z : f64 to i80
  return %0, %1, %3, %4, %5, %6 : vector<2xi100>, i100, f64, i128, i80, i80
}
