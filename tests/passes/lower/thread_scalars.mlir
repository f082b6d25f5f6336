// RUN: tile-opt %s --pass-pipeline='builtin.module(tile.kernel(mem-barriers),tile-to-thread)' | FileCheck %s

// A single element is loaded by every thread and stored by the first; what one stores the others see
// after a barrier.
// CHECK-LABEL: simt.kernel @once
// CHECK: %[[THREAD:.*]] = simt.thread_id
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[THREAD]], %{{.*}} : i32
// CHECK: mem.store %{{.*}}, %A[%{{.*}}] if %[[FIRST]] : memref<?xf32>, f32
// CHECK: simt.barrier
// CHECK: %[[X:.*]] = mem.load %A[%{{.*}}] : memref<?xf32>, f32
// CHECK: mem.store %[[X]], %B[%{{.*}}] if %{{.*}} : memref<?xf32>, f32
// CHECK-NOT: simt.barrier
// CHECK: %[[BOTH:.*]] = arith.andi %{{.*}}, %go
// CHECK: mem.store %[[X]], %C[%{{.*}}] if %[[BOTH]]
tile.kernel @once(%A: memref<?xf32>[N], %B: memref<?xf32>[N], %C: memref<?xf32>[N], %x: f32, %go: i1)
    warps(2) grid(%b = N) {
  memref.store %x, %A[%b] : memref<?xf32>
  %y = memref.load %A[%b] : memref<?xf32>
  memref.store %y, %B[%b] : memref<?xf32>
  mem.store %y, %C[%b] if %go : memref<?xf32>, f32
}
