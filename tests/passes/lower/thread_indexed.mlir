// RUN: tile-opt %s --split-input-file --tile-to-thread --canonicalize --cse | FileCheck %s

// An access a register, at the indices that registers hold; inside, and where the mask is.

#a = #tile.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>

// CHECK-LABEL: simt.kernel @gather
// CHECK: %[[R:.*]] = arith.index_cast %{{.*}} : vector<2xi32> to vector<2xindex>
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[R]], %{{.*}} : vector<2xindex>
// CHECK: %[[BOTH:.*]] = arith.andi %[[IN]], %{{.*}} : vector<2xi1>
// CHECK: %[[I0:.*]] = vector.extract %[[BOTH]][0]
// CHECK: %[[M0:.*]] = vector.extract %{{.*}}[0] : i1
// CHECK: %[[P0:.*]] = arith.andi %[[I0]], %[[M0]] : i1
// CHECK: %[[A0:.*]] = vector.extract %[[R]][0]
// CHECK: mem.load %A[%[[A0]], %{{.*}}] if %[[P0]] else %{{.*}} : memref<?x?xf32>, vector<1xf32>
// CHECK: %[[A1:.*]] = vector.extract %[[R]][1]
// CHECK: mem.load %A[%[[A1]], %{{.*}}] if
tile.kernel @gather(%A: memref<?x?xf32>[M, N], %R: memref<64xi32>, %B: memref<64xf32>) warps(1) grid(%b = N) {
  %i = arith.constant 0 : index
  %r = tile.load %R[%i] : tensor<64xi32, #a>
  %z = arith.constant dense<0> : tensor<64xi32, #a>
  %m = arith.cmpi ne, %r, %z : tensor<64xi32, #a>
  %x = tile.gather %A[%r, %b] mask(%m) : tensor<64xf32, #a>
  tile.store %x, %B[%i]
}

// -----

// Of elements that several threads or registers hold the first is added; nobody asks what was there.

#c = #tile.layout<register = [[0], [8]], lane = [[1], [2], [4], [0], [0]], warp = [[0]]>

// CHECK-LABEL: simt.kernel @once
// CHECK-DAG: %[[BITS:.*]] = arith.constant 56 : i32
// CHECK: %[[OWN:.*]] = arith.andi %{{.*}}, %[[BITS]] : i32
// CHECK: arith.cmpi eq, %[[OWN]]
// CHECK-COUNT-2: mem.atomic_rmw addf %{{.*}}, %A[%{{.*}}] relaxed gpu if %{{.*}} : memref<16xf32>, f32
// CHECK-NOT: mem.atomic_rmw
// CHECK-NOT: simt.barrier
// CHECK: simt.return
tile.kernel @once(%A: memref<16xf32>, %B: memref<16xf32>) warps(2) grid(%b = 1) {
  %i = arith.constant 0 : index
  %v = tile.load %B[%i] : tensor<16xf32, #c>
  %0 = tile.atomic_rmw addf %v, %A[%i]
}

// -----

// What was there goes to all copies: in lanes by a shuffle.

#l = #tile.layout<register = [], lane = [[1], [2], [4], [0], [0]], warp = []>

// CHECK-LABEL: simt.kernel @lanes
// CHECK: %[[OLD:.*]] = mem.atomic_rmw addi
// CHECK: %[[ALL:.*]] = vector.broadcast %[[OLD]] : i32 to vector<1xi32>
// CHECK: simt.shuffle idx %[[ALL]], %{{.*}} : vector<1xi32>
// CHECK-NOT: simt.barrier
// CHECK: simt.return
tile.kernel @lanes(%A: memref<8xi32>, %B: memref<8xi32>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %v = tile.load %B[%i] : tensor<8xi32, #l>
  %0 = tile.atomic_rmw addi %v, %A[%i]
  tile.store %0, %B[%i]
}

// -----

// In several warps through shared memory.

#w = #tile.layout<register = [], lane = [[1], [2], [4], [0], [0]], warp = [[0]]>

// CHECK-LABEL: simt.kernel @warps
// CHECK: %[[OLD:.*]] = mem.atomic_cas
// CHECK: %[[ALL:.*]] = vector.broadcast %[[OLD]] : i32 to vector<1xi32>
// CHECK: mem.store %[[ALL]], %[[S:.*]][%{{.*}}] if %{{.*}} : !mem.buffer<8xi32, shared>, vector<1xi32>
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: mem.load %[[S]]
tile.kernel @warps(%A: memref<8xi32>, %B: memref<8xi32>) warps(2) grid(%b = 1) {
  %i = arith.constant 0 : index
  %v = tile.load %B[%i] : tensor<8xi32, #w>
  %0 = tile.atomic_cas %v, %v, %A[%i]
  tile.store %0, %B[%i]
}

// -----

// Scalars are combined by the first thread, and all get what was there.

// CHECK-LABEL: simt.kernel @scalars
// CHECK: %[[FIRST:.*]] = arith.cmpi eq
// CHECK: %[[OLD:.*]] = mem.atomic_cas %{{.*}}, %{{.*}}, %A[%{{.*}}] acquire gpu if %[[FIRST]] : memref<1xi32>, i32
// CHECK-NEXT: mem.store %[[OLD]], %[[S:.*]][%{{.*}}] if %[[FIRST]]
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: %[[ALL:.*]] = mem.load %[[S]]
// CHECK-NEXT: mem.atomic_rmw addi %[[ALL]], %A[%{{.*}}] relaxed gpu if %[[FIRST]] : memref<1xi32>, i32
// CHECK-NOT: mem.store
tile.kernel @scalars(%A: memref<1xi32>) warps(2) grid(%b = 1) {
  %i = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %0 = mem.atomic_cas %one, %one, %A[%i] acquire gpu : memref<1xi32>, i32
  %1 = memref.atomic_rmw addi %0, %A[%i] : (i32, memref<1xi32>) -> i32
}

// -----

// An element of a swizzled buffer, wherever it lies.

#b = #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>

// CHECK-LABEL: simt.kernel @buffer
// CHECK: %[[F:.*]] = mem.flatten
// CHECK: arith.xori
// CHECK: mem.load %[[F]][%{{.*}}] if %{{.*}} else %{{.*}} : !mem.buffer<512xf32, shared>, vector<1xf32>
tile.kernel @buffer(%R: memref<32xi32>, %B: memref<32xf32>) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<16x32xf32, #mem.swizzle<128>, shared>
  %r = tile.load %R[%i] : tensor<32xi32, #b>
  %x = tile.gather %s[%r, %r] : tensor<32xf32, #b>
  tile.store %x, %B[%i]
}

// -----

// Wide accesses where all are whole; else each under its own predicate, and in parts.

#v = #tile.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>

// CHECK-LABEL: simt.kernel @wide
// CHECK: scf.if %{{.*}} -> (vector<4xf32>) {
// CHECK: %[[X:.*]] = mem.load %A[%{{.*}}] : memref<?xf32>, vector<4xf32>
// CHECK-NEXT: scf.yield %[[X]]
// CHECK: } else {
// CHECK: mem.load %A[%{{.*}}] if %[[WHOLE:.*]] else %{{.*}} : memref<?xf32>, vector<4xf32>
// CHECK: arith.xori %[[WHOLE]], %{{.*}} : i1
// CHECK-COUNT-2: mem.load %A[%{{.*}}] if %{{.*}} else %{{.*}} : memref<?xf32>, vector<2xf32>
// CHECK-NOT: mem.load
// CHECK: mem.store %{{.*}}, %A[%{{.*}}] if %{{.*}} : memref<?xf32>, vector<4xf32>
// CHECK-NOT: mem.store
tile.kernel @wide(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %k = tile.iota axis 0 : tensor<128xi32, #v>
  %x = tile.gather %A[%k] {width = 4 : i64, edge = 2 : i64} : tensor<128xf32, #v>
  tile.scatter %x, %A[%k] {width = 4 : i64}
}

// -----

// Sums of several floats at once where all are there, else one by one.

#v = #tile.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>

// CHECK-LABEL: simt.kernel @sums
// CHECK: scf.if %{{.*}} -> (vector<4xf32>) {
// CHECK: mem.atomic_rmw addf %{{.*}}, %A[%{{.*}}] relaxed gpu : memref<?xf32>, vector<4xf32>
// CHECK: } else {
// CHECK-COUNT-4: mem.atomic_rmw addf %{{.*}}, %A[%{{.*}}] relaxed gpu if %{{.*}} : memref<?xf32>, f32
// CHECK: mem.atomic_rmw addf %{{.*}}, %A[%{{.*}}] relaxed gpu if %{{.*}} : memref<?xf32>, vector<2xf32>
tile.kernel @sums(%A: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %i = arith.constant 0 : index
  %x = arith.constant dense<1.0> : tensor<128xf32, #v>
  %0 = tile.atomic_rmw addf %x, %A[%i] {width = 4 : i64, edge = 1 : i64}
  %1 = tile.atomic_rmw addf %0, %A[%i] {width = 2 : i64}
}
