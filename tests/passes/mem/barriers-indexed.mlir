// RUN: tile-opt %s --split-input-file --pass-pipeline='tile.kernel(mem-barriers)' | FileCheck %s

#a = #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>

// A gather may read what any thread stored, a scatter write what any thread reads.

// CHECK-LABEL: tile.kernel @places
// CHECK: tile.store
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.gather %A
// CHECK-NEXT: tile.gather %A
// CHECK-NEXT: tile.scatter %{{.*}}, %B
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.scatter %{{.*}}, %A
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.load %A
tile.kernel @places(%A: memref<64xi32>, %B: memref<64xi32>) warps(2) grid(%b = 1) {
  %i = arith.constant 0 : index
  %n = tile.iota axis 0 : tensor<64xi32, #a>
  tile.store %n, %A[%i]
  %x = tile.gather %A[%n] : tensor<64xi32, #a>
  %y = tile.gather %A[%x] : tensor<64xi32, #a>
  tile.scatter %y, %B[%n]
  tile.scatter %y, %A[%n]
  %z = tile.load %A[%i] : tensor<64xi32, #a>
}

// -----

#a = #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>

// Additions may come in any order as long as nobody looks; other kinds, and results, may not.

// CHECK-LABEL: tile.kernel @sums
// CHECK: tile.atomic_rmw addi
// CHECK-NEXT: tile.atomic_rmw addi
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.atomic_rmw maxs
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.atomic_rmw assign
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.atomic_rmw assign
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: %[[OLD:.*]] = tile.atomic_rmw addi
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.atomic_rmw addi %[[OLD]]
tile.kernel @sums(%A: memref<64xi32>) warps(2) grid(%b = 1) {
  %i = arith.constant 0 : index
  %n = tile.iota axis 0 : tensor<64xi32, #a>
  %0 = tile.atomic_rmw addi %n, %A[%i]
  %1 = tile.atomic_rmw addi %n, %A[%n]
  %2 = tile.atomic_rmw maxs %n, %A[%n]
  %3 = tile.atomic_rmw assign %n, %A[%n]
  %4 = tile.atomic_rmw assign %n, %A[%i]
  %5 = tile.atomic_rmw addi %n, %A[%i]
  %6 = tile.atomic_rmw addi %5, %A[%i]
}

// -----

#a = #tile.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]]>

// In front of a release all of the block is done; behind an acquire nobody is ahead. One whose result is used
// has a barrier of its own.

// CHECK-LABEL: tile.kernel @orders
// CHECK: tile.store %{{.*}}, %B
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: mem.atomic_rmw assign %{{.*}}, %L[%{{.*}}] release gpu
// CHECK-NEXT: tile.store %{{.*}}, %B
// CHECK-NEXT: mem.atomic_rmw addi %{{.*}}, %L2[%{{.*}}] acquire gpu
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.load %C
// CHECK-NEXT: %[[OLD:.*]] = mem.atomic_cas %{{.*}}, %{{.*}}, %L[%{{.*}}] acquire gpu
// CHECK-NEXT: tile.load %C
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: tile.atomic_rmw addi %{{.*}}, %B[%{{.*}}] acq_rel gpu
// CHECK-NEXT: simt.barrier
// CHECK-NEXT: memref.store %[[OLD]], %C
tile.kernel @orders(%L: memref<1xi32>, %L2: memref<1xi32>, %B: memref<64xi32>, %C: memref<64xi32>) warps(2) grid(%b = 1) {
  %i = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %n = tile.iota axis 0 : tensor<64xi32, #a>
  tile.store %n, %B[%i]
  %0 = mem.atomic_rmw assign %one, %L[%i] release gpu : memref<1xi32>, i32
  tile.store %n, %B[%i]
  %1 = mem.atomic_rmw addi %one, %L2[%i] acquire gpu : memref<1xi32>, i32
  %c = tile.load %C[%i] : tensor<64xi32, #a>
  %old = mem.atomic_cas %one, %one, %L[%i] acquire gpu : memref<1xi32>, i32
  %d = tile.load %C[%i] : tensor<64xi32, #a>
  %2 = tile.atomic_rmw addi %d, %B[%i] acq_rel gpu
  memref.store %old, %C[%i] : memref<64xi32>
}
