// RUN: tile-opt %s --cse | FileCheck %s

// CHECK-LABEL: func.func @twice
// CHECK: %[[S:.*]] = arith.addi %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: %[[M:.*]] = arith.muli %[[S]], %[[S]] : i32
// CHECK-NEXT: return %[[M]]
func.func @twice(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}

// Operands of a commutative op may stand in either order; those of another may not.
// CHECK-LABEL: func.func @swapped
// CHECK: %[[S:.*]] = arith.addi
// CHECK-NOT: arith.addi
// CHECK: %[[D:.*]] = arith.subi
// CHECK: %[[E:.*]] = arith.subi
// CHECK: return %[[S]], %[[S]], %[[D]], %[[E]]
func.func @swapped(%a: i32, %b: i32) -> (i32, i32, i32, i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  %2 = arith.subi %a, %b : i32
  %3 = arith.subi %b, %a : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// Attributes and types are part of what an op is.
// CHECK-LABEL: func.func @different
// CHECK: arith.cmpi slt
// CHECK: arith.cmpi sgt
// CHECK: arith.constant 1 : i32
// CHECK: arith.constant 1 : i64
func.func @different(%a: i32, %b: i32) -> (i1, i1, i32, i64) {
  %0 = arith.cmpi slt, %a, %b : i32
  %1 = arith.cmpi sgt, %a, %b : i32
  %2 = arith.constant 1 : i32
  %3 = arith.constant 1 : i64
  return %0, %1, %2, %3 : i1, i1, i32, i64
}

// What is computed before a loop is not computed in it again; what one loop computes is not known
// to the next.
// CHECK-LABEL: func.func @nested
// CHECK: %[[S:.*]] = arith.addi
// CHECK: scf.for
// CHECK-NOT: arith.addi
// CHECK: arith.muli %[[S]]
// CHECK: scf.for
// CHECK-NOT: arith.addi
// CHECK: arith.muli %[[S]]
// CHECK: return
func.func @nested(%a: i32, %n: index, %m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.addi %a, %a : i32
  scf.for %i = %c0 to %n step %c1 {
    %1 = arith.addi %a, %a : i32
    %2 = arith.muli %1, %1 : i32
    memref.store %2, %m[%i] : memref<?xi32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %1 = arith.addi %a, %a : i32
    %2 = arith.muli %1, %1 : i32
    memref.store %2, %m[%i] : memref<?xi32>
  }
  return %0 : i32
}

// Reads are equal until something may write.
// CHECK-LABEL: func.func @reads
// CHECK: %[[A:.*]] = memref.load
// CHECK-NEXT: memref.store
// CHECK-NEXT: %[[B:.*]] = memref.load
// CHECK-NEXT: return %[[A]], %[[A]], %[[B]]
func.func @reads(%m: memref<4xi32>, %i: index, %v: i32) -> (i32, i32, i32) {
  %0 = memref.load %m[%i] : memref<4xi32>
  %1 = memref.load %m[%i] : memref<4xi32>
  memref.store %v, %m[%i] : memref<4xi32>
  %2 = memref.load %m[%i] : memref<4xi32>
  return %0, %1, %2 : i32, i32, i32
}

// Ops with equal regions are equal.
// CHECK-LABEL: func.func @regions
// CHECK: %[[R:.*]] = scf.if
// CHECK: } else {
// CHECK-NOT: scf.if
// CHECK: return %[[R]], %[[R]]
func.func @regions(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %0 = scf.if %c -> (i32) {
    %2 = arith.addi %a, %b : i32
    scf.yield %2 : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> (i32) {
    %2 = arith.addi %a, %b : i32
    scf.yield %2 : i32
  } else {
    scf.yield %a : i32
  }
  return %0, %1 : i32, i32
}

// Between blocks only what dominates counts.
// CHECK-LABEL: func.func @blocks
// CHECK: %[[S:.*]] = arith.addi
// CHECK: ^bb1:
// CHECK-NEXT: %[[L:.*]] = arith.muli
// CHECK: ^bb2:
// CHECK-NEXT: %[[R:.*]] = arith.muli
// CHECK: ^bb3(%[[X:.*]]: i32):
// CHECK-NEXT: %[[P:.*]] = arith.muli
// CHECK-NEXT: arith.addi %[[P]], %[[S]]
// CHECK-NEXT: arith.addi
// CHECK-NEXT: return
func.func @blocks(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %c0 = arith.cmpi eq, %0, %a : i32
  cf.cond_br %c0, ^bb1, ^bb2
^bb1:
  %1 = arith.muli %a, %a : i32
  cf.br ^bb3(%1 : i32)
^bb2:
  %2 = arith.muli %a, %a : i32
  cf.br ^bb3(%2 : i32)
^bb3(%x: i32):
  %3 = arith.muli %a, %a : i32
  %4 = arith.addi %a, %a : i32
  %5 = arith.addi %3, %4 : i32
  %6 = arith.addi %5, %x : i32
  return %6 : i32
}
