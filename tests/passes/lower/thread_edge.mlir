// RUN: tile-opt %s --tile-to-thread --canonicalize --cse | FileCheck %s

// An access in which the memref may end is cut, behind a branch that few blocks take.

// CHECK-LABEL: simt.kernel @cut
// CHECK-DAG: %[[PAD:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// CHECK-DAG: %[[MASK:.*]] = arith.constant -4 : index
// CHECK: %[[N:.*]] = memref.dim %A
// CHECK: %[[WHOLE:.*]] = arith.andi %[[N]], %[[MASK]] : index
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[AT:.*]], %[[WHOLE]] : index
// CHECK: %[[A:.*]] = mem.load %A[%[[AT]]] if %[[INSIDE]] else %[[PAD]] : memref<?xf32>, vector<4xf32>
// CHECK: %[[NEAR:.*]] = arith.cmpi ult, %{{.*}} : index
// CHECK: %[[ODD:.*]] = arith.cmpi ne, %[[WHOLE]], %[[N]] : index
// CHECK: %[[MEETS:.*]] = arith.andi %[[NEAR]], %[[ODD]] : i1
// Its elements are at most 3: a pair, where it has one, and one behind it.
// CHECK: %[[ALL:.*]] = scf.if %[[MEETS]] -> (vector<4xf32>) {
// CHECK:   %[[LEFT:.*]] = arith.subi %[[N]], %[[WHOLE]] : index
// CHECK:   arith.andi %[[LEFT]]
// CHECK:   arith.cmpi eq, %[[AT]], %[[WHOLE]] : index
// CHECK:   %[[OLD:.*]] = vector.extract_strided_slice %[[A]] {offsets = [0], sizes = [2]
// CHECK:   mem.load %A[%[[AT]]] {{.*}} else %[[OLD]] : memref<?xf32>, vector<2xf32>
// CHECK:   mem.load %A{{.*}} : memref<?xf32>, vector<1xf32>
// CHECK-COUNT-2: arith.select
// CHECK-NOT: mem.load
// CHECK: } else {
// CHECK:   scf.yield %[[A]]
// CHECK: }
// CHECK: mem.store %[[ALL]], %B[%[[AT]]] if %[[INSIDE]] : memref<?xf32>, vector<4xf32>
// CHECK: scf.if %[[MEETS]] {
// CHECK:   mem.store %{{.*}}, %B[%[[AT]]] {{.*}} : memref<?xf32>, vector<2xf32>
// CHECK:   mem.store %{{.*}}, %B{{.*}} : memref<?xf32>, vector<1xf32>
// CHECK-NOT: mem.store
tile.kernel @cut(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %c128 = arith.constant 128 : index
  %i = arith.muli %b, %c128 : index
  %a = tile.load %A[%i] {width = 4 : i64, edge = 1 : i64} : tensor<128xf32, #tile.blocked<per_thread = [4], lanes = [32], warps = [1]>>
  tile.store %a, %B[%i] {width = 4 : i64, edge = 1 : i64}
}

// An extent known to be even is cut into pairs.

// CHECK-LABEL: simt.kernel @pairs
// CHECK: mem.load %A{{.*}} : memref<?xf32>, vector<4xf32>
// CHECK: scf.if
// CHECK: mem.load %A{{.*}} : memref<?xf32>, vector<2xf32>
// CHECK-NOT: mem.load
tile.kernel @pairs(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %c128 = arith.constant 128 : index
  %i = arith.muli %b, %c128 : index
  %a = tile.load %A[%i] {width = 4 : i64, edge = 2 : i64} : tensor<128xf32, #tile.blocked<per_thread = [4], lanes = [32], warps = [1]>>
  tile.store %a, %B[%i] {width = 4 : i64}
}

// Dimensions of one name are one test.

// CHECK-LABEL: simt.kernel @one_name
// CHECK-NOT: memref.dim %B
// CHECK: arith.cmpi
// CHECK-NOT: arith.cmpi
// CHECK: simt.return
tile.kernel @one_name(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %c128 = arith.constant 128 : index
  %i = arith.muli %b, %c128 : index
  %a = tile.load %A[%i] {width = 4 : i64} : tensor<128xf32, #tile.blocked<per_thread = [4], lanes = [32], warps = [1]>>
  tile.store %a, %B[%i] {width = 4 : i64}
}
