// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: func.func private @declared(i32 {some.attr}, memref<?xf32>) -> (i32 {other.attr = 1 : i64}, f32)
func.func private @declared(i32 {some.attr}, memref<?xf32>) -> (i32 {other.attr = 1 : i64}, f32)
// CHECK-LABEL: func.func private @plain()
func.func private @plain()
// CHECK-LABEL: func.func private @gives_function() -> (() -> ())
func.func private @gives_function() -> (() -> ())
// CHECK-LABEL: func.func nested @named(%x: i32 {some.attr}, %m: memref<?xf32>) -> i32 attributes {some.name} {
func.func nested @named(%x: i32 {some.attr}, %m: memref<?xf32>) -> i32 attributes {some.name} {
  // CHECK: %r:2 = call @declared(%x, %m) : (i32, memref<?xf32>) -> (i32, f32)
  %r:2 = call @declared(%x, %m) : (i32, memref<?xf32>) -> (i32, f32)
  // CHECK: call @plain() : () -> ()
  call @plain() : () -> ()
  return %r#0 : i32
}

// CHECK-LABEL: func.func @values(%f: (i32, f32) -> i32, %x: i32, %y: f32) -> ((i32) -> (i32, i32)) {
func.func @values(%f: (i32, f32) -> i32, %x: i32, %y: f32) -> ((i32) -> (i32, i32)) {
  // CHECK: %g = constant @pair : (i32) -> (i32, i32)
  %g = constant @pair : (i32) -> (i32, i32)
  // CHECK: %0 = call_indirect %f(%x, %y) {some.name} : (i32, f32) -> i32
  %0 = call_indirect %f(%x, %y) {some.name} : (i32, f32) -> i32
  // CHECK: %r:2 = call_indirect %g(%x) : (i32) -> (i32, i32)
  %r:2 = call_indirect %g(%x) : (i32) -> (i32, i32)
  // CHECK: return %g : (i32) -> (i32, i32)
  return %g : (i32) -> (i32, i32)
}
// CHECK-LABEL: func.func private @pair(i32 {some.name}) -> (i32 {other.name = 1 : i32}, i32)
func.func private @pair(i32 {some.name}) -> (i32 {other.name = 1 : i32}, i32)

// Arguments may have their names in the header of the first block.
// CHECK-LABEL: func.func @named_by_block(%a: i32, %b: f32) -> f32 {
// CHECK-NEXT: return %b : f32
func.func @named_by_block(i32, f32) -> f32 {
^bb0(%a: i32, %b: f32):
  return %b : f32
}
