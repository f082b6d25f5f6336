// RUN: interp-run %s --lanes=8 | FileCheck %s
//
// Lanes of a warp that go different ways.  Every argument is the lane's number.

// CHECK: @if: [100, 100, 100, 203, 204, 205, 206, 207] : i32
func.func @if(%lane: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %c100 = arith.constant 100 : i32
  %c200 = arith.constant 200 : i32
  %low = arith.cmpi slt, %lane, %c3 : i32
  %r = scf.if %low -> i32 {
    scf.yield %c100 : i32
  } else {
    %s = arith.addi %lane, %c200 : i32
    scf.yield %s : i32
  }
  return %r : i32
}

// Nobody's else, and an if inside an if.
// CHECK: @nested: [0, 1, 2, 3, 14, 15, 26, 27] : i32
func.func @nested(%lane: i32) -> i32 {
  %c4 = arith.constant 4 : i32
  %c6 = arith.constant 6 : i32
  %c10 = arith.constant 10 : i32
  %high = arith.cmpi sge, %lane, %c4 : i32
  %r = scf.if %high -> i32 {
    %a = arith.addi %lane, %c10 : i32
    %higher = arith.cmpi sge, %lane, %c6 : i32
    %b = scf.if %higher -> i32 {
      %c = arith.addi %a, %c10 : i32
      scf.yield %c : i32
    } else {
      scf.yield %a : i32
    }
    scf.yield %b : i32
  } else {
    scf.yield %lane : i32
  }
  return %r : i32
}

// Each lane has its own bounds: 0 + 1 + ... + (lane - 1); lane 0 takes no turn.
// CHECK: @for: [0, 0, 1, 3, 6, 10, 15, 21] : index
func.func @for(%lane: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %lane step %c1 iter_args(%s = %c0) -> index {
    %n = arith.addi %s, %i : index
    scf.yield %n : index
  }
  return %r : index
}

// Steps differ, too.
// CHECK: @steps: [16, 8, 6, 4, 4, 3, 3, 2] : i32
func.func @steps(%lane: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %step = arith.addi %lane, %c1 : i32
  %r = scf.for %i = %c0 to %c16 step %step iter_args(%s = %c0) -> i32 : i32 {
    %n = arith.addi %s, %c1 : i32
    scf.yield %n : i32
  }
  return %r : i32
}

// Steps of the Collatz sequence.
// CHECK: @while: [0, 0, 1, 7, 2, 5, 8, 16] : i32
func.func @while(%lane: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %r:2 = scf.while (%x = %lane, %n = %c0) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi sgt, %x, %c1 : i32
    scf.condition(%more) %x, %n : i32, i32
  } do {
  ^bb0(%x: i32, %n: i32):
    %bit = arith.andi %x, %c1 : i32
    %odd = arith.cmpi eq, %bit, %c1 : i32
    %next = scf.if %odd -> i32 {
      %t = arith.muli %x, %c3 : i32
      %u = arith.addi %t, %c1 : i32
      scf.yield %u : i32
    } else {
      %h = arith.divsi %x, %c2 : i32
      scf.yield %h : i32
    }
    %m = arith.addi %n, %c1 : i32
    scf.yield %next, %m : i32, i32
  }
  return %r#1 : i32
}

// CHECK: @index_switch: [9, 11, 9, 33, 9, 9, 9, 9] : i32
func.func @index_switch(%lane: index) -> i32 {
  %r = scf.index_switch %lane -> i32
  case 1 {
    %a = arith.constant 11 : i32
    scf.yield %a : i32
  }
  case 3 {
    %b = arith.constant 33 : i32
    scf.yield %b : i32
  }
  default {
    %c = arith.constant 9 : i32
    scf.yield %c : i32
  }
  return %r : i32
}

// A value of the loop, used after it: that of the iteration in which the lane left.
// CHECK: @last: [1, 1, 4, 9, 16, 25, 36, 49] : i32
func.func @last(%lane: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.br ^loop(%c1 : i32)
^loop(%i: i32):
  %square = arith.muli %i, %i : i32
  %next = arith.addi %i, %c1 : i32
  %more = arith.cmpi slt, %i, %lane : i32
  cf.cond_br %more, ^loop(%next : i32), ^out
^out:
  return %square : i32
}

// Sides of a branch swap what they hand on; they meet in ^join.
// CHECK: @swap: [0, 10, 2, 30, 4, 50, 6, 70] : i32
func.func @swap(%lane: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c10 = arith.constant 10 : i32
  %ten = arith.muli %lane, %c10 : i32
  %bit = arith.andi %lane, %c1 : i32
  %odd = arith.cmpi eq, %bit, %c1 : i32
  cf.cond_br %odd, ^join(%ten, %lane : i32, i32), ^join(%lane, %ten : i32, i32)
^join(%a: i32, %b: i32):
  return %a : i32
}

// CHECK: @switch: [70, 71, 52, 63, 74, 75, 76, 77] : i32
func.func @switch(%lane: i32) -> i32 {
  %c50 = arith.constant 50 : i32
  %c60 = arith.constant 60 : i32
  %c70 = arith.constant 70 : i32
  cf.switch %lane : i32, [
    default: ^join(%c70 : i32),
    2: ^join(%c50 : i32),
    3: ^join(%c60 : i32)
  ]
^join(%base: i32):
  %r = arith.addi %base, %lane : i32
  return %r : i32
}

// Two returns: what each lane returned.
func.func private @early(%x: i32) -> i32 {
  %c5 = arith.constant 5 : i32
  %c1 = arith.constant 1 : i32
  %small = arith.cmpi slt, %x, %c5 : i32
  cf.cond_br %small, ^now, ^later
^now:
  return %c1 : i32
^later:
  %r = arith.muli %x, %x : i32
  return %r : i32
}

// CHECK: @calls: [1, 1, 1, 1, 1, 25, 36, 49] : i32
func.func @calls(%lane: i32) -> i32 {
  %r = func.call @early(%lane) : (i32) -> i32
  return %r : i32
}

// A region with several ways out.
// CHECK: @region: [8, 8, 8, 8, 14, 15, 16, 17] : i32
func.func @region(%lane: i32) -> i32 {
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %c10 = arith.constant 10 : i32
  %r = scf.execute_region -> i32 {
    %low = arith.cmpi slt, %lane, %c4 : i32
    cf.cond_br %low, ^a, ^b
  ^a:
    scf.yield %c8 : i32
  ^b:
    %s = arith.addi %lane, %c10 : i32
    scf.yield %s : i32
  }
  return %r : i32
}

// Lane 0 does not divide.
// CHECK: @divide: [0, 100, 50, 33, 25, 20, 16, 14] : i32
func.func @divide(%lane: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c100 = arith.constant 100 : i32
  %some = arith.cmpi ne, %lane, %c0 : i32
  %r = scf.if %some -> i32 {
    %q = arith.divsi %c100, %lane : i32
    scf.yield %q : i32
  } else {
    scf.yield %c0 : i32
  }
  return %r : i32
}

// Vectors: each lane takes another element.
// CHECK: @element: [5, 6, 7, 8, 5, 6, 7, 8] : i32
func.func @element(%lane: i32) -> i32 {
  %v = arith.constant dense<[5, 6, 7, 8]> : vector<4xi32>
  %c3 = arith.constant 3 : i32
  %i = arith.andi %lane, %c3 : i32
  %at = arith.index_cast %i : i32 to index
  %r = vector.extract %v[%at] : i32 from vector<4xi32>
  return %r : i32
}

// Lanes take different numbers of points: the sum of i * j for i < 3 and j < lane.
// CHECK: @parallel: [0, 0, 3, 9, 18, 30, 45, 63] : index
func.func @parallel(%lane: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%c3, %lane) step (%c1, %c1) init (%c0) -> index {
    %p = arith.muli %i, %j : index
    scf.reduce(%p : index) {
    ^bb0(%a: index, %b: index):
      %s = arith.addi %a, %b : index
      scf.reduce.return %s : index
    }
  }
  return %r : index
}
