// A constant that stands for two has the place of neither; nor has one that moved to another block.
// RUN: tile-opt %s --canonicalize --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: func.func @two
func.func @two() -> (i32, i32) {
  // CHECK-NEXT: arith.constant 3 : i32 loc(unknown)
  %a = arith.constant 3 : i32 loc("first")
  %b = arith.constant 3 : i32 loc("second")
  return %a, %b : i32, i32
}

// CHECK-LABEL: func.func @one
func.func @one() -> i32 {
  // CHECK-NEXT: arith.constant 4 : i32 loc("here")
  %a = arith.constant 4 : i32 loc("here")
  return %a : i32
}

// CHECK-LABEL: func.func @moved
func.func @moved(%c: i1, %m: memref<i32>) {
  // CHECK-NEXT: arith.constant 5 : i32 loc(unknown)
  // CHECK-NEXT: scf.if
  scf.if %c {
    %a = arith.constant 5 : i32 loc("inside")
    memref.store %a, %m[] : memref<i32>
  }
  return
}
