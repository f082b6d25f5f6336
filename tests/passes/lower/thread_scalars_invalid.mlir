// RUN: not tile-opt %s --tile-to-thread --split-input-file -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: :[[@LINE+5]]:3: error: 'memref.store' op has 9 indices, more than 8 at thread level
// CHECK: help: merge extents that are contiguous
tile.kernel @store(%A: memref<?xf32>[N], %x: f32) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1x1x1x1x1x1x1x1x4xf32>
  memref.store %x, %m[%c0, %c0, %c0, %c0, %c0, %c0, %c0, %c0, %b] : memref<1x1x1x1x1x1x1x1x4xf32>
}

// -----

// CHECK: :[[@LINE+4]]:8: error: 'memref.load' op has 9 indices, more than 8 at thread level
tile.kernel @load(%A: memref<?xf32>[N]) warps(4) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<1x1x1x1x1x1x1x1x4xf32>
  %x = memref.load %m[%c0, %c0, %c0, %c0, %c0, %c0, %c0, %c0, %b] : memref<1x1x1x1x1x1x1x1x4xf32>
}
