// What functions give before and after their blocks are simplified.
// RUN: interp-run %s | FileCheck %s
// RUN: tile-opt %s --simplify-cfg | interp-run - | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(canonicalize{region-simplify=aggressive}))' | interp-run - | FileCheck %s

// CHECK: @choose: 10 : i32, 12 : i32
func.func @choose() -> (i32, i32) {
  %t = arith.constant true
  %f = arith.constant false
  %a = arith.constant 3 : i32
  %b = arith.constant 5 : i32
  %c = arith.constant 7 : i32
  %x = func.call @either(%t, %a, %b, %c) : (i1, i32, i32, i32) -> i32
  %y = func.call @either(%f, %a, %b, %c) : (i1, i32, i32, i32) -> i32
  return %x, %y : i32, i32
}

// Two ways that differ in two operands, one of them twice.
func.func private @either(%c: i1, %x: i32, %y: i32, %z: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %p = arith.addi %x, %x : i32
  %q = arith.subi %z, %x : i32
  %s = arith.addi %p, %q : i32
  cf.br ^bb3(%s, %z : i32, i32)
^bb2:
  %pp = arith.addi %y, %y : i32
  %qq = arith.subi %z, %y : i32
  %ss = arith.addi %pp, %qq : i32
  cf.br ^bb3(%ss, %z : i32, i32)
^bb3(%o: i32, %same: i32):
  return %o : i32
}

// A loop that carries a dead value, one that stays the same, and a sum: 0 + 1 + 2 + 3 + 4, and 9.
// CHECK: @loop: 10 : index, 9 : index
func.func @loop() -> (index, index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = arith.constant 5 : index
  %nine = arith.constant 9 : index
  cf.br ^bb1(%zero, %zero, %nine, %nine : index, index, index, index)
^bb1(%i: index, %sum: index, %dead: index, %same: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^bb2, ^bb3
^bb2:
  %s = arith.addi %sum, %i : index
  %d = arith.muli %dead, %i : index
  %next = arith.addi %i, %one : index
  cf.br ^bb1(%next, %s, %d, %nine : index, index, index, index)
^bb3:
  return %sum, %same : index, index
}
