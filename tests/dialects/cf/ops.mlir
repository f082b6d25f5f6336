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

// CHECK-LABEL: func.func @switches(%f: i32, %g: i1, %x: i32, %y: f32) -> i32 {
func.func @switches(%f: i32, %g: i1, %x: i32, %y: f32) -> i32 {
  // CHECK: cf.assert %g, "quoted \22 text" {some.name}
  cf.assert %g, "quoted \22 text" {some.name}
  // CHECK: cf.switch %f : i32, [
  cf.switch %f : i32, [
    // CHECK: default: ^bb1(%x : i32),
    default: ^bb1(%x : i32),
    // CHECK: 42: ^bb1(%f : i32),
    42: ^bb1(%f : i32),
    // CHECK: -1: ^bb2(%x, %y : i32, f32)
    -1: ^bb2(%x, %y : i32, f32)
  // CHECK: ] {some.name}
  ] {some.name}
// CHECK: ^bb1(%a: i32):
^bb1(%a: i32):
  // CHECK: cf.switch %g : i1, [
  cf.switch %g : i1, [
    // CHECK: default: ^bb1(%x : i32),
    default: ^bb1(%x : i32),
    // CHECK: 1: ^bb3
    1: ^bb3
  // CHECK: ]
  ]
// CHECK: ^bb2(%b: i32, %c: f32):
^bb2(%b: i32, %c: f32):
  // CHECK: cf.switch %b : i32, [
  cf.switch %b : i32, [
    // CHECK: default: ^bb3
    default: ^bb3
  // CHECK: ]
  ]
// CHECK: ^bb3:
^bb3:
  // CHECK: return %x : i32
  return %x : i32
}
