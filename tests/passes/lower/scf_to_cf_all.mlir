// RUN: tile-opt %s --convert-scf-to-cf --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: @unsigned(
// CHECK-NEXT: cf.br ^bb1(%lb : i32)
// CHECK-NEXT: ^bb1(%i: i32):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT: %[[V0:.*]] = arith.cmpi ult, %i, %ub : i32
// CHECK-NEXT: cf.cond_br %[[V0]], ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: "test.use"(%i) : (i32) -> ()
// CHECK-NEXT: %[[V1:.*]] = arith.addi %i, %st : i32
// CHECK-NEXT: cf.br ^bb1(%[[V1]] : i32)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT: return
func.func @unsigned(%lb: i32, %ub: i32, %st: i32) {
  scf.for unsigned %i = %lb to %ub step %st : i32 {
    "test.use"(%i) : (i32) -> ()
  }
  return
}

// A loop that ends with its decision needs no second block.
// CHECK-LABEL: @repeat(
// CHECK-NEXT: cf.br ^bb1(%x : i32)
// CHECK-NEXT: ^bb1(%a: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: %n = "test.next"(%a) : (i32) -> i32
// CHECK-NEXT: %c = "test.go"(%n) : (i32) -> i1
// CHECK-NEXT: cf.cond_br %c, ^bb1(%n : i32), ^bb2
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: return %n : i32
func.func @repeat(%x: i32) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %n = "test.next"(%a) : (i32) -> i32
    %c = "test.go"(%n) : (i32) -> i1
    scf.condition(%c) %n : i32
  } do {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }
  return %r : i32
}

// CHECK-LABEL: @grid(
// CHECK-NEXT: cf.br ^bb1(%a, %x : index, f32)
// CHECK-NEXT: ^bb1(%i: index, %[[V0:.*]]: f32):  // 2 preds: ^bb0, ^bb5
// CHECK-NEXT: %[[V1:.*]] = arith.cmpi slt, %i, %n : index
// CHECK-NEXT: cf.cond_br %[[V1]], ^bb2, ^bb6
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: cf.br ^bb3(%b, %[[V0]] : index, f32)
// CHECK-NEXT: ^bb3(%j: index, %[[V2:.*]]: f32):  // 2 preds: ^bb2, ^bb4
// CHECK-NEXT: %[[V3:.*]] = arith.cmpi slt, %j, %n : index
// CHECK-NEXT: cf.cond_br %[[V3]], ^bb4, ^bb5
// CHECK-NEXT: ^bb4:  // pred: ^bb3
// CHECK-NEXT: %v = "test.value"(%i, %j) : (index, index) -> f32
// CHECK-NEXT: %s = arith.addf %[[V2]], %v : f32
// CHECK-NEXT: %[[V4:.*]] = arith.addi %j, %b : index
// CHECK-NEXT: cf.br ^bb3(%[[V4]], %s : index, f32)
// CHECK-NEXT: ^bb5:  // pred: ^bb3
// CHECK-NEXT: %[[V5:.*]] = arith.addi %i, %a : index
// CHECK-NEXT: cf.br ^bb1(%[[V5]], %[[V2]] : index, f32)
// CHECK-NEXT: ^bb6:  // pred: ^bb1
// CHECK-NEXT: return %[[V0]] : f32
func.func @grid(%a: index, %b: index, %n: index, %x: f32) -> f32 {
  %r = scf.parallel (%i, %j) = (%a, %b) to (%n, %n) step (%a, %b) init (%x) -> f32 {
    %v = "test.value"(%i, %j) : (index, index) -> f32
    scf.reduce(%v : f32) {
    ^bb0(%l: f32, %m: f32):
      %s = arith.addf %l, %m : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// The body and what reduces become several blocks themselves.
// CHECK-LABEL: @blocks(
// CHECK-NEXT: cf.br ^bb1(%a, %x : index, i32)
// CHECK-NEXT: ^bb1(%i: index, %[[V0:.*]]: i32):  // 2 preds: ^bb0, ^bb8
// CHECK-NEXT: %[[V1:.*]] = arith.cmpi slt, %i, %n : index
// CHECK-NEXT: cf.cond_br %[[V1]], ^bb2, ^bb9
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: cf.cond_br %c, ^bb3, ^bb4
// CHECK-NEXT: ^bb3:  // pred: ^bb2
// CHECK-NEXT: "test.use"(%i) : (index) -> ()
// CHECK-NEXT: cf.br ^bb4
// CHECK-NEXT: ^bb4:  // 2 preds: ^bb2, ^bb3
// CHECK-NEXT: cf.cond_br %c, ^bb5, ^bb6
// CHECK-NEXT: ^bb5:  // pred: ^bb4
// CHECK-NEXT: %t = arith.muli %[[V0]], %x : i32
// CHECK-NEXT: cf.br ^bb7(%t : i32)
// CHECK-NEXT: ^bb6:  // pred: ^bb4
// CHECK-NEXT: cf.br ^bb7(%[[V0]] : i32)
// CHECK-NEXT: ^bb7(%s: i32):  // 2 preds: ^bb5, ^bb6
// CHECK-NEXT: cf.br ^bb8
// CHECK-NEXT: ^bb8:  // pred: ^bb7
// CHECK-NEXT: %[[V2:.*]] = arith.addi %i, %a : index
// CHECK-NEXT: cf.br ^bb1(%[[V2]], %s : index, i32)
// CHECK-NEXT: ^bb9:  // pred: ^bb1
// CHECK-NEXT: return %[[V0]] : i32
func.func @blocks(%a: index, %n: index, %c: i1, %x: i32) -> i32 {
  %r = scf.parallel (%i) = (%a) to (%n) step (%a) init (%x) -> i32 {
    scf.if %c {
      "test.use"(%i) : (index) -> ()
    }
    scf.reduce(%x : i32) {
    ^bb0(%l: i32, %m: i32):
      %s = scf.if %c -> (i32) {
        %t = arith.muli %l, %m : i32
        scf.yield %t : i32
      } else {
        scf.yield %l : i32
      }
      scf.reduce.return %s : i32
    }
  }
  return %r : i32
}

// CHECK-LABEL: @forall(
// CHECK-NEXT: %[[V0:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[V1:.*]] = arith.constant 2 : index
// CHECK-NEXT: cf.br ^bb1(%[[V0]] : index)
// CHECK-NEXT: ^bb1(%i: index):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT: %[[V2:.*]] = arith.cmpi slt, %i, %n : index
// CHECK-NEXT: cf.cond_br %[[V2]], ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: "test.use"(%i, %t) : (index, tensor<4xf32>) -> ()
// CHECK-NEXT: %[[V3:.*]] = arith.addi %i, %[[V1]] : index
// CHECK-NEXT: cf.br ^bb1(%[[V3]] : index)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT: return %t : tensor<4xf32>
func.func @forall(%n: index, %t: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) = (1) to (%n) step (2) shared_outs(%o = %t) -> (tensor<4xf32>) {
    "test.use"(%i, %o) : (index, tensor<4xf32>) -> ()
    scf.forall.in_parallel {
    }
  }
  return %r : tensor<4xf32>
}

// Numbers of type index may need 64 bits.
// CHECK-LABEL: @switch(
// CHECK-NEXT: %[[V0:.*]] = arith.index_cast %i : index to i64
// CHECK-NEXT: cf.switch %[[V0]] : i64, [
// CHECK-NEXT: default: ^bb3,
// CHECK-NEXT: 4294967298: ^bb1,
// CHECK-NEXT: 2: ^bb2
// CHECK-NEXT: ]
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: cf.br ^bb4(%x : i32)
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: "test.two"() : () -> ()
// CHECK-NEXT: cf.br ^bb4(%y : i32)
// CHECK-NEXT: ^bb3:  // pred: ^bb0
// CHECK-NEXT: "test.default"() : () -> ()
// CHECK-NEXT: cf.br ^bb4(%y : i32)
// CHECK-NEXT: ^bb4(%r: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
// CHECK-NEXT: return %r : i32
func.func @switch(%i: index, %x: i32, %y: i32) -> i32 {
  %r = scf.index_switch %i -> i32
  case 4294967298 {
    scf.yield %x : i32
  }
  case 2 {
    "test.two"() : () -> ()
    scf.yield %y : i32
  }
  default {
    "test.default"() : () -> ()
    scf.yield %y : i32
  }
  return %r : i32
}

// CHECK-LABEL: @region(
// CHECK-NEXT: cf.br ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: cf.cond_br %c, ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: cf.br ^bb4(%x : i32)
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT: cf.br ^bb4(%y : i32)
// CHECK-NEXT: ^bb4(%r: i32):  // 2 preds: ^bb2, ^bb3
// CHECK-NEXT: return %r : i32
func.func @region(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %x : i32
  ^bb2:
    scf.yield %y : i32
  }
  return %r : i32
}

// What is meant for LLVM goes to the branch back.
// CHECK-LABEL: @annotated(
// CHECK-NEXT: cf.br ^bb1(%a : index)
// CHECK-NEXT: ^bb1(%i: index):  // 2 preds: ^bb0, ^bb2
// CHECK-NEXT: %[[V0:.*]] = arith.cmpi slt, %i, %a : index
// CHECK-NEXT: cf.cond_br %[[V0]], ^bb2, ^bb3
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: %[[V1:.*]] = arith.addi %i, %a : index
// CHECK-NEXT: cf.br ^bb1(%[[V1]] : index) {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
// CHECK-NEXT: ^bb3:  // pred: ^bb1
// CHECK-NEXT: return
func.func @annotated(%a: index) {
  scf.for %i = %a to %a step %a {
  } {llvm.loop_annotation = #llvm.loop_annotation<disableNonforced = true>, other.name}
  return
}
