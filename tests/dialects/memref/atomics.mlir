// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: @atomics
func.func @atomics(%m: memref<4x?xf32>, %n: memref<8xi32>, %i: index, %x: f32, %k: i32) -> (f32, i32, i32) {
  // CHECK: memref.atomic_rmw addf %x, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
  // GENERIC: "memref.atomic_rmw"(%x, %m, %i, %i) <{kind = 0 : i64}> : (f32, memref<4x?xf32>, index, index) -> f32
  %0 = memref.atomic_rmw addf %x, %m[%i, %i] : (f32, memref<4x?xf32>) -> f32
  // CHECK: memref.atomic_rmw xori %k, %n[%i] : (i32, memref<8xi32>) -> i32
  // GENERIC: kind = 15 : i64
  %1 = memref.atomic_rmw xori %k, %n[%i] : (i32, memref<8xi32>) -> i32
  // CHECK: memref.generic_atomic_rmw %n[%i] : memref<8xi32> {
  // CHECK-NEXT: ^bb0(%old: i32):
  // CHECK-NEXT:   arith.addi %old, %k : i32
  // CHECK-NEXT:   memref.atomic_yield {{.*}} : i32
  // CHECK-NEXT: }
  %2 = memref.generic_atomic_rmw %n[%i] : memref<8xi32> {
  ^bb0(%old: i32):
    %new = arith.addi %old, %k : i32
    memref.atomic_yield %new : i32
  }
  // CHECK: memref.prefetch %m[%i, %i], write, locality<3>, data : memref<4x?xf32>
  memref.prefetch %m[%i, %i], write, locality<3>, data : memref<4x?xf32>
  // CHECK: memref.prefetch %n[%i], read, locality<0>, instr {hint} : memref<8xi32>
  memref.prefetch %n[%i], read, locality<0>, instr {hint} : memref<8xi32>
  return %0, %1, %2 : f32, i32, i32
}
