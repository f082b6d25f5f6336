// RUN: tile-opt %s --canonicalize | FileCheck %s

// A static extent.
// CHECK-LABEL: func.func @static_dim(
// CHECK-NEXT: %[[R:.*]] = arith.constant 4 : index
// CHECK-NEXT: return %[[R]] : index
func.func @static_dim(%m: memref<4x?xf32>, %i: index, %n: index, %x: f32) -> index {
  %c = arith.constant 0 : index
  %r = memref.dim %m, %c : memref<4x?xf32>
  return %r : index
}

// A dynamic one stays.
// CHECK-LABEL: func.func @dynamic_dim(
// CHECK-NEXT: %[[C:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[R:.*]] = memref.dim %m, %[[C]] : memref<4x?xf32>
// CHECK-NEXT: return %[[R]] : index
func.func @dynamic_dim(%m: memref<4x?xf32>, %i: index, %n: index, %x: f32) -> index {
  %c = arith.constant 1 : index
  %r = memref.dim %m, %c : memref<4x?xf32>
  return %r : index
}

// dim(alloc(n)) -> n
// CHECK-LABEL: func.func @dim_of_alloc(
// CHECK-NEXT: return %n : index
func.func @dim_of_alloc(%m: memref<4x?xf32>, %i: index, %n: index, %x: f32) -> index {
  %c = arith.constant 2 : index
  %0 = memref.alloc(%i, %n) : memref<?x4x?xf32>
  %r = memref.dim %0, %c : memref<?x4x?xf32>
  return %r : index
}

// dim(cast(m)) -> dim(m)
// CHECK-LABEL: func.func @dim_of_cast(
// CHECK-NEXT: %[[C:.*]] = arith.constant 1 : index
// CHECK-NEXT: %[[R:.*]] = memref.dim %m, %[[C]] : memref<4x?xf32>
// CHECK-NEXT: return %[[R]] : index
func.func @dim_of_cast(%m: memref<4x?xf32>, %i: index, %n: index, %x: f32) -> index {
  %c = arith.constant 1 : index
  %0 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %r = memref.dim %0, %c : memref<?x?xf32>
  return %r : index
}

// The memory is the same.
// CHECK-LABEL: func.func @access_of_cast(
// CHECK-NEXT: memref.store %x, %m[%i, %n] : memref<4x?xf32>
// CHECK-NEXT: %[[R:.*]] = memref.load %m[%n, %i] : memref<4x?xf32>
// CHECK-NEXT: return %[[R]] : f32
func.func @access_of_cast(%m: memref<4x?xf32>, %i: index, %n: index, %x: f32) -> f32 {
  %0 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  memref.store %x, %0[%i, %n] : memref<?x?xf32>
  %r = memref.load %0[%n, %i] : memref<?x?xf32>
  return %r : f32
}

// cast(cast(m)) -> m
// CHECK-LABEL: func.func @cast_back(
// CHECK-NEXT: return %m : memref<4x?xf32>
func.func @cast_back(%m: memref<4x?xf32>, %i: index, %n: index, %x: f32) -> memref<4x?xf32> {
  %0 = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>
  %r = memref.cast %0 : memref<?x?xf32> to memref<4x?xf32>
  return %r : memref<4x?xf32>
}

// Memory that is only written goes.
// CHECK-LABEL: func.func @never_read(
// CHECK-NEXT: return %i : index
func.func @never_read(%m: memref<4x?xf32>, %i: index, %n: index, %x: f32) -> index {
  %0 = memref.alloc() : memref<8xf32>
  memref.store %x, %0[%i] : memref<8xf32>
  memref.dealloc %0 : memref<8xf32>
  return %i : index
}

// Memory that is read stays.
// CHECK-LABEL: func.func @read(
// CHECK-NEXT: %[[R0:.*]] = memref.alloca() : memref<8xf32>
// CHECK-NEXT: memref.store %x, %[[R0]][%i] : memref<8xf32>
// CHECK-NEXT: %[[R:.*]] = memref.load %[[R0]][%n] : memref<8xf32>
// CHECK-NEXT: return %[[R]] : f32
func.func @read(%m: memref<4x?xf32>, %i: index, %n: index, %x: f32) -> f32 {
  %0 = memref.alloca() : memref<8xf32>
  memref.store %x, %0[%i] : memref<8xf32>
  %r = memref.load %0[%n] : memref<8xf32>
  return %r : f32
}
