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

// Out of both regions of a while.
// CHECK-LABEL: func.func @while
// CHECK-NEXT: %[[N:.*]] = arith.addi %a, %a : i32
// CHECK-NEXT: %[[S:.*]] = arith.muli %a, %a : i32
// CHECK-NEXT: scf.while
// CHECK-NEXT: arith.cmpi slt, %{{.*}}, %[[N]] : i32
// CHECK-NEXT: scf.condition
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.addi %{{.*}}, %[[S]] : i32
func.func @while(%a: i32) -> i32 {
  %r = scf.while (%x = %a) : (i32) -> i32 {
    %n = arith.addi %a, %a : i32
    %c = arith.cmpi slt, %x, %n : i32
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%x: i32):
    %s = arith.muli %a, %a : i32
    %y = arith.addi %x, %s : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// A division by a constant cannot fail; a conditional and a loop that counts by one end, a loop of
// another step or one that waits for a condition may not.
// CHECK-LABEL: func.func @speculation
// CHECK: %[[Q:.*]] = arith.divsi %a, %c7 : index
// CHECK-NEXT: %[[C:.*]] = scf.if
// CHECK: scf.for %{{.*}} step %c1 iter_args
// CHECK: scf.for %{{.*}} step %c1 {
// CHECK-NEXT: arith.divsi %a, %cm1
// CHECK-NEXT: arith.remui %a, %n
// CHECK-NEXT: scf.for %{{.*}} step %c7
// CHECK: scf.while
func.func @speculation(%a: index, %n: index, %c: i1, %m: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %cm1 = arith.constant -1 : index
  scf.for %i = %c0 to %n step %c1 {
    %q = arith.divsi %a, %c7 : index
    %s = arith.divsi %a, %cm1 : index
    %t = arith.remui %a, %n : index
    %u = scf.if %c -> (index) {
      %x = arith.addi %a, %q : index
      scf.yield %x : index
    } else {
      scf.yield %a : index
    }
    %v = scf.for %j = %c0 to %n step %c1 iter_args(%x = %u) -> (index) {
      %y = arith.addi %x, %j : index
      scf.yield %y : index
    }
    %w = scf.for %j = %c0 to %n step %c7 iter_args(%x = %v) -> (index) {
      %y = arith.addi %x, %j : index
      scf.yield %y : index
    }
    %z = scf.while (%x = %w) : (index) -> index {
      %go = arith.cmpi ult, %x, %n : index
      scf.condition(%go) %x : index
    } do {
    ^bb0(%x: index):
      scf.yield %x : index
    }
    memref.store %z, %m[%s] : memref<?xindex>
    memref.store %t, %m[%i] : memref<?xindex>
  }
  return
}
