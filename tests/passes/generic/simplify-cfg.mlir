// RUN: tile-opt %s --simplify-cfg --allow-unregistered-dialect --split-input-file | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(simplify-cfg{merge-blocks=false})' --allow-unregistered-dialect --split-input-file | FileCheck %s --check-prefix=PLAIN

// Blocks that do the same are one.
// CHECK-LABEL: func.func @same(
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: return
// CHECK-NEXT: }
// PLAIN-LABEL: func.func @same(
// PLAIN-NEXT: cf.cond_br %c, ^bb1, ^bb2
func.func @same(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return
^bb2:
  return
}

// -----

// What differs becomes an argument, each value once.
// CHECK-LABEL: func.func @differ(
// CHECK-NEXT: cf.cond_br %c, ^bb1(%m, %i, %x : memref<8xi32>, index, i32), ^bb1(%n, %j, %y : memref<8xi32>, index, i32)
// CHECK-NEXT: ^bb1(%[[M:.*]]: memref<8xi32>, %[[I:.*]]: index, %[[X:.*]]: i32):
// CHECK-NEXT: %[[L:.*]] = memref.load %[[M]][%[[I]]] : memref<8xi32>
// CHECK-NEXT: %[[S:.*]] = arith.addi %[[L]], %[[X]] : i32
// CHECK-NEXT: memref.store %[[S]], %[[M]][%[[I]]] : memref<8xi32>
// CHECK-NEXT: return
func.func @differ(%c: i1, %m: memref<8xi32>, %n: memref<8xi32>, %i: index, %j: index, %x: i32, %y: i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %a = memref.load %m[%i] : memref<8xi32>
  %b = arith.addi %a, %x : i32
  memref.store %b, %m[%i] : memref<8xi32>
  return
^bb2:
  %d = memref.load %n[%j] : memref<8xi32>
  %e = arith.addi %d, %y : i32
  memref.store %e, %n[%j] : memref<8xi32>
  return
}

// -----

// Not when a value of one is used elsewhere, here in the other.
// CHECK-LABEL: func.func @used_elsewhere(
// CHECK: ^bb1:
// CHECK-NEXT: %[[A:.*]] = arith.addi %x, %y : i32
// CHECK-NEXT: memref.store %[[A]], %m[] : memref<i32>
// CHECK-NEXT: cf.cond_br %c, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %[[B:.*]] = arith.addi %[[A]], %y : i32
// CHECK-NEXT: memref.store %[[B]], %m[] : memref<i32>
// CHECK-NEXT: cf.cond_br %c, ^bb2, ^bb3
func.func @used_elsewhere(%c: i1, %x: i32, %y: i32, %m: memref<i32>) {
  cf.br ^bb1
^bb1:
  %a = arith.addi %x, %y : i32
  memref.store %a, %m[] : memref<i32>
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  %b = arith.addi %a, %y : i32
  memref.store %b, %m[] : memref<i32>
  cf.cond_br %c, ^bb2, ^bb3
^bb3:
  return
}

// -----

// Nor when the types differ, or the branch cannot be given what differs.
// CHECK-LABEL: func.func @stay(
// CHECK: cf.cond_br %c, ^bb1, ^bb2
// CHECK: "test.branch"()[^bb3, ^bb4]
func.func @stay(%c: i1, %x: i32, %y: i32, %z: i64) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.use"(%x) : (i32) -> ()
  "test.branch"()[^bb3, ^bb4] : () -> ()
^bb2:
  "test.use"(%z) : (i64) -> ()
  "test.branch"()[^bb3, ^bb4] : () -> ()
^bb3:
  return %x : i32
^bb4:
  return %y : i32
}

// -----

// Merging one pair makes the next pair alike, back to the branch.
// CHECK-LABEL: func.func @chain(
// CHECK-NEXT: cf.cond_br %c, ^bb1(%x : i32), ^bb1(%y : i32)
// CHECK-NEXT: ^bb1(%[[A:.*]]: i32):
// CHECK-NEXT: "test.use"(%[[A]]) : (i32) -> ()
// CHECK-NEXT: cf.br ^bb2
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: "test.other"() : () -> ()
// CHECK-NEXT: return
func.func @chain(%c: i1, %x: i32, %y: i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "test.use"(%x) : (i32) -> ()
  cf.br ^bb3
^bb2:
  "test.use"(%y) : (i32) -> ()
  cf.br ^bb4
^bb3:
  "test.other"() : () -> ()
  return
^bb4:
  "test.other"() : () -> ()
  return
}

// -----

// An argument that is always one value.
// CHECK-LABEL: func.func @redundant(
// CHECK-NEXT: cf.cond_br %c, ^bb1(%y : i32), ^bb2
// CHECK-NEXT: ^bb1(%[[B:.*]]: i32):
// CHECK-NEXT: return %x, %[[B]] : i32, i32
// PLAIN-LABEL: func.func @redundant(
// PLAIN-NEXT: cf.cond_br %c, ^bb1(%x, %y : i32, i32), ^bb2
func.func @redundant(%c: i1, %x: i32, %y: i32, %z: i32) -> (i32, i32) {
  cf.cond_br %c, ^bb1(%x, %y : i32, i32), ^bb2
^bb1(%a: i32, %b: i32):
  return %a, %b : i32, i32
^bb2:
  "test.use"() : () -> ()
  cf.br ^bb1(%x, %z : i32, i32)
}

// -----

// What only goes round the loop is dead, with what computes it; the counter is not.
// CHECK-LABEL: func.func @dead_cycle(
// CHECK-NEXT: arith.constant
// CHECK-NEXT: arith.constant
// CHECK-NEXT: cf.br ^bb1(%{{.*}} : index)
// CHECK-NEXT: ^bb1(%[[I:.*]]: index):
// CHECK-NEXT: %[[N:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK-NEXT: %[[C:.*]] = arith.cmpi slt, %[[N]], %n : index
// CHECK-NEXT: cf.cond_br %[[C]], ^bb1(%[[N]] : index), ^bb2
// PLAIN-LABEL: func.func @dead_cycle(
// PLAIN-NOT: math.exp
// PLAIN: return
func.func @dead_cycle(%n: index, %x: f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  cf.br ^bb1(%x, %zero : f32, index)
^bb1(%a: f32, %i: index):
  %e = math.exp %a : f32
  %next = arith.addi %i, %one : index
  %more = arith.cmpi slt, %next, %n : index
  cf.cond_br %more, ^bb1(%e, %next : f32, index), ^bb2
^bb2:
  return
}

// -----

// A dead argument that is handed to another one, in a block before and in one behind.
// CHECK-LABEL: func.func @dead_chain(
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.cond_br %c, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: cf.cond_br %d, ^bb1, ^bb3
func.func @dead_chain(%c: i1, %d: i1, %x: f32) {
  cf.br ^bb1(%x : f32)
^bb1(%a: f32):
  cf.cond_br %c, ^bb2(%a : f32), ^bb3
^bb2(%b: f32):
  cf.cond_br %d, ^bb1(%b : f32), ^bb3
^bb3:
  return
}

// -----

// Ops inside of ops count: the loop keeps what it stores, not what only it would hand on.
// CHECK-LABEL: func.func @nested(
// CHECK: ^bb1(%[[A:.*]]: f32):
// CHECK-NEXT: scf.if %c {
// CHECK-NEXT: memref.store %[[A]], %m[] : memref<f32>
func.func @nested(%c: i1, %x: f32, %y: f32, %m: memref<f32>) {
  cf.br ^bb1(%x, %y : f32, f32)
^bb1(%a: f32, %b: f32):
  scf.if %c {
    memref.store %a, %m[] : memref<f32>
  }
  %d = scf.if %c -> (f32) {
    scf.yield %b : f32
  } else {
    scf.yield %a : f32
  }
  cf.cond_br %c, ^bb1(%a, %d : f32, f32), ^bb2
^bb2:
  return
}

// -----

// An op that nobody knows may do anything with what it hands on.
// CHECK-LABEL: func.func @unknown(
// CHECK-NEXT: "test.branch"(%x)[^bb1] : (i32) -> ()
// CHECK-NEXT: ^bb1(%{{.*}}: i32):
func.func @unknown(%x: i32) {
  "test.branch"(%x)[^bb1] : (i32) -> ()
^bb1(%a: i32):
  return
}

// -----

// Ops of a graph region that only use each other, and unreachable blocks of unknown ops.
// CHECK-LABEL: func.func @graph(
// CHECK-NEXT: "test.graph"() ({
// CHECK-NEXT: "test.end"() : () -> ()
// CHECK-NEXT: }) : () -> ()
func.func @graph() {
  "test.graph"() ({
    %0 = math.exp %1 : f32
    %1 = math.exp %0 : f32
    "test.end"() : () -> ()
  ^bb1:
    "test.end"() : () -> ()
  }) : () -> ()
  return
}
