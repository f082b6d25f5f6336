// RUN: tile-opt %s --canonicalize | FileCheck %s

// Constant operands go last, constants are united at the start.
// CHECK-LABEL: func.func @constants
// CHECK-NEXT: %[[C:.*]] = arith.constant 7 : i32
// CHECK-NEXT: %[[S:.*]] = arith.addi %{{.*}}, %[[C]] : i32
// CHECK-NEXT: %[[T:.*]] = arith.muli %[[S]], %[[C]] : i32
// CHECK-NEXT: return %[[T]]
func.func @constants(%a: i32) -> i32 {
  %0 = arith.constant 7 : i32
  %1 = arith.addi %0, %a : i32
  %2 = arith.constant 7 : i32
  %3 = arith.muli %1, %2 : i32
  return %3 : i32
}

// CHECK-LABEL: func.func @fold
// CHECK-NEXT: %[[C:.*]] = arith.constant 42 : i32
// CHECK-NEXT: return %[[C]]
func.func @fold() -> i32 {
  %0 = arith.constant 6 : i32
  %1 = arith.constant 7 : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}

// A constant in a loop moves to the start of the function.
// CHECK-LABEL: func.func @hoist
// CHECK: arith.constant 5 : i32
// CHECK: scf.for
// CHECK-NOT: arith.constant
// CHECK: memref.store
func.func @hoist(%n: index, %m: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.constant 5 : i32
    memref.store %0, %m[%i] : memref<?xi32>
  }
  return
}

// A chain of dead ops goes, an op with an effect stays.
// CHECK-LABEL: func.func @dead
// CHECK-NEXT: memref.store
// CHECK-NEXT: return
func.func @dead(%a: i32, %m: memref<4xi32>, %i: index) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %0 : i32
  %2 = arith.subi %1, %0 : i32
  memref.store %a, %m[%i] : memref<4xi32>
  return
}

// A block that nothing reaches goes, and what only it used.
// CHECK-LABEL: func.func @unreachable
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @unreachable(%a: i32) {
  %0 = arith.addi %a, %a : i32
  return
^dead:
  %1 = arith.muli %0, %0 : i32
  cf.br ^dead
}

// CHECK-LABEL: func.func @unused_constant
// CHECK-NEXT: return
func.func @unused_constant() {
  %0 = arith.constant 1 : i32
  return
}
