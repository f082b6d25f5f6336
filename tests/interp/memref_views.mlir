// RUN: interp-run %s | FileCheck %s
// RUN: not interp-run %s --call=outside:6 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not interp-run %s --call=reinterpreted:5 2>&1 | FileCheck %s --check-prefix=REINTERPRETED
// RUN: not interp-run %s --call=apart:4 2>&1 | FileCheck %s --check-prefix=APART
// RUN: not interp-run %s --call=bytes:12 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not interp-run %s --call=between:2 2>&1 | FileCheck %s --check-prefix=BETWEEN
// RUN: not interp-run %s --call=claim:2 2>&1 | FileCheck %s --check-prefix=CLAIM
// RUN: not interp-run %s --call=never_written:0 2>&1 | FileCheck %s --check-prefix=WRITTEN

// Several views of one memory: what is written through one is read through the others.

// A row-major 4x6 memref that holds 0, 1, ..., 23.
func.func private @counted(%c0: index) -> memref<4x6xi32> {
  %c1 = arith.constant 1 : index
  %c24 = arith.constant 24 : index
  %m = memref.alloc() : memref<4x6xi32>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<4x6xi32> into memref<24xi32>
  scf.for %i = %c0 to %c24 step %c1 {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %flat[%i] : memref<24xi32>
  }
  return %m : memref<4x6xi32>
}

// CHECK: @subview: 9 : i32, 13 : i32, 100 : i32, 2 : index
func.func @subview() -> (i32, i32, i32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 100 : i32
  %m = func.call @counted(%c0) : (index) -> memref<4x6xi32>
  %s = memref.subview %m[%c1, 1] [%c2, 3] [1, %c2] : memref<4x6xi32> to memref<?x3xi32, strided<[6, ?], offset: ?>>
  %a = memref.load %s[%c0, %c1] : memref<?x3xi32, strided<[6, ?], offset: ?>>
  %row = memref.subview %s[1, 0] [1, 3] [1, 1] : memref<?x3xi32, strided<[6, ?], offset: ?>> to memref<3xi32, strided<[?], offset: ?>>
  %b = memref.load %row[%c0] : memref<3xi32, strided<[?], offset: ?>>
  memref.store %x, %row[%c1] : memref<3xi32, strided<[?], offset: ?>>
  %d = memref.load %m[%c2, %c3] : memref<4x6xi32>
  %n = memref.dim %s, %c0 : memref<?x3xi32, strided<[6, ?], offset: ?>>
  return %a, %b, %d, %n : i32, i32, i32, index
}

// CHECK: @backwards: 5 : i32, 2 : i32
func.func @backwards() -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %m = func.call @counted(%c0) : (index) -> memref<4x6xi32>
  %s = memref.subview %m[0, 5] [1, 4] [1, -1] : memref<4x6xi32> to memref<4xi32, strided<[-1], offset: 5>>
  %a = memref.load %s[%c0] : memref<4xi32, strided<[-1], offset: 5>>
  %b = memref.load %s[%c3] : memref<4xi32, strided<[-1], offset: 5>>
  return %a, %b : i32, i32
}

// CHECK: @transposed: 15 : i32, 6 : index
func.func @transposed() -> (i32, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %m = func.call @counted(%c0) : (index) -> memref<4x6xi32>
  %t = memref.transpose %m (i, j) -> (j, i) : memref<4x6xi32> to memref<6x4xi32, strided<[1, 6]>>
  %a = memref.load %t[%c3, %c2] : memref<6x4xi32, strided<[1, 6]>>
  %n = memref.dim %t, %c0 : memref<6x4xi32, strided<[1, 6]>>
  return %a, %n : i32, index
}

// CHECK: @metadata: 7 : index, 2 : index, 12 : index, 20 : i32
func.func @metadata() -> (index, index, index, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = func.call @counted(%c0) : (index) -> memref<4x6xi32>
  %s = memref.subview %m[1, 1] [2, 2] [2, 1] : memref<4x6xi32> to memref<2x2xi32, strided<[12, 1], offset: 7>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %s : memref<2x2xi32, strided<[12, 1], offset: 7>> -> memref<i32>, index, index, index, index, index
  %again = memref.reinterpret_cast %base to offset: [%offset], sizes: [%sizes#0, %sizes#1], strides: [%strides#0, %strides#1] : memref<i32> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  %x = memref.load %again[%c1, %c1] : memref<?x?xi32, strided<[?, ?], offset: ?>>
  return %offset, %sizes#1, %strides#0, %x : index, index, index, i32
}

// CHECK: @shapes: 17 : i32, 17 : i32, 17 : i32, 3 : index
func.func @shapes() -> (i32, i32, i32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %three = arith.constant 3 : i32
  %eight = arith.constant 8 : i32
  %m = func.call @counted(%c0) : (index) -> memref<4x6xi32>
  %e = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 2, 6] : memref<4x6xi32> into memref<2x2x6xi32>
  %a = memref.load %e[%c1, %c0, %c5] : memref<2x2x6xi32>
  %shape = memref.alloc() : memref<2xi32>
  memref.store %three, %shape[%c0] : memref<2xi32>
  memref.store %eight, %shape[%c1] : memref<2xi32>
  %r = memref.reshape %m(%shape) : (memref<4x6xi32>, memref<2xi32>) -> memref<?x?xi32>
  %b = memref.load %r[%c2, %c1] : memref<?x?xi32>
  %u = memref.cast %m : memref<4x6xi32> to memref<*xi32>
  %back = memref.cast %u : memref<*xi32> to memref<?x6xi32>
  %d = memref.load %back[%c2, %c5] : memref<?x6xi32>
  %n = memref.dim %r, %c0 : memref<?x?xi32>
  return %a, %b, %d, %n : i32, i32, i32, index
}

// CHECK: @viewed: 258 : i16, 2 : i8, 1 : index
func.func @viewed() -> (i16, i8, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 258 : i16
  %m = memref.alloc() : memref<8xi8>
  %v = memref.view %m[%c2][%c3] : memref<8xi8> to memref<?xi16>
  memref.store %x, %v[%c0] : memref<?xi16>
  %a = memref.load %v[%c0] : memref<?xi16>
  %b = memref.load %m[%c2] : memref<8xi8>
  %r = memref.rank %v : memref<?xi16>
  return %a, %b, %r : i16, i8, index
}

// CHECK: @copied: 8 : i32, 14 : i32, 8 : i32
func.func @copied() -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = func.call @counted(%c0) : (index) -> memref<4x6xi32>
  %column = memref.subview %m[1, 2] [2, 1] [1, 1] : memref<4x6xi32> to memref<2xi32, strided<[6], offset: 8>>
  %n = memref.alloc() : memref<2xi32>
  memref.copy %column, %n : memref<2xi32, strided<[6], offset: 8>> to memref<2xi32>
  %a = memref.load %n[%c0] : memref<2xi32>
  %b = memref.load %n[%c1] : memref<2xi32>
  %four = memref.realloc %n : memref<2xi32> to memref<4xi32>
  %d = memref.load %four[%c0] : memref<4xi32>
  return %a, %b, %d : i32, i32, i32
}

// CHECK: @laid_out: 7 : i32, 3 : index
func.func @laid_out() -> (i32, index) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 7 : i32
  %m = memref.alloc()[%c3] : memref<2x2xi32, strided<[8, 1], offset: ?>>
  memref.store %x, %m[%c1, %c1] : memref<2x2xi32, strided<[8, 1], offset: ?>>
  %y = memref.load %m[%c1, %c1] : memref<2x2xi32, strided<[8, 1], offset: ?>>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<2x2xi32, strided<[8, 1], offset: ?>> -> memref<i32>, index, index, index, index, index
  return %y, %offset : i32, index
}

// OUTSIDE: error: 'memref.subview' op takes 4 elements at 6 with stride 1 of dimension 0, whose extent is 8
func.func @outside(%i: index) {
  %m = memref.alloc() : memref<8xi32>
  %s = memref.subview %m[%i] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
  return
}

// REINTERPRETED: error: 'memref.reinterpret_cast' op gives a view that leaves its memory of 8 elements
func.func @reinterpreted(%i: index) {
  %m = memref.alloc() : memref<8xi32>
  %s = memref.reinterpret_cast %m to offset: [%i], sizes: [4], strides: [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
  return
}

// APART: error: 'memref.collapse_shape' op puts dimensions together that lie apart, from 0 on
func.func @apart(%n: index) {
  %m = memref.alloc() : memref<4x6xi32>
  %s = memref.subview %m[0, 0] [4, %n] [1, 1] : memref<4x6xi32> to memref<4x?xi32, strided<[6, 1]>>
  %c = memref.collapse_shape %s [[0, 1]] : memref<4x?xi32, strided<[6, 1]>> into memref<?xi32, strided<[?]>>
  return
}

// BYTES: error: 'memref.view' op takes bytes 12 to 20 of 16
func.func @bytes(%i: index) {
  %m = memref.alloc() : memref<16xi8>
  %v = memref.view %m[%i][] : memref<16xi8> to memref<2xi32>
  return
}

// BETWEEN: error: 'memref.view' op starts at byte 2, where no element of 4 bytes can lie
func.func @between(%i: index) {
  %m = memref.alloc() : memref<16xi8>
  %v = memref.view %m[%i][] : memref<16xi8> to memref<2xi32>
  return
}

// CLAIM: error: 'memref.cast' op casts offset 2 to 1
func.func @claim(%i: index) {
  %m = memref.alloc() : memref<8xi32>
  %s = memref.subview %m[%i] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: ?>>
  %c = memref.cast %s : memref<4xi32, strided<[1], offset: ?>> to memref<4xi32, strided<[1], offset: 1>>
  return
}

// A copy of what nothing wrote holds nothing either.
// WRITTEN: error: 'memref.load' op reads what nothing wrote: element [0]
func.func @never_written(%i: index) -> i32 {
  %m = memref.alloc() : memref<4xi32>
  %n = memref.alloc() : memref<4xi32>
  memref.copy %m, %n : memref<4xi32> to memref<4xi32>
  %x = memref.load %n[%i] : memref<4xi32>
  return %x : i32
}
