// RUN: tile-opt %s --canonicalize | FileCheck %s --check-prefixes=CHECK,NORMAL
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(canonicalize{region-simplify=disabled}))' | FileCheck %s --check-prefixes=CHECK,DISABLED
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(canonicalize{region-simplify=aggressive}))' | FileCheck %s --check-prefixes=CHECK,AGGRESSIVE

// A dead argument.
// CHECK-LABEL: func.func @dead(
// NORMAL: cf.cond_br %{{.*}}, ^bb1(%{{.*}} : index), ^bb2
// AGGRESSIVE: cf.cond_br %{{.*}}, ^bb1(%{{.*}} : index), ^bb2
// DISABLED: cf.cond_br %{{.*}}, ^bb1(%{{.*}}, %{{.*}} : f32, index), ^bb2
func.func @dead(%n: index, %x: f32) {
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

// Blocks that do the same: merged, and then the branch goes with its condition selecting.
// CHECK-LABEL: func.func @same(
// NORMAL-NEXT: cf.cond_br
// DISABLED-NEXT: cf.cond_br
// AGGRESSIVE-NEXT: %[[S:.*]] = arith.select %c, %x, %y : i32
// AGGRESSIVE-NEXT: return %[[S]] : i32
func.func @same(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %x : i32
^bb2:
  return %y : i32
}

// Unreachable blocks go at any level.
// CHECK-LABEL: func.func @unreachable(
// CHECK-NEXT: return
// CHECK-NEXT: }
func.func @unreachable() {
  return
^bb1:
  cf.br ^bb1
}

// A loop that is dead once its result is known, with a load that another op in it uses.
// CHECK-LABEL: func.func @dead_loop(
// NORMAL-NEXT: return %x
// AGGRESSIVE-NEXT: return %x
func.func @dead_loop(%m: memref<8xi32>, %n: index, %x: i32) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%k = %x, %s = %x) -> (i32, i32) {
    %v = mem.load %m[%i] : memref<8xi32>, i32
    %w = arith.addi %v, %x : i32
    scf.yield %x, %w : i32, i32
  }
  return %r#0 : i32
}
