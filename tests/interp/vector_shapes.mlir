// RUN: interp-run %s | FileCheck %s

// CHECK: @transposed: [1, 4, 2, 5, 3, 6] : vector<3x2xi32>, [1, 4, 2, 5, 3, 6] : vector<6xi32>
func.func @transposed() -> (vector<3x2xi32>, vector<6xi32>) {
  %v = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %0 = vector.transpose %v, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  %1 = vector.shape_cast %0 : vector<3x2xi32> to vector<6xi32>
  return %0, %1 : vector<3x2xi32>, vector<6xi32>
}

// Rounded once: the square of 1 + 2^-12 and minus 1 leaves 2^-11 + 2^-24.
// CHECK: @fused: [0.000488340855, 10] : vector<2xf32>
func.func @fused() -> vector<2xf32> {
  %a = arith.constant dense<[1.000244140625, 2.0]> : vector<2xf32>
  %b = arith.constant dense<[1.000244140625, 3.0]> : vector<2xf32>
  %c = arith.constant dense<[-1.0, 4.0]> : vector<2xf32>
  %0 = vector.fma %a, %b, %c : vector<2xf32>
  return %0 : vector<2xf32>
}
