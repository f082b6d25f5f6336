// RUN: interp-run %s | FileCheck %s

// CHECK: @sum: 45 : index
func.func @sum() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %c0) -> index {
    %n = arith.addi %s, %i : index
    scf.yield %n : index
  }
  return %r : index
}

// Carried values change places all at once.
// CHECK: @swap: 2 : i32, 1 : i32
func.func @swap() -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 1 : i32
  %y = arith.constant 2 : i32
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> (i32, i32) {
    scf.yield %b, %a : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// No iteration: the initial values.
// CHECK: @never: 7 : i32
func.func @never() -> i32 {
  %c5 = arith.constant 5 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 7 : i32
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c5 to %c5 step %c1 iter_args(%a = %x) -> i32 {
    scf.yield %z : i32
  }
  return %r : i32
}

// CHECK: @collatz: 111 : i32
func.func @collatz() -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %n = arith.constant 27 : i32
  %r:2 = scf.while (%x = %n, %k = %c0) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi ne, %x, %c1 : i32
    scf.condition(%go) %x, %k : i32, i32
  } do {
  ^bb0(%x: i32, %k: i32):
    %odd = arith.remui %x, %c2 : i32
    %is_odd = arith.cmpi eq, %odd, %c1 : i32
    %next = scf.if %is_odd -> i32 {
      %t = arith.muli %x, %c3 : i32
      %t1 = arith.addi %t, %c1 : i32
      scf.yield %t1 : i32
    } else {
      %h = arith.divui %x, %c2 : i32
      scf.yield %h : i32
    }
    %k1 = arith.addi %k, %c1 : i32
    scf.yield %next, %k1 : i32, i32
  }
  return %r#1 : i32
}

// CHECK: @branches: 120 : i32
func.func @branches() -> i32 {
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  cf.br ^loop(%five, %one : i32, i32)
^loop(%n: i32, %f: i32):
  %done = arith.cmpi sle, %n, %one : i32
  cf.cond_br %done, ^exit(%f : i32), ^body
^body:
  %g = arith.muli %f, %n : i32
  %m = arith.subi %n, %one : i32
  cf.br ^loop(%m, %g : i32, i32)
^exit(%r: i32):
  return %r : i32
}

func.func @fib(%n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %small = arith.cmpi sle, %n, %one : i32
  %r = scf.if %small -> i32 {
    scf.yield %n : i32
  } else {
    %a = arith.subi %n, %one : i32
    %b = arith.subi %n, %two : i32
    %x = func.call @fib(%a) : (i32) -> i32
    %y = func.call @fib(%b) : (i32) -> i32
    %s = arith.addi %x, %y : i32
    scf.yield %s : i32
  }
  return %r : i32
}

// Every call has its own values.
// CHECK: @call_fib: 144 : i32
func.func @call_fib() -> i32 {
  %n = arith.constant 12 : i32
  %r = func.call @fib(%n) : (i32) -> i32
  return %r : i32
}

// A region executed in place may have blocks; it leaves with what it yields.
// CHECK: @in_place: 12 : i32
func.func @in_place() -> i32 {
  %five = arith.constant 5 : i32
  %0 = scf.execute_region -> i32 {
    %seven = arith.constant 7 : i32
    cf.br ^end(%seven : i32)
  ^end(%x: i32):
    %sum = arith.addi %x, %five : i32
    scf.yield %sum : i32
  }
  return %0 : i32
}
