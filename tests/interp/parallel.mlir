// RUN: interp-run %s | FileCheck %s
// Loops over grids, switches, and functions as values.

// Points run in order, the last dimension fastest; point (i, j) stores 100 + 10 * i + j.
// CHECK: @order: 6 : index, 100 : index, 110 : index, 112 : index
func.func @order() -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  %c100 = arith.constant 100 : index
  %m = memref.alloc() : memref<8xindex>
  memref.store %c0, %m[%c0] : memref<8xindex>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c2, %c5) step (%c1, %c2) {
    %n = memref.load %m[%c0] : memref<8xindex>
    %next = arith.addi %n, %c1 : index
    memref.store %next, %m[%c0] : memref<8xindex>
    %ten = arith.muli %i, %c10 : index
    %h = arith.addi %ten, %c100 : index
    %v = arith.addi %h, %j : index
    memref.store %v, %m[%next] : memref<8xindex>
    scf.reduce
  }
  %n = memref.load %m[%c0] : memref<8xindex>
  %a = memref.load %m[%c1] : memref<8xindex>
  %c4 = arith.constant 4 : index
  %b = memref.load %m[%c4] : memref<8xindex>
  %c = memref.load %m[%c5] : memref<8xindex>
  return %n, %a, %b, %c : index, index, index, index
}

// CHECK: @reduced: 145 : i32, 4 : i32
func.func @reduced() -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %h = arith.constant 100 : i32
  %m = arith.constant -1 : i32
  %five = arith.constant 5 : i32
  %r:2 = scf.parallel (%i) = (%c0) to (%c10) step (%c1) init (%h, %m) -> (i32, i32) {
    %v = arith.index_cast %i : index to i32
    %w = arith.remsi %v, %five : i32
    scf.reduce(%v, %w : i32, i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }, {
    ^bb0(%a: i32, %b: i32):
      %s = arith.maxsi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %r#0, %r#1 : i32, i32
}

// No point: the initial value.
// CHECK: @none: 7 : i32
func.func @none() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7 : i32
  %r = scf.parallel (%i, %j) = (%c0, %c1) to (%c1, %c1) step (%c1, %c1) init (%x) -> i32 {
    scf.reduce(%x : i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}

// CHECK: @forall: 18 : index
func.func @forall() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 4 : index
  %m = memref.alloc() : memref<1xindex>
  memref.store %c0, %m[%c0] : memref<1xindex>
  scf.forall (%i, %j) = (1, 0) to (%n, 2) step (1, %c1) {
    %v = memref.load %m[%c0] : memref<1xindex>
    %w = arith.addi %v, %i : index
    %x = arith.addi %w, %j : index
    %y = arith.addi %x, %c1 : index
    memref.store %y, %m[%c0] : memref<1xindex>
  }
  %r = memref.load %m[%c0] : memref<1xindex>
  %t = arith.subi %r, %c1 : index
  %u = arith.subi %t, %c1 : index
  %w = arith.subi %u, %c1 : index
  return %w : index
}

// Nothing is combined, so the tensor stays what it was.
// CHECK: @forall_tensor: [1, 2] : tensor<2xi32>
func.func @forall_tensor() -> tensor<2xi32> {
  %t = arith.constant dense<[1, 2]> : tensor<2xi32>
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<2xi32>) {
    scf.forall.in_parallel {
    }
  }
  return %r : tensor<2xi32>
}

// 200, 250 as unsigned numbers of 8 bits; then 300 is too large.
// CHECK: @unsigned: 2 : i32
func.func @unsigned() -> i32 {
  %lb = arith.constant -56 : i8
  %ub = arith.constant -1 : i8
  %st = arith.constant 50 : i8
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for unsigned %i = %lb to %ub step %st iter_args(%n = %c0) -> (i32) : i8 {
    %m = arith.addi %n, %c1 : i32
    scf.yield %m : i32
  }
  return %r : i32
}

func.func private @pick(%i: index) -> i32 {
  %a = arith.constant 10 : i32
  %b = arith.constant 20 : i32
  %c = arith.constant 30 : i32
  %r = scf.index_switch %i -> i32
  case 0 {
    scf.yield %a : i32
  }
  case -4 {
    scf.yield %b : i32
  }
  default {
    scf.yield %c : i32
  }
  return %r : i32
}

// CHECK: @switches: 10 : i32, 20 : i32, 30 : i32
func.func @switches() -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m4 = arith.constant -4 : index
  %a = call @pick(%c0) : (index) -> i32
  %b = call @pick(%m4) : (index) -> i32
  %c = call @pick(%c1) : (index) -> i32
  return %a, %b, %c : i32, i32, i32
}

func.func private @branch(%f: i8, %x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.switch %f : i8, [
    default: ^bb1(%x : i32),
    255: ^bb1(%c1 : i32),
    3: ^bb2
  ]
^bb1(%r: i32):
  return %r : i32
^bb2:
  %c2 = arith.constant 2 : i32
  return %c2 : i32
}

// CHECK: @branches: 1 : i32, 2 : i32, 9 : i32
func.func @branches() -> (i32, i32, i32) {
  %m1 = arith.constant -1 : i8
  %c3 = arith.constant 3 : i8
  %c4 = arith.constant 4 : i8
  %x = arith.constant 9 : i32
  %a = call @branch(%m1, %x) : (i8, i32) -> i32
  %b = call @branch(%c3, %x) : (i8, i32) -> i32
  %c = call @branch(%c4, %x) : (i8, i32) -> i32
  return %a, %b, %c : i32, i32, i32
}

func.func private @twice(%x: i32) -> i32 {
  %r = arith.addi %x, %x : i32
  return %r : i32
}
func.func private @square(%x: i32) -> i32 {
  %r = arith.muli %x, %x : i32
  return %r : i32
}
func.func private @apply(%f: (i32) -> i32, %x: i32) -> i32 {
  %r = call_indirect %f(%x) : (i32) -> i32
  return %r : i32
}

// CHECK: @values: 10 : i32, 25 : i32, 20 : i32
func.func @values() -> (i32, i32, i32) {
  %x = arith.constant 5 : i32
  %f = constant @twice : (i32) -> i32
  %g = constant @square : (i32) -> i32
  %true = arith.constant true
  %h = scf.if %true -> ((i32) -> i32) {
    scf.yield %f : (i32) -> i32
  } else {
    scf.yield %g : (i32) -> i32
  }
  %a = call @apply(%f, %x) : ((i32) -> i32, i32) -> i32
  %b = call @apply(%g, %x) : ((i32) -> i32, i32) -> i32
  %c = call_indirect %h(%a) : (i32) -> i32
  return %a, %b, %c : i32, i32, i32
}

// CHECK: @holds: 1 : i32
func.func @holds() -> i32 {
  %true = arith.constant true
  cf.assert %true, "holds"
  %r = arith.constant 1 : i32
  return %r : i32
}
