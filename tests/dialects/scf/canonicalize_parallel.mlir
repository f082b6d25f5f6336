// RUN: tile-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// Dimensions that run once.
// CHECK-LABEL: @once(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: scf.parallel (%i) = (%c0) to (%n) step (%c1) {
// CHECK-NEXT: memref.store %x, %m[%i, %c3, %c0] : memref<?x?x?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @once(%n: index, %x: f32, %m: memref<?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  scf.parallel (%i, %j, %k) = (%c0, %c3, %c0) to (%n, %c7, %c1) step (%c1, %c7, %c3) {
    memref.store %x, %m[%i, %j, %k] : memref<?x?x?xf32>
    scf.reduce
  }
  return
}

// All of them: what is reduced is combined with the initial value.
// CHECK-LABEL: @all_once(
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %v = "test.value"(%c0) : (index) -> f32
// CHECK-NEXT: %s = arith.addf %x, %v : f32
// CHECK-NEXT: return %s, %y : f32, i32
func.func @all_once(%x: f32, %y: i32) -> (f32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.parallel (%i) = (%c0) to (%c1) step (%c1) init (%x, %y) -> (f32, i32) {
    %v = "test.value"(%i) : (index) -> f32
    scf.reduce(%v, %y : f32, i32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%a: i32, %b: i32):
      scf.reduce.return %a : i32
    }
  }
  return %r#0, %r#1 : f32, i32
}

// One that never runs.
// CHECK-LABEL: @never(
// CHECK-NEXT: return %x : f32
func.func @never(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i, %j) = (%c0, %n) to (%c1, %n) step (%c1, %c1) init (%x) -> f32 {
    %v = "test.value"(%i) : (index) -> f32
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// CHECK-LABEL: @nested(
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: scf.parallel (%i, %j, %k) = (%c0, %c0, %c1) to (%n, %m, %n) step (%c1, %c1, %c1) {
// CHECK-NEXT: "test.use"(%i, %j, %k) : (index, index, index) -> ()
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @nested(%n: index, %m: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j, %k) = (%c0, %c1) to (%m, %n) step (%c1, %c1) {
      "test.use"(%i, %j, %k) : (index, index, index) -> ()
      scf.reduce
    }
    scf.reduce
  }
  return
}

// The inner bounds depend on the outer counter.
// CHECK-LABEL: @triangle(
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: scf.parallel (%i) = (%c0) to (%n) step (%c1) {
// CHECK-NEXT: scf.parallel (%j) = (%c0) to (%i) step (%c1) {
// CHECK-NEXT: "test.use"(%i, %j) : (index, index) -> ()
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @triangle(%n: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%i) step (%c1) {
      "test.use"(%i, %j) : (index, index) -> ()
      scf.reduce
    }
    scf.reduce
  }
  return
}
