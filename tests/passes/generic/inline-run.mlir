// What functions give before and after inlining.
// RUN: interp-run %s | FileCheck %s
// RUN: tile-opt %s --inline=default-pipeline= | interp-run - | FileCheck %s
// RUN: tile-opt %s --inline | interp-run - | FileCheck %s

// 1 + 2 + ... with the even ones doubled: 1 + 4 + 3 + 8 + 5
// CHECK: @sum: 21 : index
func.func @sum() -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %six = arith.constant 6 : index
  %r = scf.for %i = %one to %six step %one iter_args(%s = %zero) -> (index) {
    %t = func.call @weigh(%i) : (index) -> index
    %u = arith.addi %s, %t : index
    scf.yield %u : index
  }
  return %r : index
}
func.func private @weigh(%i: index) -> index {
  %two = arith.constant 2 : index
  %zero = arith.constant 0 : index
  %rest = arith.remui %i, %two : index
  %even = arith.cmpi eq, %rest, %zero : index
  %r = scf.if %even -> (index) {
    %d = func.call @twice(%i) : (index) -> index
    scf.yield %d : index
  } else {
    scf.yield %i : index
  }
  return %r : index
}
func.func private @twice(%i: index) -> index {
  %r = arith.addi %i, %i : index
  return %r : index
}

// CHECK: @fibonacci: 55 : i32
func.func @fibonacci() -> i32 {
  %ten = arith.constant 10 : i32
  %r = func.call @fib(%ten) : (i32) -> i32
  return %r : i32
}
func.func private @fib(%n: i32) -> i32 {
  %two = arith.constant 2 : i32
  %one = arith.constant 1 : i32
  %small = arith.cmpi slt, %n, %two : i32
  cf.cond_br %small, ^bb1, ^bb2
^bb1:
  return %n : i32
^bb2:
  %a = arith.subi %n, %one : i32
  %b = arith.subi %n, %two : i32
  %x = func.call @fib(%a) : (i32) -> i32
  %y = func.call @fib(%b) : (i32) -> i32
  %z = arith.addi %x, %y : i32
  return %z : i32
}

// A body of several blocks twice in one function, its result used behind both.
// CHECK: @clamp: 3 : i32, 10 : i32
func.func @clamp() -> (i32, i32) {
  %a = arith.constant 3 : i32
  %b = arith.constant 12 : i32
  %x = func.call @at_most_ten(%a) : (i32) -> i32
  %y = func.call @at_most_ten(%b) : (i32) -> i32
  return %x, %y : i32, i32
}
func.func private @at_most_ten(%n: i32) -> i32 {
  %ten = arith.constant 10 : i32
  %more = arith.cmpi sgt, %n, %ten : i32
  cf.cond_br %more, ^bb1, ^bb2
^bb1:
  return %ten : i32
^bb2:
  return %n : i32
}
