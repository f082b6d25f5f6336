// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: interp-run %s | FileCheck %s --check-prefix=VALUE

#rows = #tile.layout<register = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [1, 0], [2, 0], [4, 0]], warp = [[0, 16]]>

// CHECK-LABEL: func.func @text
func.func @text(%x: tensor<8x32xf32>, %n: tensor<8x32xi8>, %y: tensor<8x32xf32, #rows>) -> (tensor<8xf32>, tensor<8xi32>) {
  // CHECK-NEXT: %v, %p = tile.argmax %x axis 1{{$}}
  %v, %p = tile.argmax %x axis 1
  // CHECK-NEXT: %w, %q = tile.argmin %n axis 0 unsigned {a.b}{{$}}
  %w, %q = tile.argmin %n axis 0 unsigned {a.b}
  // CHECK-NEXT: %z, %at = tile.argmin %y axis 1{{$}}
  // CHECK-NEXT: arith.addi %at, %at : tensor<8xi32, #tile.layout<register = [], lane = {{\[}}[0], [0], [1], [2], [4]], warp = {{\[}}[0]]>>
  %z, %at = tile.argmin %y axis 1
  %s = arith.addi %at, %at : tensor<8xi32, #tile.layout<register = [], lane = [[0], [0], [1], [2], [4]], warp = [[0]]>>
  return %v, %p : tensor<8xf32>, tensor<8xi32>
}

// Of equal elements the first; -0 and 0 are equal.

// VALUE: @ties: [3, -0] : tensor<2xf32>, [1, 0] : tensor<2xi32>, [-0, 1] : tensor<2xf32>, [1, 0] : tensor<2xi32>
func.func @ties() -> (tensor<2xf32>, tensor<2xi32>, tensor<2xf32>, tensor<2xi32>) {
  %x = arith.constant dense<[[1.0, 3.0, 3.0, 2.0], [-0.0, 0.0, -0.0, 0.0]]> : tensor<2x4xf32>
  %m, %at = tile.argmax %x axis 1
  %one = arith.constant dense<[[0.5, 1.0], [-0.0, 1.0]]> : tensor<2x2xf32>
  %n, %place = tile.argmin %one axis 0
  return %m, %at, %n, %place : tensor<2xf32>, tensor<2xi32>, tensor<2xf32>, tensor<2xi32>
}

// A NaN is above all numbers, and below all; the first of several is it.

// VALUE: @nans: [2, 0, 1] : tensor<3xi32>, [2, 0, 0] : tensor<3xi32>
func.func @nans() -> (tensor<3xi32>, tensor<3xi32>) {
  %x = arith.constant dense<[[1.0, 2.0, 0x7E00, 0x7E00], [0xFE00, 0x7C00, 1.0, 0xFC00], [0xFC00, 0x7C00, 0.0, 0x7C00]]> : tensor<3x4xf16>
  %v, %p = tile.argmax %x axis 1
  %w, %q = tile.argmin %x axis 1
  return %p, %q : tensor<3xi32>, tensor<3xi32>
}

// VALUE: @integers: [1, 2] : tensor<2xi32>, [0, 0] : tensor<2xi32>, [1, 0] : tensor<2xi32>
func.func @integers() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  %x = arith.constant dense<[[-1, 4, 4], [1, 2, 3]]> : tensor<2x3xi8>
  %f = arith.constant dense<[[false, true, true], [true, true, false]]> : tensor<2x3xi1>
  %v, %p = tile.argmax %x axis 1
  %w, %q = tile.argmin %x axis 1
  %u, %r = tile.argmax %f axis 1
  return %p, %q, %r : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}

// VALUE: @unsigned: [0, 2] : tensor<2xi32>, [1, 0] : tensor<2xi32>
func.func @unsigned() -> (tensor<2xi32>, tensor<2xi32>) {
  %x = arith.constant dense<[[-1, 4, 4], [1, 2, 3]]> : tensor<2x3xi8>
  %v, %p = tile.argmax %x axis 1 unsigned
  %w, %q = tile.argmin %x axis 1 unsigned
  return %p, %q : tensor<2xi32>, tensor<2xi32>
}
