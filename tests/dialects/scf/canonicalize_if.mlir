// RUN: tile-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s
// Conditionals that join.

// Conditions that are opposite.
// CHECK-LABEL: @opposite(
// CHECK-NEXT: %r, %s = scf.if %c -> (i32, i32) {
// CHECK-NEXT: %a = "test.a"() : () -> i32
// CHECK-NEXT: %b = "test.d"(%a) : (i32) -> i32
// CHECK-NEXT: scf.yield %a, %b : i32, i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %b = "test.b"() : () -> i32
// CHECK-NEXT: %a = "test.c"(%b) : (i32) -> i32
// CHECK-NEXT: scf.yield %b, %a : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %r, %s : i32, i32
func.func @opposite(%c: i1) -> (i32, i32) {
  %true = arith.constant true
  %n = arith.xori %c, %true : i1
  %r = scf.if %c -> (i32) {
    %a = "test.a"() : () -> i32
    scf.yield %a : i32
  } else {
    %b = "test.b"() : () -> i32
    scf.yield %b : i32
  }
  %s = scf.if %n -> (i32) {
    %a = "test.c"(%r) : (i32) -> i32
    scf.yield %a : i32
  } else {
    %b = "test.d"(%r) : (i32) -> i32
    scf.yield %b : i32
  }
  return %r, %s : i32, i32
}

// The second one brings an else.
// CHECK-LABEL: @brings_else(
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: "test.a"() : () -> ()
// CHECK-NEXT: "test.b"() : () -> ()
// CHECK-NEXT: } else {
// CHECK-NEXT: "test.c"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @brings_else(%c: i1) {
  scf.if %c {
    "test.a"() : () -> ()
  }
  scf.if %c {
    "test.b"() : () -> ()
  } else {
    "test.c"() : () -> ()
  }
  return
}

// What is yielded when the inner condition fails is what is yielded when the outer one does; the
// other result only asks the outer one.
// CHECK-LABEL: @nested_results(
// CHECK-NEXT: %[[V0:.*]] = arith.andi %a, %b : i1
// CHECK-NEXT: %[[V1:.*]] = arith.select %a, %y, %x : i32
// CHECK-NEXT: %r = scf.if %[[V0]] -> (i32) {
// CHECK-NEXT: %v = "test.value"() : () -> i32
// CHECK-NEXT: scf.yield %v : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %x : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %r, %[[V1]] : i32, i32
func.func @nested_results(%a: i1, %b: i1, %x: i32, %y: i32) -> (i32, i32) {
  %r:2 = scf.if %a -> (i32, i32) {
    %s = scf.if %b -> (i32) {
      %v = "test.value"() : () -> i32
      scf.yield %v : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %s, %y : i32, i32
  } else {
    scf.yield %x, %x : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// Here they differ.
// CHECK-LABEL: @nested_stays(
// CHECK-NEXT: %r = scf.if %a -> (i32) {
// CHECK-NEXT: %s = scf.if %b -> (i32) {
// CHECK-NEXT: %v = "test.value"() : () -> i32
// CHECK-NEXT: scf.yield %v : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %y : i32
// CHECK-NEXT: }
// CHECK-NEXT: scf.yield %s : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %x : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %r : i32
func.func @nested_stays(%a: i1, %b: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %a -> (i32) {
    %s = scf.if %b -> (i32) {
      %v = "test.value"() : () -> i32
      scf.yield %v : i32
    } else {
      scf.yield %y : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}

// The result is the condition, or its opposite.
// CHECK-LABEL: @bools(
// CHECK-NEXT: %[[V0:.*]] = arith.constant true
// CHECK-NEXT: %[[V1:.*]] = arith.xori %c, %[[V0]] : i1
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: "test.a"() : () -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return %c, %[[V1]] : i1, i1
func.func @bools(%c: i1) -> (i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %r:2 = scf.if %c -> (i1, i1) {
    "test.a"() : () -> ()
    scf.yield %true, %false : i1, i1
  } else {
    scf.yield %false, %true : i1, i1
  }
  return %r#0, %r#1 : i1, i1
}
