// RUN: tile-opt %s --control-flow-sink | FileCheck %s
// RUN: tile-opt %s --control-flow-sink --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS

// STATS: 7 sunk - ops moved into a region

// A chain of ops that only one way needs.
// CHECK-LABEL: func.func @chain(
// CHECK-NEXT: %[[R:.*]] = scf.if %c -> (i32) {
// CHECK-NEXT: %[[A:.*]] = arith.addi %x, %y : i32
// CHECK-NEXT: %[[B:.*]] = arith.muli %[[A]], %[[A]] : i32
// CHECK-NEXT: scf.yield %[[B]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[D:.*]] = arith.subi %x, %y : i32
// CHECK-NEXT: scf.yield %[[D]] : i32
func.func @chain(%c: i1, %x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.muli %a, %a : i32
  %d = arith.subi %x, %y : i32
  %r = scf.if %c -> (i32) {
    scf.yield %b : i32
  } else {
    scf.yield %d : i32
  }
  return %r : i32
}

// Not what both ways use, what is used behind, what reads memory, or into a loop.
// CHECK-LABEL: func.func @stay(
// CHECK-NEXT: arith.addi
// CHECK-NEXT: arith.subi
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.muli
func.func @stay(%c: i1, %x: i32, %y: i32, %m: memref<i32>, %n: index, %one: index) -> (i32, i32) {
  %both = arith.addi %x, %y : i32
  %behind = arith.subi %x, %y : i32
  %read = memref.load %m[] : memref<i32>
  %loop = arith.muli %x, %y : i32
  %r = scf.if %c -> (i32) {
    %s = arith.addi %both, %behind : i32
    %t = arith.addi %s, %read : i32
    scf.yield %t : i32
  } else {
    scf.yield %both : i32
  }
  scf.for %i = %one to %n step %one {
    memref.store %loop, %m[] : memref<i32>
  }
  return %r, %behind : i32, i32
}

// One whose other use has moved as well; and one that %u uses, which stays.
// CHECK-LABEL: func.func @order(
// CHECK-NEXT: %[[V:.*]] = arith.muli %x, %x : i32
// CHECK-NEXT: %[[U:.*]] = arith.addi %[[V]], %y : i32
// CHECK-NEXT: %{{.*}} = scf.if %c -> (i32) {
// CHECK-NEXT: arith.subi %x, %y : i32
// CHECK-NEXT: arith.addi
// CHECK-NEXT: arith.muli
func.func @order(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  %v = arith.muli %x, %x : i32
  %u = arith.addi %v, %y : i32
  %a = arith.subi %x, %y : i32
  %b = arith.addi %a, %v : i32
  %r = scf.if %c -> (i32) {
    %d = arith.muli %b, %a : i32
    %e = arith.addi %d, %v : i32
    scf.yield %e : i32
  } else {
    scf.yield %x : i32
  }
  return %r, %u : i32, i32
}

// Through two conditionals to the innermost.
// CHECK-LABEL: func.func @nested(
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: scf.if %d {
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.addi
// CHECK-NEXT: memref.store
func.func @nested(%c: i1, %d: i1, %x: i32, %m: memref<i32>) {
  %k = arith.constant 1 : i32
  scf.if %c {
    %a = arith.addi %x, %k : i32
    scf.if %d {
      memref.store %a, %m[] : memref<i32>
    }
  }
  return
}
