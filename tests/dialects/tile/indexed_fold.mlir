// RUN: tile-opt %s --canonicalize --split-input-file | FileCheck %s

// Indices that run through a rectangle are those of a load or store.

// CHECK-LABEL: tile.kernel @rows_and_columns
tile.kernel @rows_and_columns(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[M, N], %p: f32) warps(1) grid(%i = 4, %j = 4) {
  // CHECK-DAG: %[[X:.*]] = tile.load %A[%i, %j] pad(%p) : tensor<32x64xf32>
  // CHECK: tile.store %[[X]], %B[%i, %j]
  // CHECK-NOT: tile.iota
  %fi = tile.splat %i : index to tensor<32xindex>
  %r = tile.iota axis 0 : tensor<32xindex>
  %r1 = arith.addi %r, %fi : tensor<32xindex>
  %r2 = tile.expand_dims %r1 axis 1 : tensor<32xindex> to tensor<32x1xindex>
  %rows = tile.broadcast %r2 : tensor<32x1xindex> to tensor<32x64xindex>
  %fj = tile.splat %j : index to tensor<32x64xindex>
  %c = tile.iota axis 1 : tensor<32x64xindex>
  %columns = arith.addi %fj, %c : tensor<32x64xindex>
  %x = tile.gather %A[%rows, %columns] pad(%p) : tensor<32x64xf32>
  tile.scatter %x, %B[%rows, %columns]
}

// -----

// In another order, at one row, along a column, the same for all rows.

// CHECK-LABEL: tile.kernel @orders
tile.kernel @orders(%A: memref<?x?x?xf32>[L, M, N], %B: memref<?x?xf32>[M, N]) warps(1) grid(%i = 4, %j = 4) {
  // CHECK-DAG: %[[SEVEN:.*]] = arith.constant 7 : index
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
  %r = tile.iota axis 0 : tensor<32x64xi32>
  %c = tile.iota axis 1 : tensor<32x64xi32>
  // CHECK: %[[L:.*]] = tile.load %A[%[[ZERO]], %i, %[[ZERO]]] : tensor<64x1x32xf32>
  // CHECK: %[[S:.*]] = tile.reshape %[[L]] : tensor<64x1x32xf32> to tensor<64x32xf32>
  // CHECK: %[[T:.*]] = tile.trans %[[S]] : tensor<64x32xf32> to tensor<32x64xf32>
  // CHECK: %[[N:.*]] = arith.negf %[[T]]
  // CHECK: %[[TU:.*]] = tile.trans %[[N]] : tensor<32x64xf32> to tensor<64x32xf32>
  // CHECK: %[[U:.*]] = tile.reshape %[[TU]] : tensor<64x32xf32> to tensor<64x1x32xf32>
  // CHECK: tile.store %[[U]], %A[%[[ZERO]], %j, %[[ZERO]]]
  %x = tile.gather %A[%c, %i, %r] : tensor<32x64xf32>
  %y = arith.negf %x : tensor<32x64xf32>
  tile.scatter %y, %A[%c, %j, %r]
  // CHECK: %[[LAST:.*]] = arith.subi %j, %i : index
  // CHECK: %[[COLUMN:.*]] = tile.load %B[%[[SEVEN]], %[[LAST]]] : tensor<64xf32>
  // CHECK: %[[Z:.*]] = tile.broadcast %[[COLUMN]] : tensor<64xf32> to tensor<32x64xf32>
  // CHECK: tile.store %[[Z]], %B[%[[ZERO]], %[[ZERO]]]
  %seven = arith.constant dense<7> : tensor<32x64xi64>
  %jj = tile.splat %j : index to tensor<32x64xindex>
  %ii = tile.splat %i : index to tensor<32x64xindex>
  %ci = tile.iota axis 1 : tensor<32x64xindex>
  %a = arith.addi %ci, %jj : tensor<32x64xindex>
  %at = arith.subi %a, %ii : tensor<32x64xindex>
  %z = tile.gather %B[%seven, %at] : tensor<32x64xf32>
  tile.store %z, %B[0, 0]
}

// -----

// Sums that may wrap around, masks, duplicates, buffers, signed bytes and other strides are no rectangles.

// CHECK-LABEL: tile.kernel @others
// CHECK-NOT: tile.load
// CHECK-NOT: tile.store
// CHECK-COUNT-5: tile.gather
// CHECK-COUNT-2: tile.scatter
tile.kernel @others(%A: memref<?xf32>[N], %m: i32) warps(1) grid(%i = 4) {
  %s = mem.alloc : !mem.buffer<256xf32, shared>
  %f = tile.splat %m : i32 to tensor<256xi32>
  %k = tile.iota axis 0 : tensor<256xi32>
  %sum = arith.addi %k, %f : tensor<256xi32>
  %x0 = tile.gather %A[%sum] : tensor<256xf32>
  %mask = arith.cmpi slt, %k, %f : tensor<256xi32>
  %x1 = tile.gather %A[%k] mask(%mask) : tensor<256xf32>
  %bytes = tile.iota axis 0 : tensor<256xi8>
  %x2 = tile.gather %A[%bytes] : tensor<256xf32>
  %twice = arith.addi %k, %k overflow<nsw> : tensor<256xi32>
  %x3 = tile.gather %A[%twice] : tensor<256xf32>
  %x4 = tile.gather %s[%k] : tensor<256xf32>
  %y0 = arith.addf %x0, %x1 : tensor<256xf32>
  %y1 = arith.addf %x2, %x3 : tensor<256xf32>
  %y2 = arith.addf %y0, %y1 : tensor<256xf32>
  %y3 = arith.addf %x4, %y2 : tensor<256xf32>
  tile.scatter %y3, %A[%sum]
  %row = tile.reshape %y3 : tensor<256xf32> to tensor<4x64xf32>
  %c = tile.iota axis 1 : tensor<4x64xi32>
  tile.scatter %row, %A[%c]
}

// -----

// One scalar everywhere is that scalar; masks that are known.

// CHECK-LABEL: tile.kernel @known
tile.kernel @known(%A: memref<?x?xf32>[M, N], %K: memref<?x?xi32>[M, N], %R: memref<64xi32>, %p: f32, %m: i32) warps(1) grid(%i = 4) {
  // CHECK-DAG: %[[FIVE:.*]] = arith.constant 5 : index
  %r = tile.load %R[0] : tensor<64xi32>
  %s = tile.splat %m : i32 to tensor<64xi32>
  %five = arith.constant dense<5> : tensor<64xi32>
  %yes = arith.constant dense<true> : tensor<64xi1>
  %no = arith.constant dense<false> : tensor<64xi1>
  // CHECK: %[[M:.*]] = arith.index_cast %m : i32 to index
  // CHECK: %[[X:.*]] = tile.gather %A[%[[M]], %r] : tensor<64xf32>
  %x = tile.gather %A[%s, %r] mask(%yes) : tensor<64xf32>
  // CHECK-NEXT: tile.scatter %[[X]], %A[%r, %[[FIVE]]]
  tile.scatter %x, %A[%r, %five] mask(%yes)
  // CHECK: %[[P:.*]] = tile.splat %p : f32 to tensor<64xf32>
  // CHECK: tile.scatter %[[P]], %A[%r, %r]
  %y = tile.gather %A[%s, %r] mask(%no) pad(%p) : tensor<64xf32>
  tile.scatter %y, %A[%r, %r]
  tile.scatter %y, %A[%r, %r] mask(%no)
  // CHECK: %[[M2:.*]] = arith.index_cast %m : i32 to index
  // CHECK: tile.atomic_rmw addi %{{.*}}, %K[%[[M2]], %r]
  %0 = tile.atomic_rmw addi %r, %K[%s, %r]
  // CHECK-NEXT: tile.atomic_cas %{{.*}}, %{{.*}}, %K[%r, %[[FIVE]]]
  %1 = tile.atomic_cas %r, %0, %K[%r, %five]
  // CHECK-NEXT: }
}
