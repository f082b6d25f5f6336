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
