// RUN: tile-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: tile.kernel @dim
tile.kernel @dim(%A: memref<64x?xf32>[M, K], %B: memref<?xindex>[M]) warps(1) grid(%i = 1) {
  // CHECK-DAG: %[[C:.*]] = arith.constant dense<64> : tensor<1xindex>
  // CHECK-DAG: %[[K:.*]] = tile.dim K
  %m = tile.dim M
  %k = tile.dim K
  %0 = tile.splat %m : index to tensor<1xindex>
  // CHECK: tile.store %[[C]], %B[%[[K]]]
  tile.store %0, %B[%k]
}

// CHECK-LABEL: tile.kernel @splats
tile.kernel @splats(%A: memref<?x?xf32>[M, K]) warps(1) grid(%i = 1) {
  // CHECK: %[[C:.*]] = arith.constant dense<2.000000e+00> : tensor<8x4xf32>
  // CHECK-NEXT: tile.store %[[C]], %A[%i, %i]
  %c = arith.constant 2.0 : f32
  %0 = tile.splat %c : f32 to tensor<4xf32>
  %1 = tile.expand_dims %0 axis 1 : tensor<4xf32> to tensor<4x1xf32>
  %2 = tile.broadcast %1 : tensor<4x1xf32> to tensor<4x8xf32>
  %3 = tile.trans %2 : tensor<4x8xf32> to tensor<8x4xf32>
  tile.store %3, %A[%i, %i]
}

// CHECK-LABEL: tile.kernel @identities
tile.kernel @identities(%A: memref<?x?xf32>[M, K]) warps(1) grid(%i = 1) {
  // CHECK-NEXT: %[[T:.*]] = tile.load
  // CHECK-NEXT: tile.store %[[T]]
  // CHECK-NEXT: }
  %t = tile.load %A[%i, %i] : tensor<4x8xf32>
  %0 = tile.trans %t : tensor<4x8xf32> to tensor<8x4xf32>
  %1 = tile.trans %0 : tensor<8x4xf32> to tensor<4x8xf32>
  %2 = tile.broadcast %1 : tensor<4x8xf32> to tensor<4x8xf32>
  %3 = tile.convert_layout %2 : tensor<4x8xf32> to tensor<4x8xf32>
  tile.store %3, %A[%i, %i]
}

#a = #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>
#b = #tile.layout<register = [[1]], lane = [[2], [4], [8], [16], [0]], warp = []>
#c = #tile.layout<register = [[16]], lane = [[1], [2], [4], [8], [0]], warp = []>

// A round trip is nothing, two steps are one.
// CHECK-LABEL: tile.kernel @conversions
tile.kernel @conversions(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) {
  // CHECK: %[[T:.*]] = tile.load
  // CHECK-NEXT: %[[C:.*]] = tile.convert_layout %[[T]]
  // CHECK-NEXT: tile.store %[[T]]
  // CHECK-NEXT: tile.store %[[C]]
  %t = tile.load %A[%i] : tensor<32xf32, #a>
  %0 = tile.convert_layout %t : tensor<32xf32, #a> to tensor<32xf32, #b>
  %1 = tile.convert_layout %0 : tensor<32xf32, #b> to tensor<32xf32, #a>
  %2 = tile.convert_layout %0 : tensor<32xf32, #b> to tensor<32xf32, #c>
  tile.store %1, %A[%i]
  tile.store %2, %A[%i]
}

// A constant has no layout to give.
// CHECK-LABEL: tile.kernel @layout_stays
tile.kernel @layout_stays(%A: memref<?xf32>[M]) warps(1) grid(%i = 1) {
  // CHECK: tile.splat
  %c = arith.constant 2.0 : f32
  %0 = tile.splat %c : f32 to tensor<32xf32, #a>
  tile.store %0, %A[%i]
}

// CHECK-LABEL: tile.kernel @reshapes
tile.kernel @reshapes(%A: memref<?x?xf32>[M, K]) warps(1) grid(%i = 1) {
  // CHECK-NEXT: %[[T:.*]] = tile.load
  // CHECK-NEXT: tile.store %[[T]]
  // CHECK-NEXT: %[[R:.*]] = tile.reshape %[[T]] : tensor<4x8xf32> to tensor<16x2xf32>
  // CHECK-NEXT: tile.store %[[R]]
  // CHECK-NEXT: }
  %t = tile.load %A[%i, %i] : tensor<4x8xf32>
  %0 = tile.reshape %t : tensor<4x8xf32> to tensor<2x4x4xf32>
  %1 = tile.reshape %0 : tensor<2x4x4xf32> to tensor<4x8xf32>
  tile.store %1, %A[%i, %i]
  %2 = tile.expand_dims %0 axis 1 : tensor<2x4x4xf32> to tensor<2x1x4x4xf32>
  %3 = tile.reshape %2 : tensor<2x1x4x4xf32> to tensor<16x2xf32>
  tile.store %3, %A[%i, %i]
}

// Orders follow each other; one that swaps the last two dimensions needs no `perm`.
// CHECK-LABEL: tile.kernel @orders
tile.kernel @orders(%A: memref<?x?x?xf32>[M, K, N]) warps(1) grid(%i = 1) {
  // CHECK: %[[T:.*]] = tile.load
  // CHECK-NEXT: %[[A:.*]] = tile.trans %[[T]] perm [1, 2, 0] : tensor<2x4x8xf32> to tensor<4x8x2xf32>
  // CHECK-NEXT: tile.store %[[A]]
  // CHECK-NEXT: tile.store %[[T]]
  // CHECK-NEXT: %[[B:.*]] = tile.trans %[[T]] : tensor<2x4x8xf32> to tensor<2x8x4xf32>
  // CHECK-NEXT: tile.store %[[B]]
  // CHECK-NEXT: }
  %t = tile.load %A[%i, %i, %i] : tensor<2x4x8xf32>
  %0 = tile.trans %t perm [2, 0, 1] : tensor<2x4x8xf32> to tensor<8x2x4xf32>
  %1 = tile.trans %0 perm [2, 0, 1] : tensor<8x2x4xf32> to tensor<4x8x2xf32>
  tile.store %1, %A[%i, %i, %i]
  %2 = tile.trans %1 perm [2, 0, 1] : tensor<4x8x2xf32> to tensor<2x4x8xf32>
  tile.store %2, %A[%i, %i, %i]
  %3 = tile.trans %2 perm [0, 2, 1] : tensor<2x4x8xf32> to tensor<2x8x4xf32>
  tile.store %3, %A[%i, %i, %i]
}

// CHECK-LABEL: tile.kernel @pairs
tile.kernel @pairs(%A: memref<?x?xf32>[M, K]) warps(1) grid(%i = 1) {
  // CHECK: %[[T:.*]] = tile.load %A[%i, %i] : tensor<8x2xf32>
  // CHECK-NEXT: %low, %high = tile.split %[[T]]
  // CHECK-NEXT: tile.store %[[T]]
  // CHECK-NEXT: %[[X:.*]] = tile.join %high, %low
  // CHECK-NEXT: tile.store %[[X]]
  // CHECK-NEXT: tile.store %high
  // CHECK-NEXT: }
  %t = tile.load %A[%i, %i] : tensor<8x2xf32>
  %low, %high = tile.split %t : tensor<8x2xf32> to tensor<8xf32>
  %0 = tile.join %low, %high : tensor<8xf32> to tensor<8x2xf32>
  tile.store %0, %A[%i, %i]
  %1 = tile.join %high, %low : tensor<8xf32> to tensor<8x2xf32>
  tile.store %1, %A[%i, %i]
  %2, %3 = tile.split %1 : tensor<8x2xf32> to tensor<8xf32>
  tile.store %2, %A[%i, %i]
}

// CHECK-LABEL: tile.kernel @one_scalar
tile.kernel @one_scalar(%A: memref<?x?xf32>[M, K], %x: f32) warps(1) grid(%i = 1) {
  // CHECK-NEXT: %[[C:.*]] = arith.constant dense<2.000000e+00> : tensor<16xf32>
  // CHECK-NEXT: tile.store %[[C]]
  // CHECK-NEXT: %[[S:.*]] = tile.splat %x : f32 to tensor<16xf32>
  // CHECK-NEXT: tile.store %[[S]]
  // CHECK-NEXT: }
  %c = arith.constant dense<2.0> : tensor<4x8xf32>
  %0 = tile.reshape %c : tensor<4x8xf32> to tensor<16x2xf32>
  %1, %2 = tile.split %0 : tensor<16x2xf32> to tensor<16xf32>
  %3 = tile.join %1, %2 : tensor<16xf32> to tensor<16x2xf32>
  %4, %5 = tile.split %3 : tensor<16x2xf32> to tensor<16xf32>
  tile.store %5, %A[%i, %i]
  %6 = tile.splat %x : f32 to tensor<2x4x4xf32>
  %7 = tile.trans %6 perm [2, 1, 0] : tensor<2x4x4xf32> to tensor<4x4x2xf32>
  %8 = tile.reshape %7 : tensor<4x4x2xf32> to tensor<16x2xf32>
  %9, %10 = tile.split %8 : tensor<16x2xf32> to tensor<16xf32>
  %11 = tile.join %9, %10 : tensor<16xf32> to tensor<16x2xf32>
  %12, %13 = tile.split %11 : tensor<16x2xf32> to tensor<16xf32>
  tile.store %13, %A[%i, %i]
}

// What is the same everywhere has any layout.

// CHECK-LABEL: func.func @convert_of_one_element
// CHECK-DAG: %[[C:.*]] = arith.constant dense<1.0{{.*}}> : tensor<32xf32, #tile.layout<register = [], lane = {{\[}}[1], [2], [4], [8], [16]], warp = []>>
// CHECK-DAG: %[[S:.*]] = tile.splat %{{.*}} : f32 to tensor<32xf32, #tile.layout<register = [], lane = {{\[}}[1], [2], [4], [8], [16]], warp = []>>
// CHECK: return %[[C]], %[[S]]
func.func @convert_of_one_element(%x: f32) -> (tensor<32xf32, #a>, tensor<32xf32, #a>) {
  %c = arith.constant dense<1.0> : tensor<32xf32>
  %s = tile.splat %x : f32 to tensor<32xf32>
  %0 = tile.convert_layout %c : tensor<32xf32> to tensor<32xf32, #a>
  %1 = tile.convert_layout %s : tensor<32xf32> to tensor<32xf32, #a>
  return %0, %1 : tensor<32xf32, #a>, tensor<32xf32, #a>
}

// Two that no layout forbids may do together what every layout does.
// CHECK-LABEL: tile.kernel @odd
tile.kernel @odd(%A: memref<?x?xf32>[M, K], %B: memref<?x?x?xf32>[M, K, N]) warps(1) grid(%i = 1) {
  // CHECK: %[[T:.*]] = tile.load
  // CHECK-NEXT: %[[R:.*]] = tile.reshape %[[T]] : tensor<96x8xf32> to tensor<3x16x16xf32>
  // CHECK-NEXT: tile.store %[[R]]
  %t = tile.load %A[%i, %i] : tensor<96x8xf32>
  %0 = tile.reshape %t : tensor<96x8xf32> to tensor<768xf32>
  %1 = tile.reshape %0 : tensor<768xf32> to tensor<3x16x16xf32>
  tile.store %1, %B[%i, %i, %i]
}
