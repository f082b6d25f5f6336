// What functions give before and after their memory became values.
// RUN: interp-run %s | FileCheck %s
// RUN: tile-opt %s --mem2reg | interp-run - | FileCheck %s
// RUN: tile-opt %s --mem2reg --canonicalize --cse | interp-run - | FileCheck %s
// RUN: tile-opt %s --mem2reg | FileCheck %s --check-prefix=GONE

// GONE-NOT: memref.alloca

// CHECK: @fibonacci: 89 : i32, 10 : i32
func.func @fibonacci() -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  %i = memref.alloca() : memref<i32>
  %a = memref.alloca() : memref<1xi32>
  %b = memref.alloca() : memref<1xi32>
  %first = arith.constant 0 : index
  memref.store %zero, %i[] : memref<i32>
  memref.store %one, %a[%first] : memref<1xi32>
  memref.store %one, %b[%first] : memref<1xi32>
  cf.br ^bb1
^bb1:
  %n = memref.load %i[] : memref<i32>
  %more = arith.cmpi slt, %n, %ten : i32
  cf.cond_br %more, ^bb2, ^bb3
^bb2:
  %x = memref.load %a[%first] : memref<1xi32>
  %y = memref.load %b[%first] : memref<1xi32>
  %z = arith.addi %x, %y : i32
  memref.store %y, %a[%first] : memref<1xi32>
  memref.store %z, %b[%first] : memref<1xi32>
  %m = arith.addi %n, %one : i32
  memref.store %m, %i[] : memref<i32>
  cf.br ^bb1
^bb3:
  %r = memref.load %a[%first] : memref<1xi32>
  %k = memref.load %i[] : memref<i32>
  return %r, %k : i32, i32
}

// Entered in the middle: 3 rounds, the odd ones of which take another way in.
// CHECK: @irreducible: 17 : i32
func.func @irreducible() -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %limit = arith.constant 14 : i32
  %t = arith.constant true
  %v = memref.alloca() : memref<i32>
  memref.store %one, %v[] : memref<i32>
  cf.cond_br %t, ^bb2, ^bb1
^bb1:
  %a = memref.load %v[] : memref<i32>
  %b = arith.addi %a, %one : i32
  memref.store %b, %v[] : memref<i32>
  cf.br ^bb2
^bb2:
  %c = memref.load %v[] : memref<i32>
  %d = arith.muli %c, %two : i32
  %rest = arith.subi %d, %zero : i32
  memref.store %rest, %v[] : memref<i32>
  %more = arith.cmpi slt, %d, %limit : i32
  cf.cond_br %more, ^bb1, ^bb3
^bb3:
  %e = memref.load %v[] : memref<i32>
  %f = arith.addi %e, %one : i32
  %g = arith.addi %f, %two : i32
  return %g : i32
}
