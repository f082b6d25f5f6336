// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD
// RUN: interp-run %s | FileCheck %s --check-prefix=VALUE

// CHECK-LABEL: @coordinates
// CHECK: tile.iota axis 0 : tensor<2x3xi32>
// CHECK: tile.iota axis 1 : tensor<2x3xindex>
// VALUE: @coordinates: [0, 0, 0, 1, 1, 1] : tensor<2x3xi32>, [0, 1, 2, 0, 1, 2] : tensor<2x3xindex>
func.func @coordinates() -> (tensor<2x3xi32>, tensor<2x3xindex>) {
  %0 = tile.iota axis 0 : tensor<2x3xi32>
  %1 = tile.iota axis 1 : tensor<2x3xindex>
  return %0, %1 : tensor<2x3xi32>, tensor<2x3xindex>
}

// VALUE: @middle: [0, 0, 1, 1, 0, 0, 1, 1] : tensor<2x2x2xi8>
func.func @middle() -> tensor<2x2x2xi8> {
  %0 = tile.iota axis 1 : tensor<2x2x2xi8>
  return %0 : tensor<2x2x2xi8>
}

// FOLD-LABEL: @one_coordinate
// FOLD: arith.constant dense<0> : tensor<1x4xi16>
func.func @one_coordinate() -> tensor<1x4xi16> {
  %0 = tile.iota axis 0 : tensor<1x4xi16>
  return %0 : tensor<1x4xi16>
}

// FOLD-LABEL: @moved
// FOLD-DAG: %[[B:.*]] = tile.iota axis 1 : tensor<8x4xi32>
// FOLD-DAG: %[[E:.*]] = tile.iota axis 1 : tensor<1x4xi32>
// FOLD-DAG: %[[F:.*]] = tile.iota axis 0 : tensor<4x1xi32>
// FOLD-DAG: %[[T:.*]] = tile.iota axis 1 : tensor<4x2x8xi32>
// FOLD: return %[[B]], %[[E]], %[[F]], %[[T]]
func.func @moved() -> (tensor<8x4xi32>, tensor<1x4xi32>, tensor<4x1xi32>, tensor<4x2x8xi32>) {
  %0 = tile.iota axis 0 : tensor<4xi32>
  %1 = tile.broadcast %0 : tensor<4xi32> to tensor<8x4xi32>
  %2 = tile.expand_dims %0 axis 0 : tensor<4xi32> to tensor<1x4xi32>
  %3 = tile.expand_dims %0 axis 1 : tensor<4xi32> to tensor<4x1xi32>
  %4 = tile.iota axis 0 : tensor<2x4x8xi32>
  %5 = tile.trans %4 perm [1, 0, 2] : tensor<2x4x8xi32> to tensor<4x2x8xi32>
  return %1, %2, %3, %5 : tensor<8x4xi32>, tensor<1x4xi32>, tensor<4x1xi32>, tensor<4x2x8xi32>
}
