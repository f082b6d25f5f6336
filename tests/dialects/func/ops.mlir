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
