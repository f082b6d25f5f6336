// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=100 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=100 --param AXIS=2 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=64
// SHAPE: N=100

// Integers as signed, as unsigned and as flags, along each axis of a tile of rank 3.
tile.params { AXIS = 1 : [0, 1, 2], WARPS = 4 : [1, 4, 8, 12], T = i32 : [i8, i16, i32, i64] }
tile.kernel @argmax_ints(%A: memref<?x$T>[N], %P: memref<?xi32>[N], %Q: memref<?xi32>[N], %R: memref<?xi32>[N], %V: memref<?x$T>[N])
    warps($WARPS) grid(%b = ceildiv(N, 64)) {
  %x = tile.load %A[%b * 64] : tensor<64x$T>
  %t = tile.reshape %x : tensor<64x$T> to tensor<4x4x4x$T>
  %v, %p = tile.argmax %t axis $AXIS
  %p1 = tile.reshape %p : tensor<4x4xi32> to tensor<16xi32>
  tile.store %p1, %P[%b * 64]
  %w, %q = tile.argmin %t axis $AXIS unsigned
  %q1 = tile.reshape %q : tensor<4x4xi32> to tensor<16xi32>
  tile.store %q1, %Q[%b * 64 + 16]
  %one = arith.constant dense<1> : tensor<4x4x4x$T>
  %flags = arith.cmpi sgt, %t, %one : tensor<4x4x4x$T>
  %f, %r = tile.argmax %flags axis $AXIS
  %r1 = tile.reshape %r : tensor<4x4xi32> to tensor<16xi32>
  tile.store %r1, %R[%b * 64 + 32]
  %all, %at = tile.argmax %x axis 0
  tile.store %all, %V[%b * 64]
  tile.store %at, %R[%b * 64]
}
