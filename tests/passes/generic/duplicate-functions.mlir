// RUN: tile-opt %s --duplicate-function-elimination --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --duplicate-function-elimination --split-input-file --allow-unregistered-dialect --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STAT

// The names of values and of the functions do not count, and the first function stays.
// CHECK: func.func @first
// CHECK-NOT: @second
// CHECK-LABEL: func.func @calls
// CHECK: call @first
// CHECK: call @first
// STAT: 4 erased
func.func @first(%x: i32) -> i32 {
  %s = arith.addi %x, %x : i32
  return %s : i32
}
func.func @second(%y: i32) -> i32 {
  %t = arith.addi %y, %y : i32
  return %t : i32
}
func.func @calls(%x: i32) -> (i32, i32) {
  %a = call @first(%x) : (i32) -> i32
  %b = call @second(%x) : (i32) -> i32
  return %a, %b : i32, i32
}

// -----

// A constant, an order of operands, a type, an attribute of the function or of an argument, or the
// visibility make a difference.
// CHECK: @one
// CHECK: @two
// CHECK: @swapped
// CHECK: @hinted
// CHECK: @noted
// CHECK: @hidden
// CHECK: @wide
// CHECK: @declared
// CHECK: @declared_too
func.func @one(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 1 : i32
  %r = arith.subi %x, %c : i32
  return %r : i32
}
func.func @two(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 2 : i32
  %r = arith.subi %x, %c : i32
  return %r : i32
}
func.func @swapped(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 1 : i32
  %r = arith.subi %c, %x : i32
  return %r : i32
}
func.func @hinted(%x: i32 {some.hint}, %y: i32) -> i32 {
  %c = arith.constant 1 : i32
  %r = arith.subi %x, %c : i32
  return %r : i32
}
func.func @noted(%x: i32, %y: i32) -> i32 attributes {some.note} {
  %c = arith.constant 1 : i32
  %r = arith.subi %x, %c : i32
  return %r : i32
}
func.func private @hidden(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 1 : i32
  %r = arith.subi %x, %c : i32
  return %r : i32
}
func.func @wide(%x: i64, %y: i32) -> i64 {
  %c = arith.constant 1 : i64
  %r = arith.subi %x, %c : i64
  return %r : i64
}
func.func private @declared(i32)
func.func private @declared_too(i32)

// -----

// Blocks and regions are compared with all they hold.
// CHECK: @count
// CHECK-NOT: @count_too
// CHECK: @other_way
// CHECK: @emptier
// CHECK: call @count
func.func @count(%c: i1, %n: index) -> index {
  cf.cond_br %c, ^some(%n : index), ^none
^some(%i: index):
  %r = scf.if %c -> (index) {
    scf.yield %i : index
  } else {
    scf.yield %n : index
  }
  return %r : index
^none:
  return %n : index
}
func.func @count_too(%c: i1, %n: index) -> index {
  cf.cond_br %c, ^some(%n : index), ^none
^some(%j: index):
  %r = scf.if %c -> (index) {
    scf.yield %j : index
  } else {
    scf.yield %n : index
  }
  return %r : index
^none:
  return %n : index
}
func.func @other_way(%c: i1, %n: index) -> index {
  cf.cond_br %c, ^none, ^some(%n : index)
^some(%j: index):
  %r = scf.if %c -> (index) {
    scf.yield %j : index
  } else {
    scf.yield %n : index
  }
  return %r : index
^none:
  return %n : index
}
func.func @emptier(%c: i1, %n: index) -> index {
  cf.br ^none
^none:
  return %n : index
}
func.func @calls(%c: i1, %n: index) -> index {
  %r = call @count_too(%c, %n) : (i1, index) -> index
  return %r : index
}

// -----

// References inside attributes follow; functions that call themselves, or each the other's twin,
// differ in what they call.
// CHECK: "some.op"() {funcs = [{f = @leaf}, @leaf, 1 : i32], g = @m::@same}
// CHECK: @leaf
// CHECK-NOT: @twig
// CHECK: @again
// CHECK: call @again
// CHECK: @again_too
// CHECK: call @again_too
// CHECK: @up
// CHECK: call @leaf
// CHECK: @up_too
// CHECK: call @leaf
// CHECK: module @m
// CHECK-NEXT: @same
// CHECK-NOT: @same_too
"some.op"() {funcs = [{f = @twig}, @leaf, 1 : i32], g = @m::@same_too} : () -> ()
func.func @leaf() {
  return
}
func.func @twig() {
  return
}
func.func @again() {
  call @again() : () -> ()
  return
}
func.func @again_too() {
  call @again_too() : () -> ()
  return
}
func.func @up() {
  call @leaf() : () -> ()
  return
}
func.func @up_too() {
  call @twig() : () -> ()
  return
}
// One in another module is another one: who refers to it may not be able to name the first.
module @m {
  func.func @same() {
    return
  }
  func.func @same_too() {
    return
  }
}
