// RUN: interp-run %s | FileCheck %s

// CHECK: @sums: [1, 3, 6, 10] : tensor<4xi32>, [10, 9, 7, 4] : tensor<4xi32>, [5, 6, 8, 11] : tensor<4xi32>, [14, 12, 9, 5] : tensor<4xi32>
func.func @sums() -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %five = arith.constant 5 : i32
  %s = tile.scan arith.addi %x axis 0
  %r = tile.scan arith.addi %x axis 0 reverse
  %e = tile.scan arith.addi %x axis 0 exclusive(%five)
  %b = tile.scan arith.addi %x axis 0 reverse exclusive(%five)
  return %s, %r, %e, %b : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}

// What was before is on the left: 10 * left + right are the digits, read from where the scan begins.

// CHECK: @order: [1, 12, 123, 4, 45, 456] : tensor<2x3xi32>, [321, 32, 3, 654, 65, 6] : tensor<2x3xi32>, [41, 52, 63, 4, 5, 6] : tensor<2x3xi32>, [7, 71, 712, 7, 74, 745] : tensor<2x3xi32>
func.func @order() -> (tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>) {
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %seven = arith.constant 7 : i32
  %rows = tile.scan %x axis 1 (%a, %b) {
    %ten = arith.constant 10 : i32
    %p = arith.muli %a, %ten : i32
    %s = arith.addi %p, %b : i32
    tile.yield %s
  }
  %back = tile.scan %x axis 1 reverse (%a, %b) {
    %ten = arith.constant 10 : i32
    %p = arith.muli %a, %ten : i32
    %s = arith.addi %p, %b : i32
    tile.yield %s
  }
  %columns = tile.scan %x axis 0 reverse (%a, %b) {
    %ten = arith.constant 10 : i32
    %p = arith.muli %a, %ten : i32
    %s = arith.addi %p, %b : i32
    tile.yield %s
  }
  %before = tile.scan %x axis 1 exclusive(%seven) (%a, %b) {
    %ten = arith.constant 10 : i32
    %p = arith.muli %a, %ten : i32
    %s = arith.addi %p, %b : i32
    tile.yield %s
  }
  return %rows, %back, %columns, %before : tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>, tensor<2x3xi32>
}

// The largest so far and where it was, which is where a row of one element is at once.

// CHECK: @several: [2, 2, 5, 5] : tensor<4xi64>, [0, 0, 2, 2] : tensor<4xi32>, [9, 8] : tensor<2x1xi32>
func.func @several() -> (tensor<4xi64>, tensor<4xi32>, tensor<2x1xi32>) {
  %x = arith.constant dense<[2, 1, 5, 4]> : tensor<4xi64>
  %i = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %one = arith.constant dense<[[9], [8]]> : tensor<2x1xi32>
  %m, %at = tile.scan %x, %i axis 0 (%a, %p, %b, %q) {
    %more = arith.cmpi sgt, %b, %a : i64
    %v = arith.select %more, %b, %a : i64
    %w = arith.select %more, %q, %p : i32
    tile.yield %v, %w
  }
  %s = tile.scan arith.addi %one axis 1
  return %m, %at, %s : tensor<4xi64>, tensor<4xi32>, tensor<2x1xi32>
}
