// RUN: tile-opt %s --scf-for-loop-range-folding | FileCheck %s
// RUN: tile-opt %s --scf-for-loop-range-folding=exact | FileCheck %s --check-prefix=EXACT

// A sum moves the bounds, a product the step as well; one after the other.
// CHECK-LABEL: @both
// CHECK-SAME: (%[[M:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[D:.*]]: index)
// CHECK: %[[A:.*]] = arith.addi %[[D]], %c0
// CHECK: %[[B:.*]] = arith.addi %[[D]], %[[N]]
// CHECK: %[[L:.*]] = arith.muli %[[A]], %c4
// CHECK: %[[U:.*]] = arith.muli %[[B]], %c4
// CHECK: %[[S:.*]] = arith.muli %c1, %c4
// CHECK: scf.for %[[I:.*]] = %[[L]] to %[[U]] step %[[S]]
// CHECK-NEXT: memref.load %[[M]][%[[I]]]
// EXACT-LABEL: @both
// EXACT: scf.for
// EXACT: arith.addi
func.func @both(%m: memref<?xf32>, %n: index, %d: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = arith.addi %d, %i : index
    %b = arith.muli %a, %c4 : index
    %x = memref.load %m[%b] : memref<?xf32>
  }
  return
}

// All is known, and a promise about wrapping need not hold of the upper bound.
// CHECK-LABEL: @known
// EXACT-LABEL: @known
// EXACT-NOT: arith.addi
// EXACT: scf.for %[[I:.*]] =
// EXACT-NEXT: memref.load %{{.*}}[%[[I]]]
func.func @known(%m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %a = arith.addi %i, %c4 overflow<nsw> : index
    %x = memref.load %m[%a] : memref<?xf32>
  }
  return
}

// The counter is needed, too; what it is added to is made inside; a factor turns the loop around;
// a bound wraps.
// CHECK-LABEL: @stay
// CHECK: scf.for
// CHECK: arith.addi
// CHECK: scf.for
// CHECK: arith.addi
// CHECK: scf.for
// CHECK: arith.muli
// CHECK: scf.for
// CHECK: arith.addi
func.func @stay(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %down = arith.constant -1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = arith.addi %i, %n : index
    %x = memref.load %m[%a] : memref<?xf32>
    memref.store %x, %m[%i] : memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %inside = memref.dim %m, %c0 : memref<?xf32>
    %a = arith.addi %i, %inside : index
    %x = memref.load %m[%a] : memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %a = arith.muli %i, %down : index
    %x = memref.load %m[%a] : memref<?xf32>
  }
  %lo = arith.constant 0 : i8
  %hi = arith.constant 100 : i8
  %one = arith.constant 1 : i8
  %more = arith.constant 50 : i8
  scf.for %i = %lo to %hi step %one : i8 {
    %a = arith.addi %i, %more : i8
    %x = arith.index_cast %a : i8 to index
    %y = memref.load %m[%x] : memref<?xf32>
  }
  return
}
