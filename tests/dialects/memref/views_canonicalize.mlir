// RUN: tile-opt %s --canonicalize --split-input-file | FileCheck %s

// Constants become numbers; a cast keeps the type for the users.
// CHECK-LABEL: @subview_constant
// CHECK-NEXT: %[[S:.*]] = memref.subview %m[2, %i] [4, 8] [1, 2] : memref<?x?xf32> to memref<4x8xf32, strided<[?, 2], offset: ?>>
// CHECK-NEXT: memref.cast %[[S]] : memref<4x8xf32, strided<[?, 2], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
func.func @subview_constant(%m: memref<?x?xf32>, %i: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %0 = memref.subview %m[%c2, %i] [%c4, %c8] [%c1, %c2] : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

// A size that no type can have stays a value.
// CHECK-LABEL: @subview_negative
// CHECK: memref.subview %m[0] [%{{.*}}] [1]
func.func @subview_negative(%m: memref<?xf32>) -> memref<?xf32, strided<[1]>> {
  %c = arith.constant -4 : index
  %0 = memref.subview %m[0] [%c] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  return %0 : memref<?xf32, strided<[1]>>
}

// So does one that leaves the source.
// CHECK-LABEL: @subview_outside
// CHECK: memref.subview %m[%{{.*}}] [8] [1]
func.func @subview_outside(%m: memref<10xf32>) -> memref<8xf32, strided<[1], offset: ?>> {
  %c = arith.constant 4 : index
  %0 = memref.subview %m[%c] [8] [1] : memref<10xf32> to memref<8xf32, strided<[1], offset: ?>>
  return %0 : memref<8xf32, strided<[1], offset: ?>>
}

// CHECK-LABEL: @subview_of_cast
// CHECK-NEXT: %[[S:.*]] = memref.subview %m[%i, 0] [1, 4] [1, 1] : memref<8x16xf32> to memref<4xf32, strided<[1], offset: ?>>
// CHECK-NEXT: return %[[S]]
func.func @subview_of_cast(%m: memref<8x16xf32>, %i: index) -> memref<4xf32, strided<[1], offset: ?>> {
  %0 = memref.cast %m : memref<8x16xf32> to memref<?x?xf32>
  %1 = memref.subview %0[%i, 0] [1, 4] [1, 1] : memref<?x?xf32> to memref<4xf32, strided<[1], offset: ?>>
  return %1 : memref<4xf32, strided<[1], offset: ?>>
}

// CHECK-LABEL: @subview_all
// CHECK-NEXT: memref.cast %m : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
func.func @subview_all(%m: memref<4x8xf32>) -> memref<4x8xf32, strided<[8, 1]>> {
  %0 = memref.subview %m[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  return %0 : memref<4x8xf32, strided<[8, 1]>>
}

// CHECK-LABEL: @subview_twice
// CHECK-NEXT: %[[S:.*]] = memref.subview %m[%i] [%n] [1]
// CHECK-NEXT: return %[[S]]
func.func @subview_twice(%m: memref<?xf32>, %i: index, %n: index) -> memref<?xf32, strided<[1], offset: ?>> {
  %0 = memref.subview %m[%i] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  %1 = memref.subview %0[0] [%n] [1] : memref<?xf32, strided<[1], offset: ?>> to memref<?xf32, strided<[1], offset: ?>>
  return %1 : memref<?xf32, strided<[1], offset: ?>>
}

// The extents of a subview are its sizes, without those of dropped dimensions.
// CHECK-LABEL: @dim_of_subview
// CHECK-NEXT: return %n : index
func.func @dim_of_subview(%m: memref<?x?x?xf32>, %n: index) -> index {
  %c1 = arith.constant 1 : index
  %0 = memref.subview %m[0, 0, 0] [4, 1, %n] [1, 1, 1] : memref<?x?x?xf32> to memref<4x?xf32, strided<[?, 1]>>
  %1 = memref.dim %0, %c1 : memref<4x?xf32, strided<[?, 1]>>
  return %1 : index
}

// -----

// CHECK-LABEL: @metadata
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %m
// CHECK: return %[[OFFSET]], %[[C4]], %[[STRIDES]]#0, %[[C1]]
func.func @metadata(%m: memref<4x?xf32, strided<[?, 1], offset: ?>>) -> (index, index, index, index) {
  %0 = memref.cast %m : memref<4x?xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %b, %o, %n:2, %s:2 = memref.extract_strided_metadata %0 : memref<?x?xf32, strided<[?, ?], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %o, %n#0, %s#0, %s#1 : index, index, index, index
}

// Taken apart and put together again.
// CHECK-LABEL: @together
// CHECK-NEXT: %[[C:.*]] = memref.cast %m : memref<8x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
// CHECK-NEXT: return %[[C]]
func.func @together(%m: memref<8x?xf32>) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
  %b, %o, %n:2, %s:2 = memref.extract_strided_metadata %m : memref<8x?xf32> -> memref<f32>, index, index, index, index, index
  %0 = memref.reinterpret_cast %b to offset: [%o], sizes: [%n#0, %n#1], strides: [%s#0, %s#1] : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
}

// CHECK-LABEL: @reinterpret
// CHECK-NEXT: memref.reinterpret_cast %m to offset: [4], sizes: [%n], strides: [2] : memref<?xf32> to memref<?xf32, strided<[2], offset: 4>>
// CHECK-NEXT: memref.cast
func.func @reinterpret(%m: memref<?xf32>, %n: index) -> memref<?xf32, strided<[?], offset: ?>> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = memref.subview %m[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %1 = memref.reinterpret_cast %0 to offset: [0], sizes: [1], strides: [1] : memref<?xf32, strided<[1]>> to memref<1xf32, strided<[1]>>
  %2 = memref.reinterpret_cast %1 to offset: [%c4], sizes: [%n], strides: [%c2] : memref<1xf32, strided<[1]>> to memref<?xf32, strided<[?], offset: ?>>
  return %2 : memref<?xf32, strided<[?], offset: ?>>
}

// CHECK-LABEL: @reinterpret_same
// CHECK-NEXT: return %m
func.func @reinterpret_same(%m: memref<4x4xf32>) -> memref<4x4xf32> {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4, 4], strides: [4, 1] : memref<4x4xf32> to memref<4x4xf32>
  return %0 : memref<4x4xf32>
}

// -----

// CHECK-LABEL: @view
// CHECK-NEXT: %[[V:.*]] = memref.view %m[%i][] : memref<2048xi8> to memref<16x4xf32>
// CHECK-NEXT: memref.cast %[[V]] : memref<16x4xf32> to memref<?x4xf32>
func.func @view(%m: memref<2048xi8>, %i: index) -> memref<?x4xf32> {
  %c16 = arith.constant 16 : index
  %0 = memref.cast %m : memref<2048xi8> to memref<?xi8>
  %1 = memref.view %0[%i][%c16] : memref<?xi8> to memref<?x4xf32>
  return %1 : memref<?x4xf32>
}

// CHECK-LABEL: @transpose
// CHECK-NEXT: %[[T:.*]] = memref.transpose %m (d0, d1, d2) -> (d1, d2, d0)
// CHECK-NEXT: return %[[T]]
func.func @transpose(%m: memref<2x3x4xf32>) -> memref<3x4x2xf32, strided<[4, 1, 12]>> {
  %0 = memref.transpose %m (i, j, k) -> (k, j, i) : memref<2x3x4xf32> to memref<4x3x2xf32, strided<[1, 4, 12]>>
  %1 = memref.transpose %0 (i, j, k) -> (j, i, k) : memref<4x3x2xf32, strided<[1, 4, 12]>> to memref<3x4x2xf32, strided<[4, 1, 12]>>
  return %1 : memref<3x4x2xf32, strided<[4, 1, 12]>>
}

// CHECK-LABEL: @casts
// CHECK-NEXT: %[[C:.*]] = memref.cast %m : memref<4xf32> to memref<*xf32>
// CHECK-NEXT: %[[S:.*]] = memref.memory_space_cast %g : memref<4xf32, 1> to memref<4xf32>
// CHECK-NEXT: return %[[C]], %[[S]], %g
func.func @casts(%m: memref<4xf32>, %g: memref<4xf32, 1>) -> (memref<*xf32>, memref<4xf32>, memref<4xf32, 1>) {
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %1 = memref.cast %0 : memref<?xf32> to memref<*xf32>
  %2 = memref.memory_space_cast %g : memref<4xf32, 1> to memref<4xf32, 3>
  %3 = memref.memory_space_cast %2 : memref<4xf32, 3> to memref<4xf32>
  %4 = memref.memory_space_cast %2 : memref<4xf32, 3> to memref<4xf32, 1>
  return %1, %3, %4 : memref<*xf32>, memref<4xf32>, memref<4xf32, 1>
}

// CHECK-LABEL: @users_of_casts
// CHECK-NOT: memref.cast
func.func @users_of_casts(%m: memref<4xf32>, %x: f32, %i: index) -> (f32, f32) {
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %1 = memref.load %0[%i] : memref<?xf32>
  memref.store %x, %0[%i] : memref<?xf32>
  %2 = memref.atomic_rmw addf %x, %0[%i] : (f32, memref<?xf32>) -> f32
  memref.prefetch %0[%i], read, locality<1>, data : memref<?xf32>
  memref.copy %0, %m : memref<?xf32> to memref<4xf32>
  memref.dealloc %0 : memref<?xf32>
  return %1, %2 : f32, f32
}
