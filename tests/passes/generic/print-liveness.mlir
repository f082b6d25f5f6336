// RUN: tile-opt %s --print-liveness -verify-diagnostics -split-input-file -o /dev/null
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(print-liveness{ops}))' -split-input-file -o /dev/null 2>&1 | FileCheck %s

// With the option, for each op of the first function.
// CHECK: remark: live in: nothing; live out: %a, %b
// CHECK: remark: live behind it: %a, %b
// CHECK: remark: live in: %a, %b; live out: nothing
// CHECK: remark: live behind it: %s
// CHECK: remark: live behind it: nothing

module {
  // expected-remark @+1 {{live in: nothing; live out: nothing}}
  func.func @branches(%c: i1, %a: i32, %b: i32) -> i32 {
    // expected-remark @+1 {{live in: nothing; live out: %a, %b}}
    cf.br ^next
  ^next:
    // expected-remark @+1 {{live in: %a, %b; live out: nothing}}
    %s = arith.addi %a, %b : i32
    return %s : i32
  }
}

// -----

// expected-remark @+1 {{live in: nothing; live out: nothing}}
func.func private @declared()

// Around a loop of blocks: what the body uses is live as long as it may run.
func.func @loop(%n: i32, %k: i32) -> i32 {
  // expected-remark @+1 {{live in: nothing; live out: %n, %k, %zero}}
  %zero = arith.constant 0 : i32
  cf.br ^head(%zero : i32)
^head(%i: i32):
  // expected-remark @+1 {{live in: %n, %k, %zero; live out: %n, %k, %i, %zero}}
  %p = arith.cmpi slt, %i, %n : i32
  cf.cond_br %p, ^body, ^end
^body:
  // expected-remark @+1 {{live in: %n, %k, %i, %zero; live out: %n, %k, %zero}}
  %j = arith.addi %i, %k : i32
  cf.br ^head(%j : i32)
^end:
  // expected-remark @+1 {{live in: %i, %zero; live out: nothing}}
  %r = arith.addi %i, %zero : i32
  return %r : i32
}

// -----

// A region uses a value from outside for its op.
// expected-remark @+1 {{live in: nothing; live out: nothing}}
func.func @regions(%c: i1, %x: i32, %n: index) -> i32 {
  // expected-remark @+1 {{live in: nothing; live out: nothing}}
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (i32) {
    // expected-remark @+1 {{live in: %c, %x; live out: nothing}}
    %t = scf.if %c -> (i32) {
      // expected-remark @+1 {{live in: %s; live out: nothing}}
      scf.yield %s : i32
    } else {
      // expected-remark @+1 {{live in: %x; live out: nothing}}
      scf.yield %x : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}
