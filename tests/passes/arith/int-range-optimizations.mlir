// RUN: tile-opt %s --int-range-optimizations --allow-unregistered-dialect | FileCheck %s

// The counter of a loop lies between its bounds, also with a step.
// CHECK-LABEL: @counter
// CHECK-DAG: %[[T:.*]] = arith.constant true
// CHECK-DAG: %[[F:.*]] = arith.constant false
// CHECK: "test.use"(%[[T]], %[[T]], %[[F]], %i)
func.func @counter() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c4 {
    %below = arith.cmpi slt, %i, %c16 : index
    %last = arith.cmpi sle, %i, %c12 : index
    %above = arith.cmpi sgt, %i, %c12 : index
    %r = arith.remui %i, %c16 : index
    "test.use"(%below, %last, %above, %r) : (i1, i1, i1, index) -> ()
  }
  return
}

// Bounds that are known only in part.
// CHECK-LABEL: @partly
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: "test.use"(%[[T]])
func.func @partly(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %p = arith.cmpi sge, %i, %c0 : index
    "test.use"(%p) : (i1) -> ()
  }
  return
}

// What is carried from one iteration to the next keeps the bound that does not move.
// CHECK-LABEL: @carried
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: %[[S:.*]] = scf.for
// CHECK-NOT: arith.cmpi
// CHECK: return %[[S]], %[[T]]
func.func @carried(%n: index, %x: i32) -> (i32, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
    %a = arith.andi %x, %three : i32
    %t = arith.addi %s, %a overflow<nsw> : i32
    scf.yield %t : i32
  }
  %p = arith.cmpi sge, %r, %zero : i32
  return %r, %p : i32, i1
}

// The way that a comparison leaves is the only one: both branches and values follow.
// CHECK-LABEL: @ways
// CHECK: %[[C:.*]] = arith.constant 8 : i32
// CHECK: return %[[C]]
func.func @ways(%x: i8) -> i32 {
  %w = arith.extui %x : i8 to i32
  %big = arith.constant 256 : i32
  %eight = arith.constant 8 : i32
  %nine = arith.constant 9 : i32
  %p = arith.cmpi ult, %w, %big : i32
  cf.cond_br %p, ^a, ^b
^a:
  cf.br ^c(%eight : i32)
^b:
  cf.br ^c(%nine : i32)
^c(%r: i32):
  return %r : i32
}

// Through calls, when all callers are known.
// CHECK-LABEL: @callee
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: return %[[T]]
func.func private @callee(%x: i32) -> i1 {
  %ten = arith.constant 10 : i32
  %p = arith.cmpi ule, %x, %ten : i32
  return %p : i1
}
func.func @callers(%c: i1) -> (i1, i1) {
  %three = arith.constant 3 : i32
  %ten = arith.constant 10 : i32
  %s = arith.select %c, %three, %ten : i32
  %a = func.call @callee(%s) : (i32) -> i1
  %b = func.call @callee(%three) : (i32) -> i1
  return %a, %b : i1, i1
}

// Elements of vectors.
// CHECK-LABEL: @elements
// CHECK: %[[C:.*]] = arith.constant dense<true> : vector<4xi1>
// CHECK: return %[[C]]
func.func @elements(%x: vector<4xi8>) -> vector<4xi1> {
  %w = arith.extui %x : vector<4xi8> to vector<4xi32>
  %limits = arith.constant dense<[256, 300, 400, 500]> : vector<4xi32>
  %p = arith.cmpi slt, %w, %limits : vector<4xi32>
  return %p : vector<4xi1>
}

// A remainder that may change its left side stays, and so does what an unknown op gives.
// CHECK-LABEL: @stays
// CHECK: arith.remui
// CHECK: arith.cmpi
func.func @stays(%x: i32) -> (i32, i1) {
  %eight = arith.constant 8 : i32
  %nine = arith.constant 9 : i32
  %s = arith.minui %x, %eight : i32
  %r = arith.remui %s, %eight : i32
  %u = "test.op"() : () -> i32
  %p = arith.cmpi ult, %u, %nine : i32
  return %r, %p : i32, i1
}

// An extent is not negative.
// CHECK-LABEL: @extent
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: return %[[T]]
func.func @extent(%m: memref<?xf32>, %i: index) -> i1 {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %i : memref<?xf32>
  %p = arith.cmpi sge, %d, %c0 : index
  return %p : i1
}

// Integers of more than 64 bits are left alone.
// CHECK-LABEL: @wide
// CHECK: arith.cmpi
func.func @wide(%x: i128) -> i1 {
  %zero = arith.constant 0 : i128
  %m = arith.maxsi %x, %zero : i128
  %p = arith.cmpi sge, %m, %zero : i128
  return %p : i1
}

// With index of 32 bits a sum may wrap there.
// CHECK-LABEL: module @narrow
// CHECK: arith.cmpi
module @narrow attributes {builtin.data_layout = {index = 32 : i64}} {
  func.func @sum(%x: i32) -> i1 {
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %max = arith.constant 2147483647 : i32
    %m = arith.minui %x, %max : i32
    %i = arith.index_castui %m : i32 to index
    %s = arith.addi %i, %c1 : index
    %p = arith.cmpi sgt, %s, %c0 : index
    return %p : i1
  }
}
// CHECK-LABEL: @usual
// CHECK: %[[T:.*]] = arith.constant true
// CHECK: return %[[T]]
func.func @usual(%x: i32) -> i1 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %max = arith.constant 2147483647 : i32
  %m = arith.minui %x, %max : i32
  %i = arith.index_castui %m : i32 to index
  %s = arith.addi %i, %c1 : index
  %p = arith.cmpi sgt, %s, %c0 : index
  return %p : i1
}
