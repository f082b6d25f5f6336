// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: func.func @memory(%m: memref<4x?xf32>, %i: index, %x: f32) {
func.func @memory(%m: memref<4x?xf32>, %i: index, %x: f32) {
  // CHECK: %0 = memref.load %m[%i, %i] : memref<4x?xf32>
  %0 = memref.load %m[%i, %i] : memref<4x?xf32>
  // CHECK: memref.store %x, %m[%i, %i] : memref<4x?xf32>
  memref.store %x, %m[%i, %i] : memref<4x?xf32>
  // CHECK: memref.store %x, %m[%i, %i] {nontemporal = true} : memref<4x?xf32>
  memref.store %x, %m[%i, %i] {nontemporal = true} : memref<4x?xf32>
  // CHECK: %1 = memref.dim %m, %i : memref<4x?xf32>
  %1 = memref.dim %m, %i : memref<4x?xf32>
  // CHECK: %2 = memref.alloc(%i) : memref<4x?xf32>
  %2 = memref.alloc(%i) : memref<4x?xf32>
  // CHECK: %3 = memref.alloc() {alignment = 64 : i64} : memref<f32>
  %3 = memref.alloc() {alignment = 64 : i64} : memref<f32>
  // CHECK: %4 = memref.alloca() : memref<4xf32, 3>
  %4 = memref.alloca() : memref<4xf32, 3>
  // CHECK: memref.dealloc %2 : memref<4x?xf32>
  memref.dealloc %2 : memref<4x?xf32>
  // CHECK: %5 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  %5 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  // CHECK: %6 = memref.load %3[] : memref<f32>
  %6 = memref.load %3[] : memref<f32>
  return
}
