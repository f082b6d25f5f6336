// RUN: tile-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// The case of a constant.
// CHECK-LABEL: @constant(
// CHECK-NEXT: return %y : i32
func.func @constant(%x: i32, %y: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  cf.switch %c7 : i32, [
    default: ^bb1(%x : i32),
    7: ^bb1(%y : i32)
  ]
^bb1(%r: i32):
  return %r : i32
}

// Cases that go where the default goes.
// CHECK-LABEL: @like_default(
// CHECK-NEXT: cf.switch %f : i8, [
// CHECK-NEXT: default: ^bb1(%x : i32),
// CHECK-NEXT: 2: ^bb2
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%a: i32):  // pred: ^bb0
// CHECK-NEXT: "test.a"(%a) : (i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "test.b"() : () -> ()
// CHECK-NEXT: return
func.func @like_default(%f: i8, %x: i32) {
  cf.switch %f : i8, [
    default: ^bb1(%x : i32),
    -1: ^bb1(%x : i32),
    2: ^bb2
  ]
^bb1(%a: i32):
  "test.a"(%a) : (i32) -> ()
  return
^bb2:
  "test.b"() : () -> ()
  return
}

// Blocks that only branch on.
// CHECK-LABEL: @through(
// CHECK-NEXT: cf.switch %f : i32, [
// CHECK-NEXT: default: ^bb1(%x : i32),
// CHECK-NEXT: 1: ^bb2(%x, %y : i32, i32),
// CHECK-NEXT: 2: ^bb1(%y : i32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%b: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT: "test.b"(%b) : (i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb2(%c: i32, %d: i32):  // pred: ^bb0
// CHECK-NEXT: "test.d"(%c, %d) : (i32, i32) -> ()
// CHECK-NEXT: return
func.func @through(%f: i32, %x: i32, %y: i32) {
  cf.switch %f : i32, [
    default: ^bb1,
    1: ^bb2(%x : i32),
    2: ^bb3(%y : i32)
  ]
^bb1:
  cf.br ^bb3(%x : i32)
^bb2(%a: i32):
  cf.br ^bb4(%a, %y : i32, i32)
^bb3(%b: i32):
  "test.b"(%b) : (i32) -> ()
  return
^bb4(%c: i32, %d: i32):
  "test.d"(%c, %d) : (i32, i32) -> ()
  return
}

// Where case 1 was taken, the flag is 1; where the default was taken, it is neither 1 nor 2.
// CHECK-LABEL: @decided(
// CHECK-NEXT: cf.switch %f : i32, [
// CHECK-NEXT: default: ^bb1,
// CHECK-NEXT: 1: ^bb2,
// CHECK-NEXT: 2: ^bb5
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "test.default"() : () -> ()
// CHECK-NEXT: cf.switch %f : i32, [
// CHECK-NEXT: default: ^bb3,
// CHECK-NEXT: 3: ^bb4
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "test.one"() : () -> ()
// CHECK-NEXT: "test.b"() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT: "test.a"() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb4:  // pred: ^bb1
// CHECK-NEXT: "test.c"() : () -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb5:  // pred: ^bb0
// CHECK-NEXT: "test.d"() : () -> ()
// CHECK-NEXT: return
func.func @decided(%f: i32) {
  cf.switch %f : i32, [
    default: ^bb1,
    1: ^bb2,
    2: ^bb6
  ]
^bb1:
  "test.default"() : () -> ()
  cf.switch %f : i32, [
    default: ^bb3,
    1: ^bb4,
    3: ^bb5
  ]
^bb2:
  "test.one"() : () -> ()
  cf.switch %f : i32, [
    default: ^bb3,
    1: ^bb4,
    3: ^bb5
  ]
^bb3:
  "test.a"() : () -> ()
  return
^bb4:
  "test.b"() : () -> ()
  return
^bb5:
  "test.c"() : () -> ()
  return
^bb6:
  "test.d"() : () -> ()
  return
}

// Arguments that are always one value go, with what is handed to them.
// CHECK-LABEL: @arguments(
// CHECK-NEXT: cf.switch %f : i32, [
// CHECK-NEXT: default: ^bb1(%x, %y : i32, i32),
// CHECK-NEXT: 1: ^bb1(%y, %y : i32, i32),
// CHECK-NEXT: 2: ^bb2(%x : i32)
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1(%a: i32, %b: i32):  // 2 preds: ^bb0, ^bb0
// CHECK-NEXT: "test.a"(%a, %b) : (i32, i32) -> ()
// CHECK-NEXT: return
// CHECK-NEXT: ^bb2(%c: i32):  // pred: ^bb0
// CHECK-NEXT: "test.b"(%c) : (i32) -> ()
// CHECK-NEXT: return
func.func @arguments(%f: i32, %x: i32, %y: i32) {
  cf.switch %f : i32, [
    default: ^bb1(%x, %y : i32, i32),
    1: ^bb1(%y, %y : i32, i32),
    2: ^bb2(%x, %x : i32, i32)
  ]
^bb1(%a: i32, %b: i32):
  "test.a"(%a, %b) : (i32, i32) -> ()
  return
^bb2(%c: i32, %d: i32):
  "test.b"(%c) : (i32) -> ()
  return
}
