// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: func.func @branches(%c: i1, %x: i32, %y: f32) -> i32 {
func.func @branches(%c: i1, %x: i32, %y: f32) -> i32 {
  // CHECK: cf.cond_br %c, ^bb1, ^bb2(%x, %y : i32, f32)
  cf.cond_br %c, ^bb1, ^bb2(%x, %y : i32, f32)
// CHECK: ^bb1:
^bb1:
  // CHECK: cf.cond_br %c weights([3, 1]), ^bb3(%x : i32), ^bb3(%x : i32)
  cf.cond_br %c weights([3, 1]), ^bb3(%x : i32), ^bb3(%x : i32)
// CHECK: ^bb2(%a: i32, %b: f32):
^bb2(%a: i32, %b: f32):
  // CHECK: cf.br ^bb3(%a : i32)
  cf.br ^bb3(%a : i32)
// CHECK: ^bb3(%r: i32):
^bb3(%r: i32):
  return %r : i32
}
