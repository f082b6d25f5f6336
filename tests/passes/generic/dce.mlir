// RUN: tile-opt %s --dce | FileCheck %s

// CHECK-LABEL: func.func @chain
// CHECK-NEXT: return
func.func @chain(%a: i32) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %0 : i32
  return
}

// A loop that does nothing is dead; one that stores is not.
// CHECK-LABEL: func.func @loops
// CHECK: scf.for
// CHECK-NEXT: memref.store
// CHECK: }
// CHECK-NOT: scf.for
// CHECK: return
func.func @loops(%n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %i, %m[%i] : memref<?xindex>
  }
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.addi %i, %i : index
  }
  return
}

// Blocks that nothing reaches go, also when they use each other's values.
// CHECK-LABEL: func.func @unreachable
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @unreachable() {
  return
^bb1(%x: i32):
  %0 = arith.addi %x, %x : i32
  cf.br ^bb2
^bb2:
  %1 = arith.muli %0, %0 : i32
  cf.br ^bb1(%1 : i32)
}
