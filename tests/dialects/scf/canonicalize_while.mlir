// RUN: tile-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// In the body the condition held.
// CHECK-LABEL: @true_inside(
// CHECK-NEXT: %held = arith.constant true
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: %c = "test.go"() : () -> i1
// CHECK-NEXT: scf.condition(%c)
// CHECK-NEXT: } do {
// CHECK-NEXT: "test.use"(%held) : (i1) -> ()
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @true_inside() {
  scf.while : () -> i1 {
    %c = "test.go"() : () -> i1
    scf.condition(%c) %c : i1
  } do {
  ^bb0(%held: i1):
    "test.use"(%held) : (i1) -> ()
    scf.yield
  }
  return
}

// So did the comparison that it is, and not its opposite.
// CHECK-LABEL: @known_compare(
// CHECK-NEXT: %opposite = arith.constant false
// CHECK-NEXT: %same = arith.constant true
// CHECK-NEXT: %r = scf.while : () -> i32 {
// CHECK-NEXT: %x = "test.value"() : () -> i32
// CHECK-NEXT: %c = arith.cmpi slt, %x, %n : i32
// CHECK-NEXT: scf.condition(%c) %x : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%x: i32):
// CHECK-NEXT: %other = arith.cmpi eq, %x, %n : i32
// CHECK-NEXT: "test.use"(%same, %opposite, %other) : (i1, i1, i1) -> ()
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @known_compare(%n: i32) {
  %r = scf.while : () -> i32 {
    %x = "test.value"() : () -> i32
    %c = arith.cmpi slt, %x, %n : i32
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%x: i32):
    %same = arith.cmpi slt, %x, %n : i32
    %opposite = arith.cmpi sge, %x, %n : i32
    %other = arith.cmpi eq, %x, %n : i32
    "test.use"(%same, %opposite, %other) : (i1, i1, i1) -> ()
    scf.yield
  }
  return
}

// Handed over in another order than they are carried in.
// CHECK-LABEL: @align(
// CHECK-NEXT: %[[V0:.*]] = scf.while (%a = %x) : (i32) -> i32 {
// CHECK-NEXT: %c = "test.go"(%a, %y) : (i32, f32) -> i1
// CHECK-NEXT: scf.condition(%c) %a : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%a: i32):
// CHECK-NEXT: %d = "test.next"(%a) : (i32) -> i32
// CHECK-NEXT: scf.yield %d : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %y, %[[V0]] : f32, i32
func.func @align(%x: i32, %y: f32) -> (f32, i32) {
  %r:2 = scf.while (%a = %x, %b = %y) : (i32, f32) -> (f32, i32) {
    %c = "test.go"(%a, %b) : (i32, f32) -> i1
    scf.condition(%c) %b, %a : f32, i32
  } do {
  ^bb0(%b: f32, %a: i32):
    %d = "test.next"(%a) : (i32) -> i32
    scf.yield %d, %b : i32, f32
  }
  return %r#0, %r#1 : f32, i32
}

// What is done only when the loop goes on moves to the body, with what it uses.
// CHECK-LABEL: @if_down(
// CHECK-NEXT: %[[V0:.*]]:2 = scf.while (%a = %x) : (i32) -> (i32, i32) {
// CHECK-NEXT: %v = "test.value"(%a) : (i32) -> i32
// CHECK-NEXT: %c = "test.go"(%a) : (i32) -> i1
// CHECK-NEXT: scf.condition(%c) %a, %v : i32, i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%a: i32, %arg0: i32):
// CHECK-NEXT: %t = "test.work"(%arg0, %a) : (i32, i32) -> i32
// CHECK-NEXT: %b = "test.next"(%t, %a) : (i32, i32) -> i32
// CHECK-NEXT: scf.yield %b : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %y : i32
func.func @if_down(%x: i32, %y: i32) -> i32 {
  %r:2 = scf.while (%a = %x) : (i32) -> (i32, i32) {
    %v = "test.value"(%a) : (i32) -> i32
    %c = "test.go"(%a) : (i32) -> i1
    %s = scf.if %c -> (i32) {
      %t = "test.work"(%v, %a) : (i32, i32) -> i32
      scf.yield %t : i32
    } else {
      scf.yield %y : i32
    }
    scf.condition(%c) %s, %a : i32, i32
  } do {
  ^bb0(%s: i32, %a: i32):
    %b = "test.next"(%s, %a) : (i32, i32) -> i32
    scf.yield %b : i32
  }
  return %r#0 : i32
}

// The conditional gives a value of the first region as it is.
// CHECK-LABEL: @if_down_same_value(
// CHECK-NEXT: %[[V0:.*]] = scf.while (%a = %x) : (i32) -> i32 {
// CHECK-NEXT: %v = "test.value"(%a) : (i32) -> i32
// CHECK-NEXT: %c = "test.go"(%a) : (i32) -> i1
// CHECK-NEXT: scf.condition(%c) %v : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%arg0: i32):
// CHECK-NEXT: "test.work"() : () -> ()
// CHECK-NEXT: scf.yield %arg0 : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %y : i32
func.func @if_down_same_value(%x: i32, %y: i32) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %v = "test.value"(%a) : (i32) -> i32
    %c = "test.go"(%a) : (i32) -> i1
    %s = scf.if %c -> (i32) {
      "test.work"() : () -> ()
      scf.yield %v : i32
    } else {
      scf.yield %y : i32
    }
    scf.condition(%c) %s : i32
  } do {
  ^bb0(%s: i32):
    scf.yield %s : i32
  }
  return %r : i32
}
