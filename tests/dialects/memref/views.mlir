// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// Views of memory: parts, other types, other shapes.

// CHECK-LABEL: @parts
func.func @parts(%m: memref<8x16xf32>, %d: memref<?x?xf32, strided<[?, 1], offset: ?>>, %i: index) {
  // CHECK: memref.subview %m[0, 4] [8, 4] [1, 1] : memref<8x16xf32> to memref<8x4xf32, strided<[16, 1], offset: 4>>
  %0 = memref.subview %m[0, 4] [8, 4] [1, 1] : memref<8x16xf32> to memref<8x4xf32, strided<[16, 1], offset: 4>>
  // CHECK: memref.subview %m[%i, 0] [1, %i] [1, 2] : memref<8x16xf32> to memref<?xf32, strided<[2], offset: ?>>
  %1 = memref.subview %m[%i, 0] [1, %i] [1, 2] : memref<8x16xf32> to memref<?xf32, strided<[2], offset: ?>>
  // CHECK: memref.subview %d[%i, %i] [4, 4] [%i, 1]
  %2 = memref.subview %d[%i, %i] [4, 4] [%i, 1] : memref<?x?xf32, strided<[?, 1], offset: ?>> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  // CHECK: memref.reinterpret_cast %m to offset: [%i], sizes: [4, %i], strides: [%i, 1] : memref<8x16xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %3 = memref.reinterpret_cast %m to offset: [%i], sizes: [4, %i], strides: [%i, 1] : memref<8x16xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  // CHECK: memref.transpose %m (d0, d1) -> (d1, d0) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
  %4 = memref.transpose %m (i, j) -> (j, i) : memref<8x16xf32> to memref<16x8xf32, strided<[1, 16]>>
  // CHECK: %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %d : memref<?x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %d : memref<?x?xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return
}

// CHECK-LABEL: @types
func.func @types(%b: memref<?xi8>, %m: memref<4x?xf32, 3>, %u: memref<*xf32>, %i: index) -> (index, index, index) {
  // CHECK: memref.view %b[%i][%i, %i] : memref<?xi8> to memref<?x4x?xf32>
  %0 = memref.view %b[%i][%i, %i] : memref<?xi8> to memref<?x4x?xf32>
  // CHECK: memref.memory_space_cast %m : memref<4x?xf32, 3> to memref<4x?xf32>
  %1 = memref.memory_space_cast %m : memref<4x?xf32, 3> to memref<4x?xf32>
  // CHECK: memref.cast %1 : memref<4x?xf32> to memref<*xf32>
  %2 = memref.cast %1 : memref<4x?xf32> to memref<*xf32>
  // CHECK: memref.cast %u : memref<*xf32> to memref<?xf32>
  %3 = memref.cast %u : memref<*xf32> to memref<?xf32>
  // CHECK: memref.assume_alignment %3, 16 : memref<?xf32>
  %4 = memref.assume_alignment %3, 16 : memref<?xf32>
  // CHECK: %5:2 = memref.distinct_objects %3, %1 : memref<?xf32>, memref<4x?xf32>
  %5:2 = memref.distinct_objects %3, %1 : memref<?xf32>, memref<4x?xf32>
  // CHECK: memref.rank %u : memref<*xf32>
  %6 = memref.rank %u : memref<*xf32>
  // CHECK: memref.dim %u, %i : memref<*xf32>
  %7 = memref.dim %u, %i : memref<*xf32>
  // CHECK: memref.extract_aligned_pointer_as_index %m : memref<4x?xf32, 3> -> index
  %8 = memref.extract_aligned_pointer_as_index %m : memref<4x?xf32, 3> -> index
  return %6, %7, %8 : index, index, index
}

// CHECK-LABEL: @shapes
func.func @shapes(%m: memref<?x32xf32>, %s: memref<4x8x2xf32, strided<[64, 2, 1], offset: ?>>,
                  %one: memref<f32>, %flat: memref<64xf32>, %shape: memref<2xi32>, %n: index) {
  // CHECK: memref.expand_shape %m {{\[\[}}0, 1], [2]] output_shape [%n, 4, 32] : memref<?x32xf32> into memref<?x4x32xf32>
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%n, 4, 32] : memref<?x32xf32> into memref<?x4x32xf32>
  // CHECK: memref.collapse_shape %0 {{\[\[}}0], [1, 2]] : memref<?x4x32xf32> into memref<?x128xf32>
  %1 = memref.collapse_shape %0 [[0], [1, 2]] : memref<?x4x32xf32> into memref<?x128xf32>
  // CHECK: memref.collapse_shape %s {{\[\[}}0], [1, 2]] : memref<4x8x2xf32, strided<[64, 2, 1], offset: ?>> into memref<4x16xf32, strided<[64, 1], offset: ?>>
  %2 = memref.collapse_shape %s [[0], [1, 2]] : memref<4x8x2xf32, strided<[64, 2, 1], offset: ?>> into memref<4x16xf32, strided<[64, 1], offset: ?>>
  // CHECK: memref.expand_shape %one [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  %3 = memref.expand_shape %one [] output_shape [1, 1] : memref<f32> into memref<1x1xf32>
  // CHECK: memref.collapse_shape %3 [] : memref<1x1xf32> into memref<f32>
  %4 = memref.collapse_shape %3 [] : memref<1x1xf32> into memref<f32>
  // CHECK: memref.reshape %flat(%shape) : (memref<64xf32>, memref<2xi32>) -> memref<?x?xf32>
  %5 = memref.reshape %flat(%shape) : (memref<64xf32>, memref<2xi32>) -> memref<?x?xf32>
  return
}
