// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @ranks(%m: memref<4x8xf32>) {
  // expected-error @+1 {{whose ranks do not allow that}}
  %0 = memref.expand_shape %m [[0], [1]] output_shape [32] : memref<4x8xf32> into memref<32xf32>
  return
}

// -----

func.func @number_of_groups(%m: memref<4x8xf32>) {
  // expected-error @+1 {{needs 1 groups of dimensions, got 2}}
  %0 = memref.collapse_shape %m [[0], [1]] : memref<4x8xf32> into memref<32xf32>
  return
}

// -----

func.func @order(%m: memref<4x8xf32>) {
  // expected-error @+1 {{groups must list all dimensions in order}}
  %0 = memref.collapse_shape %m [[1, 0]] : memref<4x8xf32> into memref<32xf32>
  return
}

// -----

func.func @all_dimensions(%m: memref<4x8x2xf32>) {
  // expected-error @+1 {{groups list 2 dimensions, but 'memref<4x8x2xf32>' has 3}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x8x2xf32> into memref<32xf32>
  return
}

// -----

func.func @dynamic(%m: memref<?x8xf32>) {
  // expected-error @+1 {{group #0 and its dimension must both be dynamic, or neither}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<?x8xf32> into memref<32xf32>
  return
}

// -----

func.func @elements(%m: memref<30xf32>) {
  // expected-error @+1 {{group #0 has 32 elements, but its dimension has extent 30}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [4, 8] : memref<30xf32> into memref<4x8xf32>
  return
}

// -----

func.func @one(%m: memref<f32>) {
  // expected-error @+1 {{one element has extents of 1 only}}
  %0 = memref.expand_shape %m [] output_shape [1, 2] : memref<f32> into memref<1x2xf32>
  return
}

// -----

func.func @apart(%m: memref<4x8xf32, strided<[16, 1]>>) {
  // expected-error @+1 {{or dimensions lie apart}}
  %0 = memref.collapse_shape %m [[0, 1]] : memref<4x8xf32, strided<[16, 1]>> into memref<32xf32, strided<[1]>>
  return
}

// -----

func.func @layout(%m: memref<4x8xf32, strided<[16, 1]>>) {
  // expected-error @+1 {{result must be 'memref<2x2x8xf32, strided<[32, 16, 1]>>', but got 'memref<2x2x8xf32>'}}
  %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 2, 8] : memref<4x8xf32, strided<[16, 1]>> into memref<2x2x8xf32>
  return
}

// -----

func.func @output_shape(%m: memref<?xf32>, %n: index) {
  // expected-error @+1 {{extent #1 of output_shape must be 4, as in the result's type}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%n, 5] : memref<?xf32> into memref<?x4xf32>
  return
}

// -----

func.func @output_rank(%m: memref<?xf32>, %n: index) {
  // expected-error @+1 {{needs 2 extents in output_shape, got 1}}
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%n] : memref<?xf32> into memref<?x4xf32>
  return
}

// -----

func.func @reshape_length(%m: memref<8xf32>, %s: memref<?xindex>) {
  // expected-error @+1 {{shape must have 2 elements, but got 'memref<?xindex>'}}
  %0 = memref.reshape %m(%s) : (memref<8xf32>, memref<?xindex>) -> memref<?x?xf32>
  return
}

// -----

func.func @reshape_shape(%m: memref<8xf32>, %s: memref<2xf32>) {
  // expected-error @+1 {{shape must be one row of integers, but got 'memref<2xf32>'}}
  %0 = memref.reshape %m(%s) : (memref<8xf32>, memref<2xf32>) -> memref<?x?xf32>
  return
}

// -----

func.func @reshape_layout(%m: memref<8xf32, strided<[2]>>, %s: memref<2xindex>) {
  // expected-error @+1 {{is between row-major memrefs}}
  %0 = memref.reshape %m(%s) : (memref<8xf32, strided<[2]>>, memref<2xindex>) -> memref<?x?xf32>
  return
}
