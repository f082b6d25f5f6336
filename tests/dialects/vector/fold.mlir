// RUN: tile-opt %s --canonicalize | FileCheck %s

// A slice just put there.
// CHECK-LABEL: func.func @slice_put_there(
// CHECK-NEXT: return %s : vector<2xf32>
func.func @slice_put_there(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<2xf32> {
  %0 = vector.insert_strided_slice %s, %v {offsets = [2], strides = [1]} : vector<2xf32> into vector<4xf32>
  %r = vector.extract_strided_slice %0 {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return %r : vector<2xf32>
}

// One that does not meet it.
// CHECK-LABEL: func.func @slice_elsewhere(
// CHECK-NEXT: %[[R:.*]] = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT: return %[[R]] : vector<2xf32>
func.func @slice_elsewhere(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<2xf32> {
  %0 = vector.insert_strided_slice %s, %v {offsets = [2], strides = [1]} : vector<2xf32> into vector<4xf32>
  %r = vector.extract_strided_slice %0 {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return %r : vector<2xf32>
}

// One that takes from both stays.
// CHECK-LABEL: func.func @slice_across(
// CHECK-NEXT: %[[R0:.*]] = vector.insert_strided_slice %s, %v {offsets = [2], strides = [1]} : vector<2xf32> into vector<4xf32>
// CHECK-NEXT: %[[R:.*]] = vector.extract_strided_slice %[[R0]] {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT: return %[[R]] : vector<2xf32>
func.func @slice_across(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<2xf32> {
  %0 = vector.insert_strided_slice %s, %v {offsets = [2], strides = [1]} : vector<2xf32> into vector<4xf32>
  %r = vector.extract_strided_slice %0 {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return %r : vector<2xf32>
}

// A part of what was put there.
// CHECK-LABEL: func.func @slice_within(
// CHECK-NEXT: %[[R:.*]] = vector.extract_strided_slice %s {offsets = [1], sizes = [1], strides = [1]} : vector<2xf32> to vector<1xf32>
// CHECK-NEXT: return %[[R]] : vector<1xf32>
func.func @slice_within(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<1xf32> {
  %0 = vector.insert_strided_slice %s, %v {offsets = [2], strides = [1]} : vector<2xf32> into vector<4xf32>
  %r = vector.extract_strided_slice %0 {offsets = [3], sizes = [1], strides = [1]} : vector<4xf32> to vector<1xf32>
  return %r : vector<1xf32>
}

// Is a slice.
// CHECK-LABEL: func.func @slice_of_slice(
// CHECK-NEXT: %[[R:.*]] = vector.extract_strided_slice %v {offsets = [2], sizes = [1], strides = [1]} : vector<4xf32> to vector<1xf32>
// CHECK-NEXT: return %[[R]] : vector<1xf32>
func.func @slice_of_slice(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<1xf32> {
  %0 = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %r = vector.extract_strided_slice %0 {offsets = [1], sizes = [1], strides = [1]} : vector<2xf32> to vector<1xf32>
  return %r : vector<1xf32>
}

// Is the vector.
// CHECK-LABEL: func.func @slice_whole(
// CHECK-NEXT: return %v : vector<4xf32>
func.func @slice_whole(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %r = vector.extract_strided_slice %v {offsets = [0], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
  return %r : vector<4xf32>
}

// Is a splat.
// CHECK-LABEL: func.func @slice_of_splat(
// CHECK-NEXT: %[[R:.*]] = vector.broadcast %x : f32 to vector<2xf32>
// CHECK-NEXT: return %[[R]] : vector<2xf32>
func.func @slice_of_splat(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<2xf32> {
  %0 = vector.broadcast %x : f32 to vector<4xf32>
  %r = vector.extract_strided_slice %0 {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return %r : vector<2xf32>
}

// Elements of it.
// CHECK-LABEL: func.func @slice_of_constant(
// CHECK-NEXT: %[[R:.*]] = arith.constant dense<[2.000000e+00, 3.000000e+00]> : vector<2xf32>
// CHECK-NEXT: return %[[R]] : vector<2xf32>
func.func @slice_of_constant(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %r = vector.extract_strided_slice %0 {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  return %r : vector<2xf32>
}

// Taken out and put back.
// CHECK-LABEL: func.func @rebuild(
// CHECK-NEXT: return %v : vector<4xf32>
func.func @rebuild(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %0 = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %r = vector.insert_strided_slice %0, %v {offsets = [2], strides = [1]} : vector<2xf32> into vector<4xf32>
  return %r : vector<4xf32>
}

// What is overwritten need not be put there.
// CHECK-LABEL: func.func @overwritten(
// CHECK-NEXT: %[[R0:.*]] = vector.extract_strided_slice %w {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
// CHECK-NEXT: %[[R:.*]] = vector.insert_strided_slice %[[R0]], %v {offsets = [0], strides = [1]} : vector<2xf32> into vector<4xf32>
// CHECK-NEXT: return %[[R]] : vector<4xf32>
func.func @overwritten(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %0 = vector.insert_strided_slice %s, %v {offsets = [0], strides = [1]} : vector<2xf32> into vector<4xf32>
  %1 = vector.extract_strided_slice %w {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %r = vector.insert_strided_slice %1, %0 {offsets = [0], strides = [1]} : vector<2xf32> into vector<4xf32>
  return %r : vector<4xf32>
}

// Rows in order.
// CHECK-LABEL: func.func @shuffle_identity(
// CHECK-NEXT: return %v : vector<4xf32>
func.func @shuffle_identity(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %r = vector.shuffle %v, %w [0, 1, 2, 3] : vector<4xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// Rows of the second in order.
// CHECK-LABEL: func.func @shuffle_second(
// CHECK-NEXT: return %w : vector<4xf32>
func.func @shuffle_second(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %r = vector.shuffle %v, %w [4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// Two shuffles that undo each other.
// CHECK-LABEL: func.func @shuffle_back(
// CHECK-NEXT: return %v : vector<4xf32>
func.func @shuffle_back(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %0 = vector.shuffle %v, %v [2, 3, 0, 1] : vector<4xf32>, vector<4xf32>
  %r = vector.shuffle %0, %0 [2, 3, 0, 1] : vector<4xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// Two become one.
// CHECK-LABEL: func.func @shuffle_shuffle(
// CHECK-NEXT: %[[R:.*]] = vector.shuffle %v, %w [0, 1, -1, 5] : vector<4xf32>, vector<4xf32>
// CHECK-NEXT: return %[[R]] : vector<4xf32>
func.func @shuffle_shuffle(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %0 = vector.shuffle %v, %w [0, 4, 1, 5] : vector<4xf32>, vector<4xf32>
  %r = vector.shuffle %0, %0 [0, 2, -1, 3] : vector<4xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// Rows of two constants.
// CHECK-LABEL: func.func @shuffle_constants(
// CHECK-NEXT: %[[R:.*]] = arith.constant dense<[4.000000e+00, 9.000000e+00, 1.000000e+00, 9.000000e+00]> : vector<4xf32>
// CHECK-NEXT: return %[[R]] : vector<4xf32>
func.func @shuffle_constants(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %1 = arith.constant dense<9.0> : vector<4xf32>
  %r = vector.shuffle %0, %1 [3, 4, 0, 7] : vector<4xf32>, vector<4xf32>
  return %r : vector<4xf32>
}

// The element.
// CHECK-LABEL: func.func @extract_of_elements(
// CHECK-NEXT: return %y : f32
func.func @extract_of_elements(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> f32 {
  %0 = vector.from_elements %x, %y, %x, %y : vector<4xf32>
  %r = vector.extract %0[1] : f32 from vector<4xf32>
  return %r : f32
}

// The scalar.
// CHECK-LABEL: func.func @extract_of_broadcast(
// CHECK-NEXT: return %x : f32
func.func @extract_of_broadcast(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> f32 {
  %0 = vector.broadcast %x : f32 to vector<2x4xf32>
  %r = vector.extract %0[1, 2] : f32 from vector<2x4xf32>
  return %r : f32
}

// What was put there, or what was there before.
// CHECK-LABEL: func.func @extract_of_insert(
// CHECK-NEXT: %[[R0:.*]] = vector.extract %v[2] : f32 from vector<4xf32>
// CHECK-NEXT: %[[R:.*]] = arith.addf %x, %[[R0]] : f32
// CHECK-NEXT: return %[[R]] : f32
func.func @extract_of_insert(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> f32 {
  %0 = vector.insert %x, %v [1] : f32 into vector<4xf32>
  %1 = vector.extract %0[1] : f32 from vector<4xf32>
  %2 = vector.extract %0[2] : f32 from vector<4xf32>
  %r = arith.addf %1, %2 : f32
  return %r : f32
}

// A position not known may be any.
// CHECK-LABEL: func.func @extract_of_unknown(
// CHECK-NEXT: %[[R0:.*]] = vector.insert %x, %v [%i] : f32 into vector<4xf32>
// CHECK-NEXT: %[[R:.*]] = vector.extract %[[R0]][1] : f32 from vector<4xf32>
// CHECK-NEXT: return %[[R]] : f32
func.func @extract_of_unknown(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> f32 {
  %0 = vector.insert %x, %v [%i] : f32 into vector<4xf32>
  %r = vector.extract %0[1] : f32 from vector<4xf32>
  return %r : f32
}

// From the row it came from.
// CHECK-LABEL: func.func @extract_of_shuffle(
// CHECK-NEXT: %[[R:.*]] = vector.extract %w[2] : f32 from vector<4xf32>
// CHECK-NEXT: return %[[R]] : f32
func.func @extract_of_shuffle(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> f32 {
  %0 = vector.shuffle %v, %w [0, 6, 1, 5] : vector<4xf32>, vector<4xf32>
  %r = vector.extract %0[1] : f32 from vector<4xf32>
  return %r : f32
}

// Through slices.
// CHECK-LABEL: func.func @extract_of_slices(
// CHECK-NEXT: %[[R0:.*]] = vector.extract %s[0] : f32 from vector<2xf32>
// CHECK-NEXT: %[[R1:.*]] = vector.extract %v[3] : f32 from vector<4xf32>
// CHECK-NEXT: %[[R:.*]] = arith.addf %[[R0]], %[[R1]] : f32
// CHECK-NEXT: return %[[R]] : f32
func.func @extract_of_slices(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> f32 {
  %0 = vector.insert_strided_slice %s, %v {offsets = [1], strides = [1]} : vector<2xf32> into vector<4xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [0], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %2 = vector.extract %1[1] : f32 from vector<2xf32>
  %3 = vector.extract %0[3] : f32 from vector<4xf32>
  %r = arith.addf %2, %3 : f32
  return %r : f32
}

// In one step.
// CHECK-LABEL: func.func @extract_of_extract(
// CHECK-NEXT: %[[R:.*]] = vector.extract %m[1, 2] : f32 from vector<2x4xf32>
// CHECK-NEXT: return %[[R]] : f32
func.func @extract_of_extract(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> f32 {
  %0 = vector.extract %m[1] : vector<4xf32> from vector<2x4xf32>
  %r = vector.extract %0[2] : f32 from vector<4xf32>
  return %r : f32
}

// The first is overwritten.
// CHECK-LABEL: func.func @insert_twice(
// CHECK-NEXT: %[[R:.*]] = vector.insert %y, %v [1] : f32 into vector<4xf32>
// CHECK-NEXT: return %[[R]] : vector<4xf32>
func.func @insert_twice(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %0 = vector.insert %x, %v [1] : f32 into vector<4xf32>
  %r = vector.insert %y, %0 [1] : f32 into vector<4xf32>
  return %r : vector<4xf32>
}

// Taken apart and put together.
// CHECK-LABEL: func.func @elements_of_vector(
// CHECK-NEXT: return %s : vector<2xf32>
func.func @elements_of_vector(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<2xf32> {
  %0 = vector.extract %s[0] : f32 from vector<2xf32>
  %1 = vector.extract %s[1] : f32 from vector<2xf32>
  %r = vector.from_elements %0, %1 : vector<2xf32>
  return %r : vector<2xf32>
}

// Are a broadcast.
// CHECK-LABEL: func.func @equal_elements(
// CHECK-NEXT: %[[R:.*]] = vector.broadcast %x : f32 to vector<2xf32>
// CHECK-NEXT: return %[[R]] : vector<2xf32>
func.func @equal_elements(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<2xf32> {
  %r = vector.from_elements %x, %x : vector<2xf32>
  return %r : vector<2xf32>
}

// Are a constant.
// CHECK-LABEL: func.func @constant_elements(
// CHECK-NEXT: %[[R:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>
// CHECK-NEXT: return %[[R]] : vector<2xf32>
func.func @constant_elements(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<2xf32> {
  %0 = arith.constant 1.0 : f32
  %1 = arith.constant 2.0 : f32
  %r = vector.from_elements %0, %1 : vector<2xf32>
  return %r : vector<2xf32>
}

// Is a splat.
// CHECK-LABEL: func.func @constant_broadcast(
// CHECK-NEXT: %[[R:.*]] = arith.constant dense<1.000000e+00> : vector<4xf32>
// CHECK-NEXT: return %[[R]] : vector<4xf32>
func.func @constant_broadcast(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %0 = arith.constant 1.0 : f32
  %r = vector.broadcast %0 : f32 to vector<4xf32>
  return %r : vector<4xf32>
}

// bitcast(bitcast(x)) -> x
// CHECK-LABEL: func.func @bits_back(
// CHECK-NEXT: return %v : vector<4xf32>
func.func @bits_back(%x: f32, %y: f32, %v: vector<4xf32>, %w: vector<4xf32>, %s: vector<2xf32>, %m: vector<2x4xf32>, %i: index) -> vector<4xf32> {
  %0 = vector.bitcast %v : vector<4xf32> to vector<8xf16>
  %r = vector.bitcast %0 : vector<8xf16> to vector<4xf32>
  return %r : vector<4xf32>
}
