// RUN: interp-run %s | FileCheck %s

// CHECK: @shapes: [1, 5, 2, 6, 3, 7, 4, 8] : tensor<4x2xi32>, [7, 7] : tensor<2xi32>
func.func @shapes() -> (tensor<4x2xi32>, tensor<2xi32>) {
  %t = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8]]> : tensor<2x4xi32>
  %s = arith.constant 7 : i32
  %0 = tile.trans %t : tensor<2x4xi32> to tensor<4x2xi32>
  %1 = tile.splat %s : i32 to tensor<2xi32>
  return %0, %1 : tensor<4x2xi32>, tensor<2xi32>
}

// Rows repeat when the leading extent is missing, columns when the last is 1.
// CHECK: @broadcasts: [1, 2, 3, 4, 1, 2, 3, 4] : tensor<2x4xf16>, [1, 1, 2, 2, 3, 3, 4, 4] : tensor<4x2xf16>
func.func @broadcasts() -> (tensor<2x4xf16>, tensor<4x2xf16>) {
  %t = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf16>
  %0 = tile.broadcast %t : tensor<4xf16> to tensor<2x4xf16>
  %1 = tile.expand_dims %t axis 1 : tensor<4xf16> to tensor<4x1xf16>
  %2 = tile.broadcast %1 : tensor<4x1xf16> to tensor<4x2xf16>
  return %0, %2 : tensor<2x4xf16>, tensor<4x2xf16>
}

// [0 1 2 3; 4 5 6 7] * [0 1; 2 3; 4 5; 6 7] + [10 10; 20 20]
// CHECK: @dots: [38, 44, 96, 118] : tensor<2x2xf32>
func.func @dots() -> tensor<2x2xf32> {
  %a = arith.constant dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]> : tensor<2x4xbf16>
  %b = arith.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]> : tensor<4x2xbf16>
  %c = arith.constant dense<[[10.0, 10.0], [20.0, 20.0]]> : tensor<2x2xf32>
  %0 = tile.dot %a, %b, %c
  return %0 : tensor<2x2xf32>
}

// CHECK: @orders: [0, 4, 2, 6, 1, 5, 3, 7] : tensor<2x2x2xi32>, [0, 4, 1, 5, 2, 6, 3, 7] : tensor<4x2xi32>
func.func @orders() -> (tensor<2x2x2xi32>, tensor<4x2xi32>) {
  %t = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi32>
  %0 = tile.reshape %t : tensor<8xi32> to tensor<2x2x2xi32>
  %1 = tile.trans %0 perm [2, 1, 0] : tensor<2x2x2xi32> to tensor<2x2x2xi32>
  %2 = tile.trans %0 perm [1, 2, 0] : tensor<2x2x2xi32> to tensor<2x2x2xi32>
  %3 = tile.reshape %2 : tensor<2x2x2xi32> to tensor<4x2xi32>
  return %1, %3 : tensor<2x2x2xi32>, tensor<4x2xi32>
}

// CHECK: @pairs: [0, 2, 4, 6] : tensor<4xi32>, [1, 3, 5, 7] : tensor<4xi32>, [1, 0, 3, 2, 5, 4, 7, 6] : tensor<4x2xi32>
func.func @pairs() -> (tensor<4xi32>, tensor<4xi32>, tensor<4x2xi32>) {
  %t = arith.constant dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi32>
  %low, %high = tile.split %t : tensor<4x2xi32> to tensor<4xi32>
  %0 = tile.join %high, %low : tensor<4xi32> to tensor<4x2xi32>
  return %low, %high, %0 : tensor<4xi32>, tensor<4xi32>, tensor<4x2xi32>
}
