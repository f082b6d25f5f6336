// RUN: split-file %s %t
// RUN: not interp-run %t/zero.mlir 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not interp-run %t/math.mlir 2>&1 | FileCheck %s --check-prefix=MATH
// RUN: not interp-run %t/select.mlir 2>&1 | FileCheck %s --check-prefix=SELECT

// ZERO: error: 'arith.divui' op divides by zero
// MATH: error: 'math.ctpop' op is not executed on 'i128'
// SELECT: error: 'arith.select' op has a value of type i128, which cannot be executed

//--- zero.mlir
func.func @zero() -> i128 {
  %z = arith.constant 0 : i128
  %r = arith.divui %z, %z : i128
  return %r : i128
}

//--- math.mlir
func.func @math() -> i128 {
  %z = arith.constant 0 : i128
  %r = math.ctpop %z : i128
  return %r : i128
}

//--- select.mlir
func.func @select() -> i128 {
  %t = arith.constant true
  %z = arith.constant 0 : i128
  %r = arith.select %t, %z, %z : i128
  return %r : i128
}
