// RUN: tile-opt %s --allow-unregistered-dialect --loop-invariant-code-motion | FileCheck %s

// A division runs in front of the loop when its divisor can be no bad one.

// CHECK-LABEL: @divisors
// CHECK-DAG: arith.divui %x, %c3
// CHECK-DAG: arith.divsi %x, %c3
// CHECK-DAG: arith.remui %x, %c3
// CHECK-DAG: arith.divui %x, %c-1
// CHECK: scf.for
// CHECK-DAG: arith.divui %x, %x
// CHECK-DAG: arith.divsi %x, %c-1
// CHECK-DAG: arith.floordivsi %x, %c0
// CHECK: }
func.func @divisors(%n: index, %x: i32) {
  %one = arith.constant 1 : index
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %c-1 = arith.constant -1 : i32
  scf.for %i = %one to %n step %one {
    %0 = arith.divui %x, %c3 : i32
    %1 = arith.divsi %x, %c3 : i32
    %2 = arith.remui %x, %c3 : i32
    %3 = arith.divui %x, %c-1 : i32
    %4 = arith.divui %x, %x : i32
    %5 = arith.divsi %x, %c-1 : i32
    %6 = arith.floordivsi %x, %c0 : i32
    "other.use"(%0, %1, %2, %3, %4, %5, %6) : (i32, i32, i32, i32, i32, i32, i32) -> ()
  }
  return
}

// An extent is there when the dimension is.
// CHECK-LABEL: @dimensions
// CHECK: %[[D:.*]] = memref.dim %m, %c1 : memref<?x?xf32>
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.dim %m, %c2
// CHECK-NEXT: memref.dim %m, %n
// CHECK-NEXT: memref.dim %u, %c1
// CHECK-NEXT: "other.use"(%[[D]],
func.func @dimensions(%n: index, %m: memref<?x?xf32>, %u: memref<*xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c1 to %n step %c1 {
    %0 = memref.dim %m, %c1 : memref<?x?xf32>
    %1 = memref.dim %m, %c2 : memref<?x?xf32>
    %2 = memref.dim %m, %n : memref<?x?xf32>
    %3 = memref.dim %u, %c1 : memref<*xf32>
    "other.use"(%0, %1, %2, %3) : (index, index, index, index) -> ()
  }
  return
}

// A loop whose step is 1 ends; with others it may not, and scf.while may not.
// CHECK-LABEL: @loops
// CHECK: scf.for %a =
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %i =
// CHECK-NEXT: scf.for %b =
// CHECK: scf.for %c =
// CHECK: scf.while
func.func @loops(%n: index, %step: index, %x: i1) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c1 to %n step %c1 {
    scf.for %a = %c1 to %n step %c1 {
    }
    scf.for %b = %c1 to %n step %c2 {
    }
    scf.for %c = %c1 to %n step %step {
    }
    %r = scf.while (%y = %x) : (i1) -> i1 {
      scf.condition(%y) %y : i1
    } do {
    ^bb0(%y: i1):
      scf.yield %x : i1
    }
  }
  return
}
