// RUN: tile-opt %s --scf-for-to-while | FileCheck %s --check-prefix=WHILE
// RUN: tile-opt %s --scf-forall-to-for | FileCheck %s --check-prefix=FOR
// RUN: tile-opt %s --scf-forall-to-parallel | FileCheck %s --check-prefix=PARALLEL
// RUN: interp-run %s | FileCheck %s --check-prefix=DOES
// RUN: tile-opt %s --scf-for-to-while | interp-run - | FileCheck %s --check-prefix=DOES
// RUN: tile-opt %s --scf-forall-to-for | interp-run - | FileCheck %s --check-prefix=DOES
// RUN: tile-opt %s --scf-forall-to-for --scf-for-to-while --convert-scf-to-cf | interp-run - | FileCheck %s --check-prefix=DOES
// RUN: tile-opt %s --scf-forall-to-parallel | interp-run - | FileCheck %s --check-prefix=DOES
// RUN: tile-opt %s --convert-scf-to-cf | interp-run - | FileCheck %s --check-prefix=DOES
// Loops of one kind as loops of another: they do the same.

// WHILE-LABEL: @counts
// WHILE: %[[R:.*]]:2 = scf.while (%i = %c1, %a = %x) : (index, i32) -> (index, i32) {
// WHILE-NEXT: %[[C:.*]] = arith.cmpi slt, %i, %c9 : index
// WHILE-NEXT: scf.condition(%[[C]]) %i, %a : index, i32
// WHILE-NEXT: } do {
// WHILE-NEXT: ^bb0(%i: index, %a: i32):
// WHILE-NEXT: %[[N:.*]] = arith.addi %i, %c2 : index
// WHILE: scf.yield %[[N]], %c : index, i32
// WHILE-NEXT: } attributes {some.name}
// WHILE: scf.while (%j = %low) : (i8) -> i8 {
// WHILE-NEXT: arith.cmpi ult, %j, %high : i8
// WHILE: return %[[R]]#1,
// DOES: @counts: 116 : i32, 2 : i32
func.func @counts() -> (i32, i32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %x = arith.constant 100 : i32
  %r = scf.for %i = %c1 to %c9 step %c2 iter_args(%a = %x) -> (i32) {
    %b = arith.index_cast %i : index to i32
    %c = arith.addi %a, %b : i32
    scf.yield %c : i32
  } {some.name}
  %low = arith.constant 100 : i8
  %high = arith.constant -56 : i8
  %step = arith.constant 60 : i8
  %m = memref.alloc() : memref<1xi32>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  memref.store %zero, %m[%c0] : memref<1xi32>
  scf.for unsigned %j = %low to %high step %step : i8 {
    %n = memref.load %m[%c0] : memref<1xi32>
    %o = arith.addi %n, %one : i32
    memref.store %o, %m[%c0] : memref<1xi32>
  }
  %s = memref.load %m[%c0] : memref<1xi32>
  return %r, %s : i32, i32
}

// FOR-LABEL: @grid
// FOR: scf.for %i = %{{.*}} to %n step %{{.*}} {
// FOR-NEXT: scf.for %j = %{{.*}} to %{{.*}} step %{{.*}} {
// FOR: scf.for %k = %{{.*}} to %{{.*}} step %{{.*}} {
// FOR-NOT: scf.forall
// PARALLEL-LABEL: @grid
// PARALLEL: scf.parallel (%i, %j) = (%{{.*}}, %{{.*}}) to (%n, %{{.*}}) step (%{{.*}}, %{{.*}}) {
// PARALLEL: scf.parallel (%k) =
// PARALLEL: scf.reduce
// PARALLEL: scf.reduce
// PARALLEL-NEXT: } {mapping = ["y", "x"]}
// PARALLEL: return %t,
// DOES: @grid: [1, 2] : tensor<2xi32>, 45 : index
func.func @grid() -> (tensor<2xi32>, index) {
  %t = arith.constant dense<[1, 2]> : tensor<2xi32>
  %c0 = arith.constant 0 : index
  %n = arith.constant 4 : index
  %m = memref.alloc() : memref<1xindex>
  memref.store %c0, %m[%c0] : memref<1xindex>
  scf.forall (%i, %j) = (1, 0) to (%n, 3) step (1, 1) {
    scf.forall (%k) in (2) {
      %a = memref.load %m[%c0] : memref<1xindex>
      %b = arith.addi %a, %i : index
      %c = arith.addi %b, %k : index
      memref.store %c, %m[%c0] : memref<1xindex>
    }
  } {mapping = ["y", "x"]}
  %r = scf.forall (%i) in (2) shared_outs(%o = %t) -> (tensor<2xi32>) {
    scf.forall.in_parallel {
    }
  }
  %s = memref.load %m[%c0] : memref<1xindex>
  return %r, %s : tensor<2xi32>, index
}
