// RUN: tile-opt %s --loop-invariant-code-motion | FileCheck %s
// RUN: tile-opt %s --licm | FileCheck %s

// What depends on no induction variable leaves both loops; what depends on the outer one's leaves
// the inner loop. A division may trap and stays.
// CHECK-LABEL: func.func @nest
// CHECK: %[[X:.*]] = arith.addi %[[A:.*]], %[[A]] : index
// CHECK-NEXT: scf.for %[[I:.*]] =
// CHECK-NEXT: %[[Y:.*]] = arith.muli %[[X]], %[[I]]
// CHECK-NEXT: scf.for
// CHECK-NEXT: arith.divsi
// CHECK-NEXT: arith.addi
// CHECK-NEXT: memref.store
func.func @nest(%a: index, %n: index, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %x = arith.addi %a, %a : index
      %y = arith.muli %x, %i : index
      %q = arith.divsi %a, %n : index
      %z = arith.addi %y, %q : index
      memref.store %z, %m[%j] : memref<?xindex>
    }
  }
  return
}
