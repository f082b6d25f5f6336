// RUN: tile-opt %s --allow-unregistered-dialect --sccp -split-input-file | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(func.func(sccp))' -split-input-file | FileCheck %s --check-prefix=FUNC

// Folds on constants, and the constants united at the start.
// CHECK-LABEL: @chain
// CHECK: %[[C:.*]] = arith.constant 12 : i32
// CHECK-NOT: muli
// CHECK: return %[[C]]
func.func @chain() -> i32 {
  %a = arith.constant 3 : i32
  %b = arith.constant 4 : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}

// An op that folds to another value knows what that one knows; nothing is rewritten for it.
// CHECK-LABEL: @same_value
// CHECK: %[[D:.*]] = arith.addi %x
// CHECK: return %[[D]], %zero : i32, i32
func.func @same_value(%x: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %d = arith.addi %x, %zero : i32
  %true = arith.constant true
  %e = arith.select %true, %zero, %x : i32
  return %d, %e : i32, i32
}

// -----

// Only the way that is taken counts.
// CHECK-LABEL: @one_way
// CHECK: %[[C:.*]] = arith.constant 7 : i32
// CHECK: ^bb2
// CHECK: return %[[C]]
func.func @one_way(%x: i32) -> i32 {
  %true = arith.constant true
  %seven = arith.constant 7 : i32
  cf.cond_br %true, ^bb1, ^bb2(%x : i32)
^bb1:
  cf.br ^bb2(%seven : i32)
^bb2(%r: i32):
  return %r : i32
}

// A loop that leaves its value alone, and one that does not.
// CHECK-LABEL: @loops
// CHECK-DAG: %[[C:.*]] = arith.constant 5 : i32
// CHECK: %[[V:.*]] = scf.for
// CHECK: return %[[C]], %[[V]]
func.func @loops(%n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %five = arith.constant 5 : i32
  %zero = arith.constant 0 : i32
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%x = %five) -> (i32) {
    %y = arith.addi %x, %zero : i32
    scf.yield %y : i32
  }
  %b = scf.for %i = %c0 to %n step %c1 iter_args(%x = %five) -> (i32) {
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  return %a, %b : i32, i32
}

// The body of a loop that never runs is not looked at.
// CHECK-LABEL: @never
// CHECK: %[[C:.*]] = arith.constant 1 : i32
// CHECK-NOT: scf.while
// CHECK: return %[[C]]
func.func @never() -> i32 {
  %one = arith.constant 1 : i32
  %r = scf.while (%x = %one) : (i32) -> i32 {
    %false = arith.constant false
    scf.condition(%false) %x : i32
  } do {
  ^bb0(%x: i32):
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// An unknown op with a region may run it and give anything.
// CHECK-LABEL: @unknown
// CHECK: "test.op"
// CHECK: %[[C:.*]] = arith.constant 3 : i32
// CHECK: "test.end"(%[[C]])
func.func @unknown() -> i32 {
  %r = "test.op"() ({
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %c = arith.addi %one, %two : i32
    "test.end"(%c) : (i32) -> ()
  }) : () -> i32
  return %r : i32
}

// -----

// All callers are known and agree, so argument and result are constants.
// CHECK-LABEL: @private
// CHECK: %[[C:.*]] = arith.constant 2 : i32
// CHECK: return %[[C]]
// FUNC-LABEL: @private
// FUNC: arith.addi %x, %x
func.func private @private(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
// CHECK-LABEL: @caller
// CHECK: %[[R:.*]] = arith.constant 2 : i32
// CHECK: call @private
// CHECK: return %[[R]]
// FUNC-LABEL: @caller
// FUNC: %[[R:.*]] = call @private
// FUNC: return %[[R]]
func.func @caller() -> i32 {
  %one = arith.constant 1 : i32
  %r = call @private(%one) : (i32) -> i32
  return %r : i32
}

// -----

// Who is referred to without being called may be called from anywhere.
// CHECK-LABEL: @referred
// CHECK: arith.addi %x, %x
func.func private @referred(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}
func.func @caller() -> i32 attributes {test.also = [@referred]} {
  %one = arith.constant 1 : i32
  %r = call @referred(%one) : (i32) -> i32
  return %r : i32
}

// -----

// Callers that disagree; and one that calls itself.
// CHECK-LABEL: @differ
// CHECK: return %x
func.func private @differ(%x: i32) -> i32 {
  return %x : i32
}
// CHECK-LABEL: @again
// CHECK-DAG: %[[C:.*]] = arith.constant 4 : i32
// CHECK: return %[[C]]
func.func private @again(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %r = call @again(%c, %x) : (i1, i32) -> i32
  return %r : i32
^bb2:
  return %x : i32
}
// CHECK-LABEL: @callers
// CHECK: %[[A:.*]] = call @differ
// CHECK: %[[B:.*]] = call @differ
// CHECK: return %[[A]], %[[B]], %{{.*}}
func.func @callers(%c: i1) -> (i32, i32, i32) {
  %three = arith.constant 3 : i32
  %four = arith.constant 4 : i32
  %a = call @differ(%three) : (i32) -> i32
  %b = call @differ(%four) : (i32) -> i32
  %d = call @again(%c, %four) : (i1, i32) -> i32
  return %a, %b, %d : i32, i32, i32
}
