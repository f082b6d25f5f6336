// RUN: not tile-opt %s --tile-to-thread --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: :[[@LINE+6]]:3: error: 'memref.store' op has 9 indices, more than 8 at thread level
// CHECK: help: merge extents that are contiguous
tile.kernel @store(%A: memref<?xf32>[N], %x: f32) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %m = memref.reinterpret_cast %A to offset: [0], sizes: [1, 1, 1, 1, 1, 1, 1, 1, 4], strides: [4, 4, 4, 4, 4, 4, 4, 4, 1]
      : memref<?xf32> to memref<1x1x1x1x1x1x1x1x4xf32, strided<[4, 4, 4, 4, 4, 4, 4, 4, 1]>>
  memref.store %x, %m[%c0, %c0, %c0, %c0, %c0, %c0, %c0, %c0, %b] : memref<1x1x1x1x1x1x1x1x4xf32, strided<[4, 4, 4, 4, 4, 4, 4, 4, 1]>>
}

// -----

// CHECK: :[[@LINE+5]]:8: error: 'memref.load' op has 9 indices, more than 8 at thread level
tile.kernel @load(%A: memref<?xf32>[N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %m = memref.reinterpret_cast %A to offset: [0], sizes: [1, 1, 1, 1, 1, 1, 1, 1, 4], strides: [4, 4, 4, 4, 4, 4, 4, 4, 1]
      : memref<?xf32> to memref<1x1x1x1x1x1x1x1x4xf32, strided<[4, 4, 4, 4, 4, 4, 4, 4, 1]>>
  %x = memref.load %m[%c0, %c0, %c0, %c0, %c0, %c0, %c0, %c0, %b] : memref<1x1x1x1x1x1x1x1x4xf32, strided<[4, 4, 4, 4, 4, 4, 4, 4, 1]>>
}

// -----

// CHECK: :[[@LINE+4]]:8: error: 'memref.atomic_rmw' op combines in a way that no instruction has
// CHECK: help: a loop around mem.atomic_cas combines in any way
tile.kernel @product(%A: memref<?xf32>[N], %x: f32) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %0 = memref.atomic_rmw mulf %x, %A[%c0] : (f32, memref<?xf32>) -> f32
}

// -----

// CHECK: :[[@LINE+4]]:8: error: 'memref.atomic_rmw' op 'addi' does not combine i8
// CHECK: help: it takes i32 and i64
tile.kernel @bytes(%A: memref<?xi8>[N], %x: i8) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %0 = memref.atomic_rmw addi %x, %A[%c0] : (i8, memref<?xi8>) -> i8
}
