// RUN: tile-opt %s --canonicalize --allow-unregistered-dialect | FileCheck %s

// The case of a constant, and the default.
// CHECK-LABEL: @switches(
// CHECK-NEXT: %a = "test.a"() : () -> i32
// CHECK-NEXT: %b = "test.b"() : () -> i32
// CHECK-NEXT: return %a, %b : i32, i32
func.func @switches(%x: i32, %y: i32) -> (i32, i32) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = scf.index_switch %c2 -> i32
  case 2 {
    %a = "test.a"() : () -> i32
    scf.yield %a : i32
  }
  default {
    scf.yield %x : i32
  }
  %s = scf.index_switch %c3 -> i32
  case 2 {
    scf.yield %x : i32
  }
  default {
    %b = "test.b"() : () -> i32
    scf.yield %b : i32
  }
  return %r, %s : i32, i32
}

// Blocks of a region become blocks of the function.
// CHECK-LABEL: @blocks(
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: %a = "test.a"() : () -> i32
// CHECK-NEXT: cf.br ^bb3(%a : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: %b = "test.b"() : () -> i32
// CHECK-NEXT: cf.br ^bb3(%b : i32)
// CHECK-NEXT: ^bb3(%r: i32):  // 2 preds: ^bb1, ^bb2
// CHECK-NEXT: %s = arith.addi %r, %x : i32
// CHECK-NEXT: return %s : i32
func.func @blocks(%c: i1, %x: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %a = "test.a"() : () -> i32
    scf.yield %a : i32
  ^bb2:
    %b = "test.b"() : () -> i32
    scf.yield %b : i32
  }
  %s = arith.addi %r, %x : i32
  return %s : i32
}

// But not in a loop, whose body is one block.
// CHECK-LABEL: @no_room(
// CHECK-NEXT: scf.for %i = %n to %m step %n {
// CHECK-NEXT: scf.execute_region {
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: "test.a"() : () -> ()
// CHECK-NEXT: scf.yield
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "test.b"() : () -> ()
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @no_room(%c: i1, %n: index, %m: index) {
  scf.for %i = %n to %m step %n {
    scf.execute_region {
      cf.cond_br %c, ^bb1, ^bb2
    ^bb1:
      "test.a"() : () -> ()
      scf.yield
    ^bb2:
      "test.b"() : () -> ()
      scf.yield
    }
  }
  return
}
