// RUN: tile-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s
// What goes in and out of regions.

// A cycle of carried values that all start as %x and only change places.
// CHECK-LABEL: @cycle(
// CHECK-NEXT: %[[V0:.*]] = scf.for %i = %lb to %ub step %st iter_args(%c = %y) -> (i32) {
// CHECK-NEXT: %d = arith.addi %c, %x : i32
// CHECK-NEXT: scf.yield %d : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %x, %[[V0]] : i32, i32
func.func @cycle(%lb: index, %ub: index, %st: index, %x: i32, %y: i32) -> (i32, i32) {
  %r:3 = scf.for %i = %lb to %ub step %st iter_args(%a = %x, %b = %x, %c = %y) -> (i32, i32, i32) {
    %d = arith.addi %c, %a : i32
    scf.yield %b, %a, %d : i32, i32, i32
  }
  return %r#0, %r#2 : i32, i32
}

// The value comes from the body, so it stays.
// CHECK-LABEL: @from_inside(
// CHECK-NEXT: %r = scf.if %c -> (i32) {
// CHECK-NEXT: %a = "test.value"() : () -> i32
// CHECK-NEXT: scf.yield %a : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %b = "test.value"() : () -> i32
// CHECK-NEXT: scf.yield %b : i32
// CHECK-NEXT: }
// CHECK-NEXT: %s = arith.addi %r, %r : i32
// CHECK-NEXT: return %s : i32
func.func @from_inside(%c: i1, %x: i32) -> i32 {
  %r:2 = scf.if %c -> (i32, i32) {
    %a = "test.value"() : () -> i32
    scf.yield %a, %a : i32, i32
  } else {
    %b = "test.value"() : () -> i32
    scf.yield %b, %b : i32, i32
  }
  %s = arith.addi %r#0, %r#1 : i32
  return %s : i32
}

// Nobody uses what the condition hands over or what is carried.
// CHECK-LABEL: @while_unused(
// CHECK-NEXT: scf.while : () -> () {
// CHECK-NEXT: %c = "test.go"(%x) : (i32) -> i1
// CHECK-NEXT: %v = "test.value"() : () -> i32
// CHECK-NEXT: scf.condition(%c)
// CHECK-NEXT: } do {
// CHECK-NEXT: "test.use"(%y) : (i32) -> ()
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return %x : i32
func.func @while_unused(%x: i32, %y: i32) -> i32 {
  %r:3 = scf.while (%a = %x, %b = %y) : (i32, i32) -> (i32, i32, i32) {
    %c = "test.go"(%a) : (i32) -> i1
    %v = "test.value"() : () -> i32
    scf.condition(%c) %a, %v, %y : i32, i32, i32
  } do {
  ^bb0(%p: i32, %q: i32, %s: i32):
    "test.use"(%s) : (i32) -> ()
    scf.yield %p, %q : i32, i32
  }
  return %r#0 : i32
}

// One result is the same whatever is chosen, one is used by nobody.
// CHECK-LABEL: @switch_results(
// CHECK-NEXT: %[[V0:.*]] = scf.index_switch %i -> i32
// CHECK-NEXT: case 1 {
// CHECK-NEXT: %a = "test.value"() : () -> i32
// CHECK-NEXT: scf.yield %a : i32
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT: %b = "test.value"() : () -> i32
// CHECK-NEXT: scf.yield %b : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %x, %[[V0]] : i32, i32
func.func @switch_results(%i: index, %x: i32) -> (i32, i32) {
  %r:3 = scf.index_switch %i -> i32, i32, i32
  case 1 {
    %a = "test.value"() : () -> i32
    scf.yield %x, %a, %a : i32, i32, i32
  }
  default {
    %b = "test.value"() : () -> i32
    scf.yield %x, %b, %x : i32, i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// Of a region that must stay.
// CHECK-LABEL: @region_results(
// CHECK-NEXT: scf.execute_region no_inline {
// CHECK-NEXT: %a = "test.value"() : () -> i32
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return %x : i32
func.func @region_results(%x: i32) -> i32 {
  %r:2 = scf.execute_region -> (i32, i32) no_inline {
    %a = "test.value"() : () -> i32
    scf.yield %x, %a : i32, i32
  }
  return %r#0 : i32
}
