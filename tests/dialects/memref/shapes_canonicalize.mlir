// RUN: tile-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @undone
// CHECK-NEXT: return %m
func.func @undone(%m: memref<?x8xf32>, %n: index) -> memref<?x8xf32> {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 4, 8] : memref<?x8xf32> into memref<?x4x8xf32>
  %1 = memref.collapse_shape %0 [[0, 1], [2]] : memref<?x4x8xf32> into memref<?x8xf32>
  return %1 : memref<?x8xf32>
}

// CHECK-LABEL: @expand_twice
// CHECK-NEXT: memref.expand_shape %m {{\[\[}}0, 1, 2], [3]] output_shape [2, 2, 4, 8] : memref<16x8xf32> into memref<2x2x4x8xf32>
// CHECK-NEXT: return
func.func @expand_twice(%m: memref<16x8xf32>) -> memref<2x2x4x8xf32> {
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [4, 4, 8] : memref<16x8xf32> into memref<4x4x8xf32>
  %1 = memref.expand_shape %0 [[0, 1], [2], [3]] output_shape [2, 2, 4, 8] : memref<4x4x8xf32> into memref<2x2x4x8xf32>
  return %1 : memref<2x2x4x8xf32>
}

// CHECK-LABEL: @collapse_twice
// CHECK-NEXT: memref.collapse_shape %m {{\[\[}}0, 1, 2], [3]] : memref<2x2x4x8xf32> into memref<16x8xf32>
// CHECK-NEXT: return
func.func @collapse_twice(%m: memref<2x2x4x8xf32>) -> memref<16x8xf32> {
  %0 = memref.collapse_shape %m [[0, 1], [2], [3]] : memref<2x2x4x8xf32> into memref<4x4x8xf32>
  %1 = memref.collapse_shape %0 [[0, 1], [2]] : memref<4x4x8xf32> into memref<16x8xf32>
  return %1 : memref<16x8xf32>
}

// CHECK-LABEL: @collapse_of_expand
// CHECK-NEXT: memref.collapse_shape %m {{\[\[}}0, 1], [2]] : memref<2x?x8xf32> into memref<?x8xf32>
// CHECK-NEXT: return
func.func @collapse_of_expand(%m: memref<2x?x8xf32>, %n: index) -> memref<?x8xf32> {
  %0 = memref.expand_shape %m [[0], [1], [2, 3]] output_shape [2, %n, 4, 2] : memref<2x?x8xf32> into memref<2x?x4x2xf32>
  %1 = memref.collapse_shape %0 [[0, 1], [2, 3]] : memref<2x?x4x2xf32> into memref<?x8xf32>
  return %1 : memref<?x8xf32>
}

// What remains is expanded less; the extent is the product of those it was made of.
// CHECK-LABEL: @expand_less
// CHECK: %[[N:.*]] = arith.muli %n, %{{.*}} : index
// CHECK: memref.expand_shape %m {{\[\[}}0, 1]] output_shape [2, %[[N]]] : memref<?xf32> into memref<2x?xf32>
func.func @expand_less(%m: memref<?xf32>, %n: index) -> memref<2x?xf32> {
  %0 = memref.expand_shape %m [[0, 1, 2]] output_shape [2, %n, 4] : memref<?xf32> into memref<2x?x4xf32>
  %1 = memref.collapse_shape %0 [[0], [1, 2]] : memref<2x?x4xf32> into memref<2x?xf32>
  return %1 : memref<2x?xf32>
}

// CHECK-LABEL: @expand_of_collapse
// CHECK-NEXT: memref.collapse_shape %m {{\[\[}}0, 1], [2]] : memref<2x3x5xf32> into memref<6x5xf32>
// CHECK-NEXT: return
func.func @expand_of_collapse(%m: memref<2x3x5xf32>) -> memref<6x5xf32> {
  %0 = memref.collapse_shape %m [[0, 1, 2]] : memref<2x3x5xf32> into memref<30xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [6, 5] : memref<30xf32> into memref<6x5xf32>
  return %1 : memref<6x5xf32>
}

// 4 x 4 is no cut of 2 x 8: both stay.
// CHECK-LABEL: @other_cut
// CHECK-NEXT: memref.collapse_shape
// CHECK-NEXT: memref.expand_shape
func.func @other_cut(%m: memref<2x8xf32>) -> memref<4x4xf32> {
  %0 = memref.collapse_shape %m [[0, 1]] : memref<2x8xf32> into memref<16xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  return %1 : memref<4x4xf32>
}

// CHECK-LABEL: @casts
// CHECK-NEXT: %[[E:.*]] = memref.expand_shape %m {{\[\[}}0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
// CHECK-NEXT: %[[F:.*]] = memref.cast %[[E]] : memref<4x4xf32> to memref<?x4xf32>
// CHECK-NEXT: return %[[F]]
func.func @casts(%m: memref<16xf32>) -> memref<?x4xf32> {
  %c4 = arith.constant 4 : index
  %0 = memref.cast %m : memref<16xf32> to memref<?xf32>
  %1 = memref.expand_shape %0 [[0, 1]] output_shape [%c4, 4] : memref<?xf32> into memref<?x4xf32>
  return %1 : memref<?x4xf32>
}

// CHECK-LABEL: @collapse_cast
// CHECK-NEXT: %[[C:.*]] = memref.collapse_shape %m {{\[\[}}0, 1]] : memref<4x4xf32> into memref<16xf32>
// CHECK-NEXT: memref.cast %[[C]] : memref<16xf32> to memref<?xf32>
func.func @collapse_cast(%m: memref<4x4xf32>) -> memref<?xf32> {
  %0 = memref.cast %m : memref<4x4xf32> to memref<?x4xf32>
  %1 = memref.collapse_shape %0 [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  return %1 : memref<?xf32>
}

// The shape may be written after the reshape, so the load stands right behind it.
// CHECK-LABEL: @dim_of_reshape
// CHECK: memref.reshape
// CHECK-NEXT: %[[D:.*]] = memref.load %shape[%c1] : memref<2xi32>
// CHECK-NEXT: %[[X:.*]] = arith.index_cast %[[D]] : i32 to index
// CHECK-NEXT: memref.store
// CHECK-NEXT: return %{{.*}}, %[[X]]
func.func @dim_of_reshape(%m: memref<*xf32>, %shape: memref<2xi32>, %x: i32) -> (memref<?x?xf32>, index) {
  %c1 = arith.constant 1 : index
  %0 = memref.reshape %m(%shape) : (memref<*xf32>, memref<2xi32>) -> memref<?x?xf32>
  memref.store %x, %shape[%c1] : memref<2xi32>
  %1 = memref.dim %0, %c1 : memref<?x?xf32>
  return %0, %1 : memref<?x?xf32>, index
}
