// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: func.func @loops(%lb: index, %ub: index, %st: index, %i: i32, %x: f32) -> f32 {
func.func @loops(%lb: index, %ub: index, %st: index, %i: i32, %x: f32) -> f32 {
  // CHECK: scf.for %k = %lb to %ub step %st {
  scf.for %k = %lb to %ub step %st {
    // CHECK: %0 = arith.addf %x, %x : f32
    %0 = arith.addf %x, %x : f32
  }
  // CHECK: scf.for %k = %i to %i step %i  : i32 {
  scf.for %k = %i to %i step %i  : i32 {
  // CHECK: } {some.name}
  } {some.name}
  // CHECK: %r:2 = scf.for %k = %lb to %ub step %st iter_args(%a = %x, %b = %i) -> (f32, i32) {
  %r:2 = scf.for %k = %lb to %ub step %st iter_args(%a = %x, %b = %i) -> (f32, i32) {
    // CHECK: %p = arith.addf %a, %a : f32
    %p = arith.addf %a, %a : f32
    // CHECK: scf.yield %p, %b : f32, i32
    scf.yield %p, %b : f32, i32
  }
  return %r#0 : f32
}

// CHECK-LABEL: func.func @conditionals(%c: i1, %a: i32, %b: f32) {
func.func @conditionals(%c: i1, %a: i32, %b: f32) {
  // CHECK: scf.if %c {
  scf.if %c {
    // CHECK: %0 = arith.addi %a, %a : i32
    %0 = arith.addi %a, %a : i32
  }
  // CHECK: scf.if %c {
  scf.if %c {
    // CHECK: %p = arith.addi %a, %a : i32
    %p = arith.addi %a, %a : i32
  } else {
    // CHECK: %q = arith.muli %a, %a : i32
    %q = arith.muli %a, %a : i32
  // CHECK: } {some.name}
  } {some.name}
  // CHECK: %r:2 = scf.if %c -> (i32, f32) {
  %r:2 = scf.if %c -> (i32, f32) {
    // CHECK: scf.yield %a, %b : i32, f32
    scf.yield %a, %b : i32, f32
  } else {
    // CHECK: %n = arith.negf %b : f32
    %n = arith.negf %b : f32
    // CHECK: scf.yield %a, %n : i32, f32
    scf.yield %a, %n : i32, f32
  }
  return
}

// CHECK-LABEL: func.func @whiles(%c: i1, %a: i32, %b: f32) {
func.func @whiles(%c: i1, %a: i32, %b: f32) {
  // CHECK: %r = scf.while (%x = %a) : (i32) -> f32 {
  %r = scf.while (%x = %a) : (i32) -> f32 {
    // CHECK: scf.condition(%c) %b : f32
    scf.condition(%c) %b : f32
  } do {
  // CHECK: ^bb0(%y: f32):
  ^bb0(%y: f32):
    // CHECK: scf.yield %a : i32
    scf.yield %a : i32
  // CHECK: } attributes {some.name}
  } attributes {some.name}
  // CHECK: scf.while : () -> () {
  scf.while : () -> () {
    // CHECK: scf.condition(%c)
    scf.condition(%c)
  } do {
    // CHECK: scf.yield
    scf.yield
  }
  return
}

// CHECK-LABEL: func.func @regions(%c: i1, %a: i32) {
func.func @regions(%c: i1, %a: i32) {
  // CHECK: %r = scf.execute_region -> i32 {
  %r = scf.execute_region -> i32 {
    // CHECK: cf.cond_br %c, ^bb1, ^bb2
    cf.cond_br %c, ^bb1, ^bb2
  // CHECK: ^bb1:
  ^bb1:
    // CHECK: scf.yield %a : i32
    scf.yield %a : i32
  // CHECK: ^bb2:
  ^bb2:
    // CHECK: %0 = arith.addi %a, %a : i32
    %0 = arith.addi %a, %a : i32
    // CHECK: scf.yield %0 : i32
    scf.yield %0 : i32
  }
  // CHECK: scf.execute_region no_inline {
  scf.execute_region no_inline {
    // CHECK: scf.yield
    scf.yield
  }
  return
}

// CHECK-LABEL: func.func @switches(%i: index, %a: i32) {
func.func @switches(%i: index, %a: i32) {
  // CHECK: %r:2 = scf.index_switch %i {some.name} -> i32, i32
  %r:2 = scf.index_switch %i {some.name} -> i32, i32
  // CHECK: case -2 {
  case -2 {
    // CHECK: scf.yield %a, %a : i32, i32
    scf.yield %a, %a : i32, i32
  }
  // CHECK: case 7 {
  case 7 {
    // CHECK: scf.yield %a, %a : i32, i32
    scf.yield %a, %a : i32, i32
  }
  // CHECK: default {
  default {
    // CHECK: scf.yield %a, %a : i32, i32
    scf.yield %a, %a : i32, i32
  }
  // CHECK: scf.index_switch %i
  scf.index_switch %i
  // CHECK: default {
  default {
  }
  // CHECK: return
  return
}

// CHECK-LABEL: func.func @grids(%lb: index, %ub: index, %st: index, %x: f32, %y: i32) {
func.func @grids(%lb: index, %ub: index, %st: index, %x: f32, %y: i32) {
  // CHECK: scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%st, %st) {
  scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%st, %st) {
    // CHECK: %0 = arith.addf %x, %x : f32
    %0 = arith.addf %x, %x : f32
    // CHECK: scf.reduce
    scf.reduce
  // CHECK: } {some.name}
  } {some.name}
  // CHECK: %r = scf.parallel (%i) = (%lb) to (%ub) step (%st) init (%x) -> f32 {
  %r = scf.parallel (%i) = (%lb) to (%ub) step (%st) init (%x) -> f32 {
    // CHECK: scf.reduce(%x : f32) {
    scf.reduce(%x : f32) {
    // CHECK: ^bb0(%a: f32, %b: f32):
    ^bb0(%a: f32, %b: f32):
      // CHECK: scf.reduce.return %a : f32
      scf.reduce.return %a : f32
    }
  }
  // CHECK: %s:2 = scf.parallel (%i) = (%lb) to (%ub) step (%st) init (%x, %y) -> (f32, i32) {
  %s:2 = scf.parallel (%i) = (%lb) to (%ub) step (%st) init (%x, %y) -> (f32, i32) {
    // CHECK: scf.reduce(%x, %y : f32, i32) {
    scf.reduce(%x, %y : f32, i32) {
    // CHECK: ^bb0(%a: f32, %b: f32):
    ^bb0(%a: f32, %b: f32):
      // CHECK: scf.reduce.return %a : f32
      scf.reduce.return %a : f32
    // CHECK: }, {
    }, {
    // CHECK: ^bb0(%a: i32, %b: i32):
    ^bb0(%a: i32, %b: i32):
      // CHECK: scf.reduce.return %b : i32
      scf.reduce.return %b : i32
    }
  }
  // CHECK: return
  return
}

// CHECK-LABEL: func.func @foralls(%n: index, %t: tensor<4xf32>, %u: tensor<1xf32>) {
func.func @foralls(%n: index, %t: tensor<4xf32>, %u: tensor<1xf32>) {
  // CHECK: scf.forall (%i, %j) in (%n, 4) {
  scf.forall (%i, %j) in (%n, 4) {
    // CHECK: %0 = arith.addi %i, %j : index
    %0 = arith.addi %i, %j : index
  }
  // CHECK: scf.forall (%i, %j) = (1, %n) to (%n, 8) step (2, %n) {
  scf.forall (%i, %j) = (1, %n) to (%n, 8) step (2, %n) {
  }
  // CHECK: %r:2 = scf.forall (%i) in (4) shared_outs(%o = %t, %p = %t) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.forall (%i) in (4) shared_outs(%o = %t, %p = %t) -> (tensor<4xf32>, tensor<4xf32>) {
    // CHECK: scf.forall.in_parallel {
    scf.forall.in_parallel {
    }
  }
  // CHECK: return
  return
}

// CHECK-LABEL: func.func @unsigned(%i: i32, %x: f32) {
func.func @unsigned(%i: i32, %x: f32) {
  // CHECK: scf.for unsigned %k = %i to %i step %i  : i32 {
  scf.for unsigned %k = %i to %i step %i  : i32 {
  }
  // CHECK: %r = scf.for unsigned %k = %i to %i step %i iter_args(%a = %x) -> (f32)  : i32 {
  %r = scf.for unsigned %k = %i to %i step %i iter_args(%a = %x) -> (f32)  : i32 {
    // CHECK: scf.yield %a : f32
    scf.yield %a : f32
  // CHECK: } {some.name}
  } {some.name}
  // CHECK: return
  return
}
