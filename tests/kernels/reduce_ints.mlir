// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=100 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=100 --param AXIS=2 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=64
// SHAPE: N=100

// Each axis of a tile of rank 3, whose row of 64 elements is reshaped; bits, and unsigned minima.
tile.params { AXIS = 1 : [0, 1, 2], WARPS = 2 : [1, 2, 8], T = i32 : [i8, i16, i32, i64] }
tile.kernel @reduce_ints(%A: memref<?x$T>[N], %X: memref<16x16x$T>, %B: memref<16x16x$T>) warps($WARPS) grid(%b = ceildiv(N, 64)) {
  %x = tile.load %A[%b * 64] : tensor<64x$T>
  %t = tile.reshape %x : tensor<64x$T> to tensor<4x4x4x$T>
  %bits = tile.reduce arith.xori %t axis $AXIS
  %all = tile.reduce arith.xori %bits axis 1
  tile.store %all, %X[%b, 0]
  %least = tile.reduce arith.minui %t axis $AXIS
  %of_all = tile.reduce arith.minui %least axis 0
  tile.store %of_all, %B[%b, 4]
}
