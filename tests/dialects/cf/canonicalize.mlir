// RUN: tile-opt %s --canonicalize | FileCheck %s

// The way that is taken.
// CHECK-LABEL: func.func @constant(
// CHECK-NEXT: return %a : i32
func.func @constant(%c: i1, %a: i32, %b: i32, %m: memref<8xi32>, %i: index) -> i32 {
  %t = arith.constant true
  cf.cond_br %t, ^bb1, ^bb2
  ^bb1:
  return %a : i32
  ^bb2:
  return %b : i32
}

// A block with one way in joins the block before.
// CHECK-LABEL: func.func @merge(
// CHECK-NEXT: %[[Y:.*]] = arith.addi %a, %b : i32
// CHECK-NEXT: return %[[Y]] : i32
func.func @merge(%c: i1, %a: i32, %b: i32, %m: memref<8xi32>, %i: index) -> i32 {
  cf.br ^bb1(%a : i32)
  ^bb1(%x: i32):
  %y = arith.addi %x, %b : i32
  cf.br ^bb2(%y : i32)
  ^bb2(%z: i32):
  return %z : i32
}

// What differs is selected.
// CHECK-LABEL: func.func @same_target(
// CHECK-NEXT: %[[X:.*]] = arith.select %c, %a, %b : i32
// CHECK-NEXT: return %[[X]] : i32
func.func @same_target(%c: i1, %a: i32, %b: i32, %m: memref<8xi32>, %i: index) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%b : i32)
  ^bb1(%x: i32):
  return %x : i32
}

// Blocks that only branch on are skipped.
// CHECK-LABEL: func.func @pass_through(
// CHECK-NEXT: cf.cond_br %c, ^bb2(%a : i32), ^bb1
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: memref.store %a, %m[%i] : memref<8xi32>
// CHECK-NEXT: cf.br ^bb2(%b : i32)
// CHECK-NEXT: ^bb2(%x: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: return %x : i32
func.func @pass_through(%c: i1, %a: i32, %b: i32, %m: memref<8xi32>, %i: index) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
  cf.br ^bb3(%a : i32)
  ^bb2:
  memref.store %a, %m[%i] : memref<8xi32>
  cf.br ^bb3(%b : i32)
  ^bb3(%x: i32):
  return %x : i32
}

// The condition is true where it leads.
// CHECK-LABEL: func.func @known(
// CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:  // pred: ^bb0
// CHECK-NEXT: return %a : i32
// CHECK-NEXT: ^bb2:  // pred: ^bb0
// CHECK-NEXT: memref.store %b, %m[%i] : memref<8xi32>
// CHECK-NEXT: return %b : i32
func.func @known(%c: i1, %a: i32, %b: i32, %m: memref<8xi32>, %i: index) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
  %x = arith.select %c, %a, %b : i32
  return %x : i32
  ^bb2:
  %y = arith.select %c, %a, %b : i32
  memref.store %y, %m[%i] : memref<8xi32>
  return %y : i32
}

// A block that branches to itself stays.
// CHECK-LABEL: func.func @loop(
// CHECK-NEXT: cf.br ^bb1(%a : i32)
// CHECK-NEXT: ^bb1(%x: i32):  // 2 preds: ^bb0, ^bb1
// CHECK-NEXT: %[[Y:.*]] = arith.addi %x, %b : i32
// CHECK-NEXT: memref.store %[[Y]], %m[%i] : memref<8xi32>
// CHECK-NEXT: cf.cond_br %c, ^bb1(%[[Y]] : i32), ^bb2
// CHECK-NEXT: ^bb2:  // pred: ^bb1
// CHECK-NEXT: return %[[Y]] : i32
func.func @loop(%c: i1, %a: i32, %b: i32, %m: memref<8xi32>, %i: index) -> i32 {
  cf.br ^bb1(%a : i32)
  ^bb1(%x: i32):
  %y = arith.addi %x, %b : i32
  memref.store %y, %m[%i] : memref<8xi32>
  cf.cond_br %c, ^bb1(%y : i32), ^bb2
  ^bb2:
  return %y : i32
}
