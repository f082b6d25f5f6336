// RUN: tile-opt %s --canonicalize | FileCheck %s

// The initial value.
// CHECK-LABEL: func.func @zero_trips(
// CHECK-NEXT: return %a : i32
func.func @zero_trips(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %c0 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c0 step %st iter_args(%x = %a) -> (i32) {
    %y = arith.addi %x, %b : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// The body, once.
// CHECK-LABEL: func.func @one_trip(
// CHECK-NEXT: %[[Z:.*]] = arith.addi %a, %b : i32
// CHECK-NEXT: return %[[Z]] : i32
func.func @one_trip(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c3 step %c8 iter_args(%x = %a) -> (i32) {
    %k = arith.index_cast %i : index to i32
    %z = arith.addi %x, %b : i32
    %y = arith.addi %z, %k : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// Values that only change places.
// CHECK-LABEL: func.func @one_trip_swaps(
// CHECK-NEXT: %[[S:.*]] = arith.subi %b, %a : i32
// CHECK-NEXT: return %[[S]] : i32
func.func @one_trip_swaps(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %a, %y = %b) -> (i32, i32) {
    scf.yield %y, %x : i32, i32
  }
  %s = arith.subi %r#0, %r#1 : i32
  return %s : i32
}

// A carried value that does not change need not be carried.
// CHECK-LABEL: func.func @unchanged(
// CHECK-NEXT: %[[R:.*]] = scf.for %i = %lb to %ub step %st iter_args(%x = %a) -> (i32) {
// CHECK-NEXT: %[[Z:.*]] = arith.addi %x, %b : i32
// CHECK-NEXT: scf.yield %[[Z]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = arith.subi %[[R]], %b : i32
// CHECK-NEXT: return %[[S]] : i32
func.func @unchanged(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %r:2 = scf.for %i = %lb to %ub step %st iter_args(%x = %a, %y = %b) -> (i32, i32) {
    %z = arith.addi %x, %y : i32
    scf.yield %z, %y : i32, i32
  }
  %s = arith.subi %r#0, %r#1 : i32
  return %s : i32
}

// The body yields the initial value.
// CHECK-LABEL: func.func @initial_again(
// CHECK-NEXT: scf.for %i = %lb to %ub step %st {
// CHECK-NEXT: memref.store %a, %m[%i] : memref<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return %a : i32
func.func @initial_again(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %r = scf.for %i = %lb to %ub step %st iter_args(%x = %a) -> (i32) {
    memref.store %x, %m[%i] : memref<8xi32>
    scf.yield %a : i32
  }
  return %r : i32
}

// Two carried values that are always equal are one.
// CHECK-LABEL: func.func @twins(
// CHECK-NEXT: %[[R:.*]] = scf.for %i = %lb to %ub step %st iter_args(%x = %a) -> (i32) {
// CHECK-NEXT: %[[Z:.*]] = arith.muli %x, %x : i32
// CHECK-NEXT: scf.yield %[[Z]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[R]], %[[R]] : i32
// CHECK-NEXT: return %[[S]] : i32
func.func @twins(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %r:2 = scf.for %i = %lb to %ub step %st iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %z = arith.muli %x, %y : i32
    scf.yield %z, %z : i32, i32
  }
  %s = arith.addi %r#0, %r#1 : i32
  return %s : i32
}

// An unused one does not take its twin away.
// CHECK-LABEL: func.func @unused_twin(
// CHECK-NEXT: %[[R0:.*]] = scf.for %i = %lb to %ub step %st iter_args(%x = %a) -> (i32) {
// CHECK-NEXT: %[[Z:.*]] = arith.muli %x, %b : i32
// CHECK-NEXT: scf.yield %[[Z]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R0]] : i32
func.func @unused_twin(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %r:2 = scf.for %i = %lb to %ub step %st iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %z = arith.muli %y, %b : i32
    scf.yield %z, %z : i32, i32
  }
  return %r#1 : i32
}

// Values that change places every iteration stay.
// CHECK-LABEL: func.func @swap_stays(
// CHECK-NEXT: %[[R:.*]]:2 = scf.for %i = %lb to %ub step %st iter_args(%x = %a, %y = %b) -> (i32, i32) {
// CHECK-NEXT: memref.store %x, %m[%i] : memref<8xi32>
// CHECK-NEXT: scf.yield %y, %x : i32, i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]]#0 : i32
func.func @swap_stays(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %r:2 = scf.for %i = %lb to %ub step %st iter_args(%x = %a, %y = %b) -> (i32, i32) {
    memref.store %x, %m[%i] : memref<8xi32>
    scf.yield %y, %x : i32, i32
  }
  return %r#0 : i32
}

// A loop without effects whose results nobody uses goes.
// CHECK-LABEL: func.func @dead_loop(
// CHECK-NEXT: return %a : i32
func.func @dead_loop(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  scf.for %i = %lb to %ub step %st {
    %y = arith.addi %a, %b : i32
  }
  return %a : i32
}

// The region that runs.
// CHECK-LABEL: func.func @constant_condition(
// CHECK-NEXT: %[[Y:.*]] = arith.addi %a, %b : i32
// CHECK-NEXT: return %[[Y]] : i32
func.func @constant_condition(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %t = arith.constant false
  %r = scf.if %t -> (i32) {
    scf.yield %a : i32
  } else {
    %y = arith.addi %a, %b : i32
    scf.yield %y : i32
  }
  return %r : i32
}

// Without an else.
// CHECK-LABEL: func.func @never(
// CHECK-NEXT: return %a : i32
func.func @never(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %t = arith.constant false
  scf.if %t {
    memref.store %a, %m[%lb] : memref<8xi32>
  }
  return %a : i32
}

// Values from outside are selected; what is computed stays.
// CHECK-LABEL: func.func @to_select(
// CHECK-NEXT: %[[R:.*]] = arith.select %c, %a, %b : i32
// CHECK-NEXT: %[[R1:.*]] = scf.if %c -> (i32) {
// CHECK-NEXT: %[[Y:.*]] = memref.load %m[%lb] : memref<8xi32>
// CHECK-NEXT: scf.yield %[[Y]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %b : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[R]], %[[R1]] : i32
// CHECK-NEXT: return %[[S]] : i32
func.func @to_select(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %r:2 = scf.if %c -> (i32, i32) {
    %y = memref.load %m[%lb] : memref<8xi32>
    scf.yield %a, %y : i32, i32
  } else {
    scf.yield %b, %b : i32, i32
  }
  %s = arith.addi %r#0, %r#1 : i32
  return %s : i32
}

// Is not yielded.
// CHECK-LABEL: func.func @unused_result(
// CHECK-NEXT: %[[R:.*]] = scf.if %c -> (i32) {
// CHECK-NEXT: %[[X:.*]] = arith.addi %a, %b : i32
// CHECK-NEXT: scf.yield %[[X]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[X_2:.*]] = arith.muli %a, %a : i32
// CHECK-NEXT: scf.yield %[[X_2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]] : i32
func.func @unused_result(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %r:2 = scf.if %c -> (i32, i32) {
    %x = arith.addi %a, %b : i32
    %y = arith.muli %a, %b : i32
    scf.yield %x, %y : i32, i32
  } else {
    %x = arith.muli %a, %a : i32
    scf.yield %x, %b : i32, i32
  }
  return %r#0 : i32
}

// The condition is true in the first region and false in the second.
// CHECK-LABEL: func.func @known_inside(
// CHECK-NEXT: %[[R:.*]] = scf.if %c -> (i32) {
// CHECK-NEXT: %[[Z:.*]] = arith.muli %a, %a : i32
// CHECK-NEXT: scf.yield %[[Z]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[Z_2:.*]] = arith.addi %b, %b : i32
// CHECK-NEXT: scf.yield %[[Z_2]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]] : i32
func.func @known_inside(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %r = scf.if %c -> (i32) {
    %y = arith.select %c, %a, %b : i32
    %z = arith.muli %y, %y : i32
    scf.yield %z : i32
  } else {
    %y = arith.select %c, %a, %b : i32
    %z = arith.addi %y, %y : i32
    scf.yield %z : i32
  }
  return %r : i32
}

// Goes.
// CHECK-LABEL: func.func @empty_else(
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: memref.store %a, %m[%lb] : memref<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return %a : i32
func.func @empty_else(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  scf.if %c {
    memref.store %a, %m[%lb] : memref<8xi32>
  } else {
  }
  return %a : i32
}

// if a { if b } -> if a & b
// CHECK-LABEL: func.func @nested(
// CHECK-NEXT: %[[R0:.*]] = arith.andi %c, %d : i1
// CHECK-NEXT: scf.if %[[R0]] {
// CHECK-NEXT: memref.store %a, %m[%lb] : memref<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return %a : i32
func.func @nested(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  scf.if %c {
    scf.if %d {
      memref.store %a, %m[%lb] : memref<8xi32>
    }
  }
  return %a : i32
}

// Two of one condition become one; results of the first are known in the second.
// CHECK-LABEL: func.func @adjacent(
// CHECK-NEXT: %[[R:.*]] = scf.if %c -> (i32) {
// CHECK-NEXT: %[[Y:.*]] = memref.load %m[%lb] : memref<8xi32>
// CHECK-NEXT: memref.store %[[Y]], %m[%ub] : memref<8xi32>
// CHECK-NEXT: scf.yield %[[Y]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %b : i32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]] : i32
func.func @adjacent(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %r = scf.if %c -> (i32) {
    %y = memref.load %m[%lb] : memref<8xi32>
    scf.yield %y : i32
  } else {
    scf.yield %b : i32
  }
  scf.if %c {
    memref.store %r, %m[%ub] : memref<8xi32>
  }
  return %r : i32
}

// if !c { A } else { B } -> if c { B } else { A }
// CHECK-LABEL: func.func @negated(
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: memref.store %b, %m[%lb] : memref<8xi32>
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.store %a, %m[%lb] : memref<8xi32>
// CHECK-NEXT: }
// CHECK-NEXT: return %a : i32
func.func @negated(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n {
    memref.store %a, %m[%lb] : memref<8xi32>
  } else {
    memref.store %b, %m[%lb] : memref<8xi32>
  }
  return %a : i32
}

// A result that comes from outside is not handed on.
// CHECK-LABEL: func.func @while_known(
// CHECK-NEXT: %[[R:.*]] = scf.while (%x = %a) : (i32) -> i32 {
// CHECK-NEXT: %[[K:.*]] = memref.load %m[%lb] : memref<8xi32>
// CHECK-NEXT: %[[G:.*]] = arith.cmpi slt, %x, %[[K]] : i32
// CHECK-NEXT: scf.condition(%[[G]]) %x : i32
// CHECK-NEXT: } do {
// CHECK-NEXT: ^bb0(%y: i32):
// CHECK-NEXT: %[[W:.*]] = arith.addi %y, %b : i32
// CHECK-NEXT: scf.yield %[[W]] : i32
// CHECK-NEXT: }
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[R]], %b : i32
// CHECK-NEXT: return %[[S]] : i32
func.func @while_known(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %r:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %k = memref.load %m[%lb] : memref<8xi32>
    %g = arith.cmpi slt, %x, %k : i32
    scf.condition(%g) %x, %b : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %w = arith.addi %y, %z : i32
    scf.yield %w : i32
  }
  %s = arith.addi %r#0, %r#1 : i32
  return %s : i32
}

// A region of one block is its ops.
// CHECK-LABEL: func.func @one_block(
// CHECK-NEXT: %[[Y:.*]] = arith.addi %a, %b : i32
// CHECK-NEXT: return %[[Y]] : i32
func.func @one_block(%lb: index, %ub: index, %st: index, %a: i32, %b: i32, %c: i1, %d: i1, %m: memref<8xi32>) -> i32 {
  %r = scf.execute_region -> i32 {
    %y = arith.addi %a, %b : i32
    scf.yield %y : i32
  }
  return %r : i32
}
