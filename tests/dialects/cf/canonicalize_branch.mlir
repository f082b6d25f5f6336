// RUN: tile-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// The condition was decided on the way.
// CHECK-LABEL: @decided(
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "test.true"() : () -> ()
// CHECK-NEXT: "test.a"() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "test.false"() : () -> ()
// CHECK-NEXT: "test.b"() : () -> ()
// CHECK-NEXT: return
func.func @decided(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.true"() : () -> ()
  cf.cond_br %c, ^bb3, ^bb4
^bb2:
  "test.false"() : () -> ()
  cf.cond_br %c, ^bb3, ^bb4
^bb3:
  "test.a"() : () -> ()
  return
^bb4:
  "test.b"() : () -> ()
  return
}

// Others go to the target, too, so nothing is selected.
// CHECK-LABEL: @not_selected(
// CHECK-NEXT: cf.cond_br %d, ^bb1, ^bb2(%x : i32)
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "test.a"() : () -> ()
// CHECK-NEXT: cf.cond_br %c, ^bb2(%x : i32), ^bb2(%y : i32)
// CHECK-NEXT: ^bb2(%r: i32):  // 3 preds: ^bb0, ^bb1, ^bb1
// CHECK-NEXT: return %r : i32
func.func @not_selected(%c: i1, %d: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %d, ^bb1, ^bb2(%x : i32)
^bb1:
  "test.a"() : () -> ()
  cf.cond_br %c, ^bb2(%x : i32), ^bb2(%y : i32)
^bb2(%r: i32):
  return %r : i32
}

// Branches that lead nowhere but in a circle.
// CHECK-LABEL: @circle(
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb3
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: cf.br ^bb2
// CHECK-NEXT: ^bb2:  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: cf.br ^bb2
// CHECK-NEXT: ^bb3:  // pred: ^bb0
// CHECK-NEXT: "test.a"() : () -> ()
// CHECK-NEXT: return
func.func @circle(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb4
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb3
^bb3:
  cf.br ^bb2
^bb4:
  "test.a"() : () -> ()
  return
}

// CHECK-LABEL: @asserts(
// CHECK-NEXT: %false = arith.constant false
// CHECK-NEXT: cf.assert %false, "never holds"
// CHECK-NEXT: cf.assert %c, "may hold"
// CHECK-NEXT: return
func.func @asserts(%c: i1) {
  %true = arith.constant true
  %false = arith.constant false
  cf.assert %true, "holds"
  cf.assert %false, "never holds"
  cf.assert %c, "may hold"
  return
}

// A way that is never taken.
// CHECK-LABEL: @unreachable(
// CHECK-NEXT: "test.a"(%x) : (i32) -> ()
// CHECK-NEXT: return
func.func @unreachable(%c: i1, %x: i32) {
  cf.cond_br %c, ^bb1, ^bb2(%x : i32)
^bb1:
  ub.unreachable
^bb2(%y: i32):
  "test.a"(%y) : (i32) -> ()
  return
}
