// RUN: tile-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Bounds become numbers, and dimensions that run once go.
// CHECK-LABEL: @bounds(
// CHECK-NEXT: %j = arith.constant 1 : index
// CHECK-NEXT: scf.forall (%i, %k) in (%n, 8) {
// CHECK-NEXT: "test.use"(%i, %j, %k) : (index, index, index) -> ()
// CHECK-NEXT: } {some.name}
// CHECK-NEXT: return
func.func @bounds(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.forall (%i, %j, %k) = (%c0, %c1, 0) to (%n, %c8, %c8) step (%c1, 7, %c1) {
    "test.use"(%i, %j, %k) : (index, index, index) -> ()
  } {some.name}
  return
}

// Dimensions that are for processing units stay; their counter is known all the same.
// CHECK-LABEL: @mapped(
// CHECK-NEXT: %i = arith.constant 0 : index
// CHECK-NEXT: scf.forall (%i_0, %j) in (1, 4) {
// CHECK-NEXT: "test.use"(%i, %j) : (index, index) -> ()
// CHECK-NEXT: } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
// CHECK-NEXT: return
func.func @mapped() {
  scf.forall (%i, %j) in (1, 4) {
    "test.use"(%i, %j) : (index, index) -> ()
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  return
}

// CHECK-LABEL: @once(
// CHECK-NEXT: %i = arith.constant 5 : index
// CHECK-NEXT: "test.use"(%i) : (index) -> ()
// CHECK-NEXT: return
func.func @once() {
  scf.forall (%i) = (5) to (6) step (1) {
    "test.use"(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: @never(
// CHECK-NEXT: return %t : tensor<4xf32>
func.func @never(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (0) shared_outs(%o = %t) -> (tensor<4xf32>) {
    %v = "test.value"(%i) : (index) -> tensor<1xf32>
    scf.forall.in_parallel {
      "test.combine"(%v, %o, %i) : (tensor<1xf32>, tensor<4xf32>, index) -> ()
    }
  }
  return %r : tensor<4xf32>
}

// An output that is never written, and one whose result nobody uses.
// CHECK-LABEL: @unchanged(
// CHECK-NEXT: %[[V0:.*]] = scf.forall (%i) in (%n) shared_outs(%p = %t) -> (tensor<4xf32>) {
// CHECK-NEXT: %v = "test.value"(%t, %t) : (tensor<4xf32>, tensor<4xf32>) -> tensor<1xf32>
// CHECK-NEXT: scf.forall.in_parallel {
// CHECK-NEXT: "test.combine"(%v, %p, %i) : (tensor<1xf32>, tensor<4xf32>, index) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return %t, %[[V0]] : tensor<4xf32>, tensor<4xf32>
func.func @unchanged(%t: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:3 = scf.forall (%i) in (%n) shared_outs(%o = %t, %p = %t, %q = %t) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %v = "test.value"(%o, %q) : (tensor<4xf32>, tensor<4xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      "test.combine"(%v, %p, %i) : (tensor<1xf32>, tensor<4xf32>, index) -> ()
      "test.combine"(%v, %q, %i) : (tensor<1xf32>, tensor<4xf32>, index) -> ()
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// The least number means an operand among the others, so it stays one.
// CHECK-LABEL: @least(
// CHECK: %[[LEAST:.*]] = arith.constant -9223372036854775808 : index
// CHECK: scf.forall (%{{.*}}) = (%[[LEAST]]) to (8) step (1)
func.func @least() {
  %least = arith.constant -9223372036854775808 : index
  %c8 = arith.constant 8 : index
  scf.forall (%i) = (%least) to (%c8) step (1) {
    "test.use"(%i) : (index) -> ()
  }
  return
}
