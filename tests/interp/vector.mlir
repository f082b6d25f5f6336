// RUN: interp-run %s | FileCheck %s

// CHECK: @moves: [4, 5, 6] : vector<3xi32>, 6 : i32, [1, 2, 3, 7, 7, 7] : vector<2x3xi32>
func.func @moves() -> (vector<3xi32>, i32, vector<2x3xi32>) {
  %v = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %s = arith.constant dense<7> : vector<3xi32>
  %c2 = arith.constant 2 : index
  %0 = vector.extract %v[1] : vector<3xi32> from vector<2x3xi32>
  %1 = vector.extract %v[1, %c2] : i32 from vector<2x3xi32>
  %2 = vector.insert %s, %v [1] : vector<3xi32> into vector<2x3xi32>
  return %0, %1, %2 : vector<3xi32>, i32, vector<2x3xi32>
}

// CHECK: @slices: [3, 4] : vector<2xi32>, [1, 2, 7, 8, 5, 6] : vector<6xi32>, [2, 3, 5, 6] : vector<2x2xi32>
func.func @slices() -> (vector<2xi32>, vector<6xi32>, vector<2x2xi32>) {
  %v = arith.constant dense<[1, 2, 3, 4, 5, 6]> : vector<6xi32>
  %m = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %s = arith.constant dense<[7, 8]> : vector<2xi32>
  %0 = vector.extract_strided_slice %v {offsets = [2], sizes = [2], strides = [1]} : vector<6xi32> to vector<2xi32>
  %1 = vector.insert_strided_slice %s, %v {offsets = [2], strides = [1]} : vector<2xi32> into vector<6xi32>
  %2 = vector.extract_strided_slice %m {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x3xi32> to vector<2x2xi32>
  return %0, %1, %2 : vector<2xi32>, vector<6xi32>, vector<2x2xi32>
}

// CHECK: @orders: [1, 9, 2, 8] : vector<4xi8>, [1, 1, 2, 2] : vector<2x2xi8>, [3, 4] : vector<2xi8>, [1065353216] : vector<1xi32>
func.func @orders() -> (vector<4xi8>, vector<2x2xi8>, vector<2xi8>, vector<1xi32>) {
  %a = arith.constant dense<[1, 2]> : vector<2xi8>
  %b = arith.constant dense<[8, 9]> : vector<2xi8>
  %c = arith.constant dense<[[1], [2]]> : vector<2x1xi8>
  %x = arith.constant 3 : i8
  %y = arith.constant 4 : i8
  %one = arith.constant dense<1.0> : vector<1xf32>
  %0 = vector.shuffle %a, %b [0, 3, 1, 2] : vector<2xi8>, vector<2xi8>
  %1 = vector.broadcast %c : vector<2x1xi8> to vector<2x2xi8>
  %2 = vector.from_elements %x, %y : vector<2xi8>
  %3 = vector.bitcast %one : vector<1xf32> to vector<1xi32>
  return %0, %1, %2, %3 : vector<4xi8>, vector<2x2xi8>, vector<2xi8>, vector<1xi32>
}

// An insertion may take the storage of a vector that nobody else reads, but not of one that is read
// again in the next iteration.
// CHECK: @insert_again: 6 : i32
func.func @insert_again() -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %v = vector.broadcast %zero : i32 to vector<4xi32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %zero) -> i32 {
    %n = arith.index_cast %i : index to i32
    %m = arith.addi %n, %one : i32
    %w = vector.insert %m, %v[%i] : i32 into vector<4xi32>
    %a = vector.extract %w[0] : i32 from vector<4xi32>
    %b = vector.extract %w[1] : i32 from vector<4xi32>
    %c = vector.extract %w[2] : i32 from vector<4xi32>
    %ab = arith.addi %a, %b : i32
    %abc = arith.addi %ab, %c : i32
    %t = arith.addi %s, %abc : i32
    scf.yield %t : i32
  }
  return %r : i32
}

// A chain of insertions, each into what the one before made, and so in every iteration.
// CHECK: @insert_chain: [0, 1, 2, 9] : vector<4xi32>
func.func @insert_chain() -> vector<4xi32> {
  %nine = arith.constant 9 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %v = vector.broadcast %nine : i32 to vector<4xi32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%w = %v) -> vector<4xi32> {
    %n = arith.index_cast %i : index to i32
    %x = vector.insert %n, %w[%i] : i32 into vector<4xi32>
    scf.yield %x : vector<4xi32>
  }
  return %r : vector<4xi32>
}
