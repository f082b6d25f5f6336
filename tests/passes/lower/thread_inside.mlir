// RUN: tile-opt %s --tile-to-thread --canonicalize --cse | FileCheck %s

// Where a thread has more accesses than predicates, a tile that is inside is moved without any.

// CHECK-LABEL: simt.kernel @many
// CHECK: %[[LOW:.*]] = arith.cmpi sge, %[[I:.*]], %{{.*}} : index
// CHECK: %[[INSIDE:.*]] = scf.if %[[ALL:.*]] -> (vector<8xf32>) {
// CHECK-COUNT-8: mem.load %A[%{{[0-9]+}}] : memref<?xf32>, vector<1xf32>
// CHECK: } else {
// CHECK-COUNT-8: mem.load %A[%{{[0-9]+}}] if %{{.*}} : memref<?xf32>, vector<1xf32>
// CHECK: }
// CHECK: scf.if %[[ALL]] {
// CHECK-COUNT-8: mem.store %{{[0-9]+}}, %B[%{{[0-9]+}}] : memref<?xf32>, vector<1xf32>
// CHECK: } else {
// CHECK-COUNT-8: mem.store %{{[0-9]+}}, %B[%{{[0-9]+}}] if %{{.*}} : memref<?xf32>, vector<1xf32>
tile.kernel @many(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 256)) {
  %c256 = arith.constant 256 : index
  %i = arith.muli %b, %c256 : index
  %a = tile.load %A[%i] : tensor<256xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [1]>>
  tile.store %a, %B[%i]
}

// Few accesses keep their predicates.

// CHECK-LABEL: simt.kernel @few
// CHECK-NOT: scf.if
// CHECK: simt.return
tile.kernel @few(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %c128 = arith.constant 128 : index
  %i = arith.muli %b, %c128 : index
  %a = tile.load %A[%i] : tensor<128xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [1]>>
  tile.store %a, %B[%i]
}
