// RUN: tile-opt %s --scf-parallel-for-to-nested-fors | FileCheck %s
// RUN: interp-run %s | FileCheck %s --check-prefix=VALUE
// RUN: tile-opt %s --scf-parallel-for-to-nested-fors | interp-run - | FileCheck %s --check-prefix=VALUE

// One loop a dimension, the first outermost; inner grids become loops, too.
// CHECK-LABEL: func.func private @fill
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N:.*]] step
// CHECK-NEXT: scf.for %[[J:.*]] = %[[I]] to %[[N]] step
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %[[I]] step
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[I]], %[[K]]]
// CHECK: scf.for %[[A:.*]] =
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.store %[[I]], %{{.*}}[%[[A]], %[[I]]]
func.func private @fill(%m: memref<3x3xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%i) to (%n) step (%c1) {
      %s = arith.addi %i, %j : index
      memref.store %s, %m[%i, %j] : memref<3x3xindex>
    }
    scf.parallel (%k) = (%c0) to (%i) step (%c1) {
      %p = arith.muli %i, %k : index
      memref.store %p, %m[%i, %k] : memref<3x3xindex>
    }
    scf.parallel (%k, %l) = (%c0, %c0) to (%c1, %c1) step (%c1, %c1) {
      memref.store %i, %m[%k, %i] : memref<3x3xindex>
    }
  }
  return
}

// What reduces stays.
// CHECK-LABEL: func.func @main
// CHECK: scf.parallel
// CHECK: scf.reduce
// VALUE: @main: 2 : index, 2 : index, 6 : index
func.func @main() -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<3x3xindex>
  func.call @fill(%m, %c3) : (memref<3x3xindex>, index) -> ()
  %x = memref.load %m[%c0, %c2] : memref<3x3xindex>
  %y = memref.load %m[%c2, %c1] : memref<3x3xindex>
  %sum = scf.parallel (%i) = (%c1) to (%c3) step (%c1) init (%c0) -> index {
    %a = memref.load %m[%i, %i] : memref<3x3xindex>
    scf.reduce(%a : index) {
    ^bb0(%l: index, %r: index):
      %v = arith.addi %l, %r : index
      scf.reduce.return %v : index
    }
  }
  memref.dealloc %m : memref<3x3xindex>
  return %x, %y, %sum : index, index, index
}
