// RUN: tile-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s
// How often loops run.

// An upper bound that is the lower one plus a constant, without overflow.
// CHECK-LABEL: @distance(
// CHECK-NEXT: %b = arith.addi %x, %lb : i32
// CHECK-NEXT: return %b, %x : i32, i32
func.func @distance(%lb: i32, %x: i32) -> (i32, i32) {
  %c4 = arith.constant 4 : i32
  %m4 = arith.constant -4 : i32
  %once = arith.addi %lb, %c4 overflow<nsw> : i32
  %never = arith.addi %lb, %m4 overflow<nsw> : i32
  %r = scf.for %i = %lb to %once step %c4 iter_args(%a = %x) -> (i32) : i32 {
    %b = arith.addi %a, %i : i32
    scf.yield %b : i32
  }
  %s = scf.for %i = %lb to %never step %c4 iter_args(%a = %x) -> (i32) : i32 {
    %b = arith.muli %a, %i : i32
    scf.yield %b : i32
  }
  return %r, %s : i32, i32
}

// It may overflow, or in the other sense only.
// CHECK-LABEL: @may_overflow(
// CHECK-NEXT: %c4 = arith.constant 4 : i32
// CHECK-NEXT: %a = arith.addi %lb, %c4 : i32
// CHECK-NEXT: scf.for %i = %lb to %a step %c4  : i32 {
// CHECK-NEXT: "test.use"(%i) : (i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: %b = arith.addi %lb, %c4 overflow<nsw> : i32
// CHECK-NEXT: scf.for unsigned %i = %lb to %b step %c4  : i32 {
// CHECK-NEXT: "test.use"(%i) : (i32) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @may_overflow(%lb: i32) {
  %c4 = arith.constant 4 : i32
  %a = arith.addi %lb, %c4 : i32
  scf.for %i = %lb to %a step %c4 : i32 {
    "test.use"(%i) : (i32) -> ()
  }
  %b = arith.addi %lb, %c4 overflow<nsw> : i32
  scf.for unsigned %i = %lb to %b step %c4 : i32 {
    "test.use"(%i) : (i32) -> ()
  }
  return
}

// From -1 to 1 are two steps, or none when both are unsigned.
// CHECK-LABEL: @signs(
// CHECK-NEXT: %m1 = arith.constant -1 : i8
// CHECK-NEXT: %c1 = arith.constant 1 : i8
// CHECK-NEXT: "test.once"(%m1) : (i8) -> ()
// CHECK-NEXT: "test.once"(%c1) : (i8) -> ()
// CHECK-NEXT: return
func.func @signs() {
  %m1 = arith.constant -1 : i8
  %c1 = arith.constant 1 : i8
  %c2 = arith.constant 2 : i8
  scf.for %i = %m1 to %c1 step %c2 : i8 {
    "test.once"(%i) : (i8) -> ()
  }
  scf.for unsigned %i = %m1 to %c1 step %c2 : i8 {
    "test.never"(%i) : (i8) -> ()
  }
  scf.for unsigned %i = %c1 to %m1 step %m1 : i8 {
    "test.once"(%i) : (i8) -> ()
  }
  return
}

// The distance from -128 to 127 does not fit in i8; a step that is not positive leads nowhere.
// CHECK-LABEL: @extremes(
// CHECK-NEXT: %min = arith.constant -128 : i8
// CHECK-NEXT: %max = arith.constant 127 : i8
// CHECK-NEXT: %c100 = arith.constant 100 : i8
// CHECK-NEXT: scf.for %i = %min to %max step %c100  : i8 {
// CHECK-NEXT: "test.thrice"(%i) : (i8) -> ()
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @extremes() {
  %min = arith.constant -128 : i8
  %max = arith.constant 127 : i8
  %c100 = arith.constant 100 : i8
  %c0 = arith.constant 0 : i8
  scf.for %i = %min to %max step %c100 : i8 {
    "test.thrice"(%i) : (i8) -> ()
  }
  scf.for %i = %min to %max step %c0 : i8 {
    "test.never"(%i) : (i8) -> ()
  }
  scf.for %i = %min to %max step %min : i8 {
    "test.never"(%i) : (i8) -> ()
  }
  return
}
