// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim X=2 --dim Y=32 --dim Z=16 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim X=30 --dim Y=2 --dim Z=15 --param D0=32 --param D1=2 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: X=32 Y=32 Z=16
// SHAPE: X=3 Y=31 Z=5

// Each axis of a tile of rank 3, and all of them one after the other: sums, products of elements that are mostly 1, where
// the largest is, and scans.
tile.params { D0 = 2 : [1, 2, 16, 32], D1 = 32 : [2, 16, 32], D2 = 16 : [2, 12, 16], WARPS = 4 : [1, 4, 8, 12], T = f32 : [f32, f64] }
tile.kernel @reduce_rank3(%A: memref<?x?x?x$T>[X, Y, Z], %YZ: memref<?x?x$T>[Y, Z], %XZ: memref<?x?x$T>[X, Z], %XY: memref<?x?x$T>[X, Y],
                          %S: memref<4x$T>, %I: memref<?x?xi32>[X, Z], %C: memref<?x?x?x$T>[X, Y, Z])
    warps($WARPS) grid(%b = 1) {
  %x = tile.load %A[0, 0, 0] : tensor<$D0x$D1x$D2x$T>
  %0 = tile.reduce arith.addf %x axis 0
  tile.store %0, %YZ[0, 0]
  %one = arith.constant dense<1.0> : tensor<$D0x$D1x$D2x$T>
  %three = arith.constant dense<3.0> : tensor<$D0x$D1x$D2x$T>
  %is_large = arith.cmpf oge, %x, %three : tensor<$D0x$D1x$D2x$T>
  %two = arith.addf %one, %one : tensor<$D0x$D1x$D2x$T>
  %p = arith.select %is_large, %two, %one : tensor<$D0x$D1x$D2xi1>, tensor<$D0x$D1x$D2x$T>
  %1 = tile.reduce arith.mulf %p axis 1
  tile.store %1, %XZ[0, 0]
  %2 = tile.reduce arith.minimumf %x axis 2
  tile.store %2, %XY[0, 0]
  %v, %at = tile.argmax %x axis 1
  tile.store %at, %I[0, 0]
  %columns = tile.scan arith.addf %x axis 1 reverse
  tile.store %columns, %C[0, 0, 0]
  %01 = tile.reduce arith.addf %0 axis 0
  %all = tile.reduce arith.addf %01 axis 0
  tile.store %all, %S[0]
  %12 = tile.reduce arith.maximumf %2 axis 1
  %most = tile.reduce arith.maximumf %12 axis 0
  tile.store %most, %S[1]
}
