// What functions give before and after their constants are propagated.
// RUN: interp-run %s | FileCheck %s
// RUN: tile-opt %s --sccp | interp-run - | FileCheck %s
// RUN: tile-opt %s --sccp --canonicalize --sccp | interp-run - | FileCheck %s

// CHECK: @main: 55 : i32, 7 : i32, 12 : i32, 8 : i32
func.func @main() -> (i32, i32, i32, i32) {
  %n = arith.constant 10 : i32
  %true = arith.constant true
  %seven = arith.constant 7 : i32
  %sum = func.call @sum(%n) : (i32) -> i32
  %a = func.call @pick(%true, %seven) : (i1, i32) -> i32
  %five = arith.constant 5 : i32
  %b = func.call @add(%five, %seven) : (i32, i32) -> i32
  %c = func.call @twice(%true) : (i1) -> i32
  return %sum, %a, %b, %c : i32, i32, i32, i32
}

func.func private @sum(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^head(%zero, %zero : i32, i32)
^head(%i: i32, %s: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^end
^body:
  %j = arith.addi %i, %one : i32
  %t = arith.addi %s, %j : i32
  cf.br ^head(%j, %t : i32, i32)
^end:
  return %s : i32
}

func.func private @pick(%c: i1, %x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %zero : i32
  }
  return %r : i32
}

func.func private @add(%x: i32, %y: i32) -> i32 {
  %r = arith.addi %x, %y : i32
  return %r : i32
}

func.func private @twice(%c: i1) -> i32 {
  %four = arith.constant 4 : i32
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1(%four : i32), ^bb1(%four : i32)
  ^bb1(%x: i32):
    %y = arith.addi %x, %x : i32
    scf.yield %y : i32
  }
  return %r : i32
}
