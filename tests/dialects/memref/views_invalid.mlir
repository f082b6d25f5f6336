// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @subview_sizes(%m: memref<8x16xf32>) {
  // expected-error @+1 {{needs 2 offsets, got 1}}
  %0 = memref.subview %m[0] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

func.func @subview_type(%m: memref<8x16xf32>) {
  // expected-error @+1 {{result must be 'memref<4x4xf32, strided<[16, 1], offset: 18>>', perhaps without dimensions of extent 1, but got 'memref<4x4xf32>'}}
  %0 = memref.subview %m[1, 2] [4, 4] [1, 1] : memref<8x16xf32> to memref<4x4xf32>
  return
}

// -----

func.func @subview_drops(%m: memref<8x16xf32>, %n: index) {
  // expected-error @+1 {{perhaps without dimensions of extent 1}}
  %0 = memref.subview %m[0, 0] [2, 4] [1, 1] : memref<8x16xf32> to memref<4xf32, strided<[1]>>
  return
}

// -----

func.func @subview_outside(%m: memref<8x16xf32>) {
  // expected-error @+1 {{slice leaves dimension #1, whose extent is 16}}
  %0 = memref.subview %m[0, 8] [4, 5] [1, 2] : memref<8x16xf32> to memref<4x5xf32, strided<[16, 2], offset: 8>>
  return
}

// -----

func.func @subview_strides(%m: memref<8x16xf32, affine_map<(i, j) -> (i, j floordiv 2)>>) {
  // expected-error @+1 {{has no strides}}
  %0 = memref.subview %m[0, 0] [4, 4] [1, 1] : memref<8x16xf32, affine_map<(i, j) -> (i, j floordiv 2)>> to memref<4x4xf32, strided<[16, 1]>>
  return
}

// -----

func.func @subview_operands(%m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{needs an operand for each entry that is not a number, and no others}}
  %0 = "memref.subview"(%m, %i) <{static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (memref<8xf32>, index) -> memref<4xf32, strided<[1]>>
  return
}

// -----

func.func @reinterpret_offset(%m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{result type says offset 0, but the op gives a value}}
  %0 = memref.reinterpret_cast %m to offset: [%i], sizes: [4], strides: [1] : memref<8xf32> to memref<4xf32>
  return
}

// -----

func.func @reinterpret_size(%m: memref<8xf32>) {
  // expected-error @+1 {{result type says size 4, but the op gives 5}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [5], strides: [1] : memref<8xf32> to memref<4xf32>
  return
}

// -----

func.func @reinterpret_element(%m: memref<8xf32>) {
  // expected-error @+1 {{must keep element type and memory space}}
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<8xf32> to memref<4xi32>
  return
}

// -----

func.func @view_bytes(%m: memref<8xi16>, %i: index) {
  // expected-error @+1 {{is of row-major 'memref<...xi8>', row-major}}
  %0 = memref.view %m[%i][] : memref<8xi16> to memref<2xf32>
  return
}

// -----

func.func @view_sizes(%m: memref<8xi8>, %i: index) {
  // expected-error @+1 {{needs 1 sizes for the dynamic extents of 'memref<?xf32>', got 0}}
  %0 = memref.view %m[%i][] : memref<8xi8> to memref<?xf32>
  return
}

// -----

func.func @transpose_map(%m: memref<4x8xf32>) {
  // expected-error @+1 {{needs a permutation of 2 dimensions}}
  %0 = memref.transpose %m (i, j) -> (i, i) : memref<4x8xf32> to memref<4x4xf32>
  return
}

// -----

func.func @transpose_type(%m: memref<4x8xf32>) {
  // expected-error @+1 {{result must be 'memref<8x4xf32, strided<[1, 8]>>', but got 'memref<8x4xf32>'}}
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32>
  return
}

// -----

func.func @metadata(%m: memref<4x8xf32>) {
  // expected-error @+1 {{needs 6 results for 'memref<4x8xf32>', got 2}}
  %0:2 = memref.extract_strided_metadata %m : memref<4x8xf32> -> memref<f32>, index
  return
}

// -----

func.func @space(%m: memref<4x8xf32, 3>) {
  // expected-error @+1 {{differ in more than their memory space}}
  %0 = memref.memory_space_cast %m : memref<4x8xf32, 3> to memref<4x?xf32>
  return
}

// -----

func.func @both_unranked(%m: memref<*xf32>) {
  // expected-error @+1 {{cannot describe one memory}}
  %0 = memref.cast %m : memref<*xf32> to memref<*xf32>
  return
}
