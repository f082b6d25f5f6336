// Ops that compute with as few bits as their numbers need, a function for each rule.
// RUN: tile-opt %s --check-rewrites --arith-int-range-narrowing=int-bitwidths-supported=8,16,32 | FileCheck %s
// RUN: tile-opt %s --arith-int-range-narrowing=int-bitwidths-supported=24 | FileCheck %s --check-prefix=ODD
// RUN: tile-opt %s --arith-int-range-narrowing -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tile-opt %s --arith-int-range-narrowing=int-bitwidths-supported=8,0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not tile-opt %s --arith-int-range-narrowing=int-bitwidths-supported=128 2>&1 | FileCheck %s --check-prefix=WIDE

// NONE: int-range-narrowing.mlir:{{.*}}: warning: no int-bitwidths-supported are given, so nothing is to be done
// ZERO: error: int-bitwidths-supported has 0, which is no width of 1 to 64
// WIDE: error: int-bitwidths-supported has 128
// WIDE: help: write the widths to compute with, the ones to try first in front: 8,16,32

// ---- Sums, products and bits ----

// 0 to 510 as an unsigned number.
// CHECK-LABEL: func.func @add(
// CHECK: %[[X:.*]] = arith.trunci %x : i32 to i16
// CHECK: %[[Y:.*]] = arith.trunci %y : i32 to i16
// CHECK: %[[R:.*]] = arith.addi %[[X]], %[[Y]] : i16
// CHECK: %r = arith.extui %[[R]] : i16 to i32
// ODD-LABEL: func.func @add(
// ODD: arith.addi %{{.*}} : i24
func.func @add(%a: i8, %b: i8) -> i32 {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %r = arith.addi %x, %y : i32
  return %r : i32
}

// -128 to 255 as a signed one.  A value that comes twice is cast once.
// CHECK-LABEL: func.func @twice(
// CHECK: %[[X:.*]] = arith.trunci %x : i64 to i16
// CHECK: %[[R:.*]] = arith.addi %[[X]], %[[X]] overflow<nsw> : i16
// CHECK: %r = arith.extsi %[[R]] : i16 to i64
func.func @twice(%a: i8) -> i64 {
  %x = arith.extsi %a : i8 to i64
  %r = arith.addi %x, %x overflow<nsw> : i64
  return %r : i64
}

// An index that is not negative is cast as an unsigned number, also where others are signed.
// CHECK-LABEL: func.func @indices(
// CHECK: %[[X:.*]] = arith.index_castui %x : index to i16
// CHECK: %[[Y:.*]] = arith.index_cast %y : index to i16
// CHECK: %[[R:.*]] = arith.subi %[[X]], %[[Y]] : i16
// CHECK: arith.index_cast %[[R]] : i16 to index
func.func @indices(%a: i8, %b: i8) -> index {
  %x = arith.index_castui %a : i8 to index
  %y = arith.index_cast %b : i8 to index
  %r = arith.subi %x, %y : index
  return %r : index
}

// CHECK-LABEL: func.func @vectors(
// CHECK: arith.muli {{.*}} : vector<4xi16>
// CHECK: arith.extui {{.*}} : vector<4xi16> to vector<4xi32>
func.func @vectors(%a: vector<4xi8>, %b: vector<4xi8>) -> vector<4xi32> {
  %x = arith.extui %a : vector<4xi8> to vector<4xi32>
  %y = arith.extui %b : vector<4xi8> to vector<4xi32>
  %r = arith.muli %x, %y : vector<4xi32>
  return %r : vector<4xi32>
}

func.func private @use(index) -> index

// Casts between two narrow ops meet and go; constants fold.
// CHECK-LABEL: func.func @chain(
// CHECK-DAG: %[[SEVEN:.*]] = arith.constant 7 : i8
// CHECK-DAG: %[[SIXTEEN:.*]] = arith.constant 16 : i8
func.func @chain(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c10 = arith.constant 10 : index
  %c16 = arith.constant 16 : index
  // CHECK: scf.for %i
  // CHECK: %[[I:.*]] = arith.index_castui %i : index to i8
  // CHECK: %[[P:.*]] = arith.muli %[[I]], %[[SEVEN]] : i8
  // CHECK: %[[S:.*]] = arith.addi %[[P]], %[[SIXTEEN]] : i8
  // CHECK: arith.index_castui %[[S]] : i8 to index
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %n) -> (index) {
    %p = arith.muli %i, %c7 : index
    %q = arith.addi %p, %c16 : index
    %t = func.call @use(%q) : (index) -> index
    scf.yield %t : index
  }
  return %r : index
}

// Too large for any width that is given.
// CHECK-LABEL: func.func @too_large(
// CHECK: arith.muli %x, %y : i64
func.func @too_large(%a: i32, %b: i32) -> i64 {
  %x = arith.extui %a : i32 to i64
  %y = arith.extui %b : i32 to i64
  %r = arith.muli %x, %y : i64
  return %r : i64
}

// ---- Promises ----

// What does not wrap as a signed number of 32 bits may do so in 8.
// CHECK-LABEL: func.func @promise(
// CHECK: arith.addi %{{.*}}, %{{.*}} overflow<nuw> : i8
func.func @promise(%a: i32, %b: i32) -> i32 {
  %c100 = arith.constant 100 : i32
  %x = arith.minui %a, %c100 : i32
  %y = arith.minui %b, %c100 : i32
  %r = arith.addi %x, %y overflow<nsw, nuw> : i32
  return %r : i32
}

// ---- Ops that read signed or unsigned numbers ----

// 200 is a negative number of 8 bits.
// CHECK-LABEL: func.func @divide(
// CHECK: arith.divsi {{.*}} : i16
// CHECK: arith.divui {{.*}} : i8
func.func @divide(%a: i8) -> (i32, i32) {
  %c3 = arith.constant 3 : i32
  %x = arith.extui %a : i8 to i32
  %0 = arith.divsi %x, %c3 : i32
  %1 = arith.divui %x, %c3 : i32
  return %0, %1 : i32, i32
}

// -1 mod 11 is another number in 8 bits than in 32, but the same mod 5 and mod 8.
// CHECK-LABEL: func.func @remainder(
// CHECK: arith.remui %x, %{{.*}} : i32
// CHECK: arith.remui %{{.*}} : i8
// CHECK: arith.remui %{{.*}} : i8
// CHECK: arith.remsi %{{.*}} : i8
func.func @remainder(%a: i8) -> (i32, i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %c8 = arith.constant 8 : i32
  %c11 = arith.constant 11 : i32
  %x = arith.extsi %a : i8 to i32
  %0 = arith.remui %x, %c11 : i32
  %1 = arith.remui %x, %c5 : i32
  %2 = arith.remui %x, %c8 : i32
  %3 = arith.remsi %x, %c11 : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}

// The amount has to be less than the width.
// CHECK-LABEL: func.func @shift(
// CHECK: arith.shrui %{{.*}} : i8
// CHECK: arith.shrui %{{.*}} : i16
// CHECK: arith.shrsi %{{.*}} : i16
func.func @shift(%a: i8, %n: i32) -> (i32, i32, i32) {
  %c7 = arith.constant 7 : i32
  %c15 = arith.constant 15 : i32
  %x = arith.extui %a : i8 to i32
  %few = arith.minui %n, %c7 : i32
  %more = arith.minui %n, %c15 : i32
  %0 = arith.shrui %x, %few : i32
  %1 = arith.shrui %x, %more : i32
  %2 = arith.shrsi %x, %few : i32
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @extended(
// CHECK: arith.mului_extended {{.*}} : i16
func.func @extended(%a: i8, %b: i8) -> (i32, i32) {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %low, %high = arith.mului_extended %x, %y : i32
  return %low, %high : i32, i32
}

// ---- Comparisons ----

// CHECK-LABEL: func.func @compare(
// CHECK: arith.cmpi ult, {{.*}} : i8
// CHECK: arith.cmpi slt, {{.*}} : i16
// CHECK: arith.cmpi ugt, {{.*}} : i8
// CHECK: arith.cmpi eq, {{.*}} : i16
func.func @compare(%a: i8, %b: i8) -> (i1, i1, i1, i1) {
  %x = arith.extui %a : i8 to i32
  %y = arith.extui %b : i8 to i32
  %s = arith.extsi %a : i8 to i32
  %t = arith.extsi %b : i8 to i32
  %0 = arith.cmpi ult, %x, %y : i32
  %1 = arith.cmpi slt, %x, %y : i32
  %2 = arith.cmpi ugt, %s, %t : i32
  %3 = arith.cmpi eq, %x, %s : i32
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// ---- What stays ----

// CHECK-LABEL: func.func @stays(
// CHECK: arith.addi %a, %a : i8
// CHECK: arith.addf
// CHECK: arith.addi %w, %w : i128
func.func @stays(%a: i8, %f: f32, %w: i128) -> (i8, f32, i128) {
  %0 = arith.addi %a, %a : i8
  %1 = arith.addf %f, %f : f32
  %2 = arith.addi %w, %w : i128
  return %0, %1, %2 : i8, f32, i128
}
