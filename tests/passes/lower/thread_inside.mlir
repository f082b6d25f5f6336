// RUN: tile-opt %s --tile-to-thread --canonicalize --cse | FileCheck %s

// Where a thread has more accesses than predicates, a tile that is inside is moved without any. Of
// others it is found out once how much room there is from a thread's first element to the edge.

// CHECK-LABEL: simt.kernel @many
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[C32:.*]] = arith.constant 32 : i32
// CHECK: %[[N:.*]] = memref.dim %A
// CHECK: %[[FIRST:.*]] = arith.addi %i, %{{.*}} : index
// CHECK: %[[ALL:.*]] = arith.cmpi sle, %{{.*}}, %[[N]] : index
// CHECK-NEXT: %[[INSIDE:.*]] = scf.if %[[ALL]] -> (vector<8xf32>) {
// CHECK-COUNT-8: mem.load %A[%{{[0-9]+}}] : memref<?xf32>, vector<1xf32>
// CHECK: } else {
// CHECK-NEXT: %[[REST:.*]] = arith.subi %[[N]], %[[FIRST]] : index
// CHECK-NEXT: %[[SOME:.*]] = arith.maxsi %[[REST]], %{{.*}} : index
// CHECK-NEXT: %[[MOST:.*]] = arith.minsi %[[SOME]], %{{.*}} : index
// CHECK-NEXT: %[[ROOM:.*]] = arith.index_cast %[[MOST]] : index to i32
// CHECK-NEXT: %[[P0:.*]] = arith.cmpi sgt, %[[ROOM]], %[[C0]] : i32
// CHECK-NEXT: mem.load %A[%[[FIRST]]] if %[[P0]]
// CHECK: %[[P1:.*]] = arith.cmpi sgt, %[[ROOM]], %[[C32]] : i32
// CHECK-NEXT: mem.load %A[%{{.*}}] if %[[P1]]
// CHECK-COUNT-6: mem.load %A[%{{[0-9]+}}] if %{{.*}} : memref<?xf32>, vector<1xf32>
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

// An offset that may be negative: each coordinate is compared, as numbers without a sign.

// CHECK-LABEL: simt.kernel @negative
// CHECK: arith.cmpi sge, %{{.*}} : index
// CHECK: } else {
// CHECK-NOT: arith.subi
// CHECK-COUNT-8: arith.cmpi ult, %{{.*}} : index
// CHECK: mem.store
tile.kernel @negative(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 256)) {
  %c256 = arith.constant 256 : index
  %c1 = arith.constant 1 : index
  %i = arith.muli %b, %c256 : index
  %before = arith.subi %i, %c1 : index
  %a = tile.load %A[%before] : tensor<256xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [1]>>
  tile.store %a, %B[%i]
}
