// RUN: tile-opt %s --scf-loop-unroll=unroll-factor=2 | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(scf-loop-unroll{unroll-factor=2 loop-depth=1}))' | FileCheck %s --check-prefix=INNER
// RUN: tile-opt %s --scf-loop-unroll=unroll-factor=-1 --remarks-filter='*unrolled' -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=FULL < %t
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(scf-loop-unroll{unroll-factor=2 annotate=true}))' | FileCheck %s --check-prefix=ANNOTATE
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(scf-loop-unroll{unroll-factor=2 unroll-full-threshold=4}))' | FileCheck %s --check-prefix=SHORT
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(scf-loop-unroll{unroll-factor=100 unroll-up-to-factor=true max-ops=15}))' --remarks-filter='*unrolled' -o /dev/null 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not tile-opt %s --scf-loop-unroll=unroll-factor=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tile-opt %s --scf-loop-unroll=unroll-full-threshold=-1 2>&1 | FileCheck %s --check-prefix=THRESHOLD
// RUN: not tile-opt %s --scf-loop-unroll=max-ops=-1 2>&1 | FileCheck %s --check-prefix=OPS
// RUN: not tile-opt %s --scf-loop-unroll=loop-depth=-2 2>&1 | FileCheck %s --check-prefix=DEPTH

// ZERO: error: 'builtin.module' op cannot unroll by 0: a factor is positive, or -1 for all
// THRESHOLD: error: 'builtin.module' op no loop has -1 iterations: unroll-full-threshold is not negative
// OPS: error: 'builtin.module' op no body has -1 ops: max-ops is not negative
// DEPTH: error: 'builtin.module' op no loop is in -2 others: loop-depth is 0 or more, or -1 for the innermost

// An even number of iterations.
// CHECK-LABEL: func.func @even(
// CHECK: %[[C2:.*]] = arith.constant 2 : index
// CHECK-NEXT: scf.for %[[I:.*]] = %c0 to %c4 step %[[C2]] {
// CHECK-NEXT: memref.store %x, %m[%[[I]]] : memref<?xf32>
// CHECK-NEXT: %[[K:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[W:.*]] = arith.muli %c1, %[[K]] : index
// CHECK-NEXT: %[[J:.*]] = arith.addi %[[I]], %[[W]] : index
// CHECK-NEXT: memref.store %x, %m[%[[J]]] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: return
// FULL-LABEL: func.func @even(
// FULL-NOT: scf.for
// FULL-COUNT-4: memref.store
// FULL-NOT: memref.store
// FULL: return
// SHORT-LABEL: func.func @even(
// SHORT-NOT: scf.for
// SHORT: return
// ANNOTATE-LABEL: func.func @even(
// ANNOTATE: memref.store {{.*}} {unrolled_iteration = 0 : ui32}
// ANNOTATE: memref.store {{.*}} {unrolled_iteration = 1 : ui32}
// REMARK: remark: is unrolled by 4 [unrolled]
// LARGE: remark: is unrolled by 4 [unrolled]
func.func @even(%m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// The odd one, with what was carried so far.
// CHECK-LABEL: func.func @odd(
// CHECK: %[[C15:.*]] = arith.constant 15 : i32
// CHECK: %[[C6:.*]] = arith.constant 6 : i32
// CHECK: %[[S:.*]] = scf.for %{{.*}} = %c3 to %[[C15]] step %[[C6]] iter_args(%[[A:.*]] = %x) -> (i32) : i32 {
// CHECK: scf.yield
// CHECK: }
// CHECK-NEXT: %[[R:.*]] = arith.addi %[[S]], %[[C15]] : i32
// CHECK-NEXT: return %[[R]] : i32
// SHORT-LABEL: func.func @odd(
// SHORT: scf.for
// LARGE: remark: is not unrolled: its body would be too large [not-unrolled]
func.func @odd(%x: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %c18 = arith.constant 18 : i32
  %r = scf.for %i = %c3 to %c18 step %c3 iter_args(%a = %x) -> (i32) : i32 {
    %b = arith.addi %a, %i : i32
    scf.yield %b : i32
  }
  return %r : i32
}

// A number of iterations that is not known: the larger bound, for the loop may not run at all.
// CHECK-LABEL: func.func @unknown(
// CHECK: %[[U:.*]] = arith.maxsi %ub, %lb : index
// CHECK-NEXT: %[[D:.*]] = arith.subi %[[U]], %lb : index
// CHECK: %[[T:.*]] = arith.divui %{{.*}}, %s : index
// CHECK: %[[L:.*]] = arith.remsi %[[T]], %{{.*}} : index
// CHECK: scf.for %{{.*}} = %lb to %[[E:.*]] step %{{.*}} {
// CHECK: scf.for %{{.*}} = %[[E]] to %ub step %s {
// FULL-LABEL: func.func @unknown(
// FULL: scf.for
// REMARK: remark: is not unrolled: how often it runs is not known [not-unrolled]
func.func @unknown(%lb: index, %ub: index, %s: index, %m: memref<?xf32>, %x: f32) {
  scf.for %i = %lb to %ub step %s {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// Only the outer loop, or the inner one.
// CHECK-LABEL: func.func @nested(
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %{{.*}} {
// CHECK-NEXT: scf.for %{{.*}} = %c0 to %c4 step %c1 {
// CHECK: }
// CHECK: scf.for %{{.*}} = %c0 to %c4 step %c1 {
// INNER-LABEL: func.func @nested(
// INNER: scf.for %{{.*}} = %c0 to %c4 step %c1 {
// INNER: %[[C2:.*]] = arith.constant 2 : index
// INNER: scf.for %{{.*}} = %c0 to %c4 step %[[C2]] {
func.func @nested(%m: memref<?x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// A step that would not fit, and unsigned bounds.
// CHECK-LABEL: func.func @stay(
// CHECK: scf.for %{{.*}} = %c0 to %c100 step %c90 : i8 {
// CHECK: scf.for unsigned %{{.*}} = %c0 to %c100 step %c1 : i8 {
// CHECK-NOT: scf.for
// CHECK: return
// REMARK: remark: is not unrolled: it counts unsigned numbers [not-unrolled]
func.func @stay(%m: memref<i8>) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c90 = arith.constant 90 : i8
  %c100 = arith.constant 100 : i8
  scf.for %i = %c0 to %c100 step %c90 : i8 {
    memref.store %i, %m[] : memref<i8>
  }
  scf.for unsigned %i = %c0 to %c100 step %c1 : i8 {
    memref.store %i, %m[] : memref<i8>
  }
  return
}
