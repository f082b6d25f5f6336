// RUN: tile-opt %s --inline=default-pipeline= --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(inline{default-pipeline= op-pipelines=func.func(canonicalize,cse)})' --allow-unregistered-dialect | FileCheck %s --check-prefix=FOLDED
// RUN: tile-opt %s --inline=default-pipeline= --allow-unregistered-dialect --remarks-filter='*inlined' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tile-opt %s --inline=default-pipeline= --allow-unregistered-dialect --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS

// STATS-DAG: 10 inlined
// STATS-DAG: 5 erased

func.func @twice(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  return %y : i32
}

// CHECK-LABEL: func.func @calls(
// CHECK-NEXT: %[[Y:.*]] = arith.addi %a, %a : i32
// CHECK-NEXT: %[[Z:.*]] = arith.addi %[[Y]], %[[Y]] : i32
// CHECK-NEXT: return %[[Z]] : i32
// REMARK: remark: @twice into @calls [inlined]
func.func @calls(%a: i32) -> i32 {
  %0 = call @twice(%a) : (i32) -> i32
  %1 = call @twice(%0) : (i32) -> i32
  return %1 : i32
}

// What came is simplified when a pipeline says so.
// FOLDED-LABEL: func.func @constant(
// FOLDED-NEXT: %[[C:.*]] = arith.constant 8 : i32
// FOLDED-NEXT: return %[[C]] : i32
func.func @constant() -> i32 {
  %two = arith.constant 2 : i32
  %0 = call @calls(%two) : (i32) -> i32
  return %0 : i32
}

// Several blocks: returns go on behind the call.
// CHECK-LABEL: func.func @blocks(
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: cf.br ^bb3(%x : i32)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %[[S:.*]] = arith.subi %x, %y : i32
// CHECK-NEXT: cf.br ^bb3(%[[S]] : i32)
// CHECK-NEXT: ^bb3(%[[R:.*]]: i32):
// CHECK-NEXT: %[[P:.*]] = arith.muli %[[R]], %[[R]] : i32
// CHECK-NEXT: return %[[P]] : i32
func.func @blocks(%c: i1, %x: i32, %y: i32) -> i32 {
  %0 = call @either(%c, %x, %y) : (i1, i32, i32) -> i32
  %1 = arith.muli %0, %0 : i32
  return %1 : i32
}
// A private function whose last call it is goes.
// CHECK-NOT: @either
// FOLDED-NOT: @either
func.func private @either(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %x : i32
^bb2:
  %0 = arith.subi %x, %y : i32
  return %0 : i32
}

// Calls in regions; several blocks find no room there.
// CHECK-LABEL: func.func @nested(
// CHECK: scf.for
// CHECK: func.call @two_blocks(
// CHECK-NEXT: arith.addi
// CHECK-NEXT: scf.yield
// REMARK: remark: @two_blocks is not inlined: the region it stands in has one block only [not-inlined]
func.func @nested(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
    func.call @two_blocks() : () -> ()
    %b = func.call @twice(%a) : (i32) -> i32
    scf.yield %b : i32
  }
  return %r : i32
}
func.func @two_blocks() {
  cf.br ^bb1
^bb1:
  return
}

// No call or function with no_inline, no declaration, no op that nobody knows.
// CHECK-LABEL: func.func @stay(
// CHECK-NEXT: call @twice(%x) {no_inline}
// CHECK-NEXT: call @never
// CHECK-NEXT: call @declared
// CHECK-NEXT: call @unknown
// REMARK: remark: @twice is not inlined: it must not be [not-inlined]
// REMARK: remark: @unknown is not inlined: an op in the body must not be [not-inlined]
func.func @stay(%x: i32) {
  %0 = call @twice(%x) {no_inline} : (i32) -> i32
  call @never() : () -> ()
  call @declared() : () -> ()
  call @unknown() : () -> ()
  return
}
func.func @never() attributes {no_inline} {
  return
}
func.func private @declared()
func.func @unknown() {
  "test.op"() : () -> ()
  return
}

// Callables that call themselves or each other.
// CHECK-LABEL: func.func @recursive(
// CHECK: call @recursive
// CHECK-LABEL: func.func @even(
// CHECK: call @odd
// CHECK-LABEL: func.func @odd(
// CHECK: call @even
// CHECK-LABEL: func.func @into_circle(
// CHECK: call @recursive
// REMARK: remark: @recursive is not inlined: what it calls calls itself [not-inlined]
// REMARK: remark: @odd is not inlined: what it calls calls back [not-inlined]
func.func @recursive(%x: i32) -> i32 {
  %0 = call @recursive(%x) : (i32) -> i32
  return %0 : i32
}
func.func @even(%x: i32) -> i32 {
  %0 = call @odd(%x) : (i32) -> i32
  return %0 : i32
}
func.func @odd(%x: i32) -> i32 {
  %0 = call @even(%x) : (i32) -> i32
  return %0 : i32
}
func.func @into_circle(%x: i32) -> i32 {
  %0 = call @recursive(%x) : (i32) -> i32
  return %0 : i32
}

// A chain of private functions, one of them called twice, and one that nobody calls.
// CHECK-LABEL: func.func @chain(
// CHECK-COUNT-4: arith.addi
// CHECK-NOT: call
// CHECK: return
// CHECK-NOT: @link
// CHECK-NOT: @idle
func.func @chain(%x: i32) -> i32 {
  %0 = call @link2(%x) : (i32) -> i32
  %1 = call @link2(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @link2(%x: i32) -> i32 {
  %0 = call @link1(%x) : (i32) -> i32
  %1 = call @link1(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @link1(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func private @idle() {
  return
}

// A reference from elsewhere keeps a private function.
// CHECK: func.func private @kept
func.func private @kept() {
  return
}
"test.refer"() {to = [@kept]} : () -> ()

// Functions of a module inside.
module @inner {
  // CHECK-NOT: @helper
  func.func private @helper() -> i32 {
    %c = arith.constant 7 : i32
    return %c : i32
  }
  // CHECK: func.func @user(
  // CHECK-NEXT: arith.constant 7
  func.func @user() -> i32 {
    %0 = call @helper() : () -> i32
    return %0 : i32
  }
}
