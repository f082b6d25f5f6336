// RUN: tile-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @known_extents
// CHECK-NEXT: %[[A:.*]] = memref.alloc(%n) {alignment = 16 : i64} : memref<4x?xf32>
// CHECK-NEXT: memref.cast %[[A]] : memref<4x?xf32> to memref<?x?xf32>
func.func @known_extents(%n: index) -> memref<?x?xf32> {
  %c4 = arith.constant 4 : index
  %0 = memref.alloc(%c4, %n) {alignment = 16 : i64} : memref<?x?xf32>
  return %0 : memref<?x?xf32>
}

// CHECK-LABEL: @negative_extent
// CHECK: memref.alloc(%{{.*}}) : memref<?xf32>
func.func @negative_extent() -> memref<?xf32> {
  %c = arith.constant -1 : index
  %0 = memref.alloc(%c) : memref<?xf32>
  return %0 : memref<?xf32>
}

// Written and never read; but what is stored elsewhere may be read there.
// CHECK-LABEL: @unread
// CHECK-NEXT: %[[A:.*]] = memref.alloc() : memref<f32>
// CHECK-NEXT: memref.store %[[A]], %p[] : memref<memref<f32>>
// CHECK-NEXT: return
func.func @unread(%x: f32, %p: memref<memref<f32>>, %n: index) {
  %0 = memref.alloca(%n) : memref<?xf32>
  memref.store %x, %0[%n] : memref<?xf32>
  %1 = memref.alloc() : memref<f32>
  memref.store %1, %p[] : memref<memref<f32>>
  return
}

// CHECK-LABEL: @copies
// CHECK-NEXT: memref.copy %m, %n
// CHECK-NEXT: return
func.func @copies(%m: memref<4xf32>, %n: memref<4xf32>, %e: memref<0x?xf32>, %f: memref<?x?xf32>) {
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  memref.copy %m, %m : memref<4xf32> to memref<4xf32>
  memref.copy %0, %n : memref<?xf32> to memref<4xf32>
  memref.copy %e, %f : memref<0x?xf32> to memref<?x?xf32>
  return
}

// A scope without allocations, and one that ends with the function's.
// CHECK-LABEL: @scopes
// CHECK-NOT: alloca_scope
// CHECK: memref.alloca
// CHECK: return
func.func @scopes(%x: f32, %use: memref<f32>) {
  memref.alloca_scope {
    memref.store %x, %use[] : memref<f32>
  }
  memref.alloca_scope {
    %0 = memref.alloca() : memref<f32>
    memref.store %x, %0[] : memref<f32>
    memref.copy %0, %use : memref<f32> to memref<f32>
  }
  return
}

// Its memory would live as long as the function.
// CHECK-LABEL: @scope_stays
// CHECK-NEXT: memref.alloca_scope
func.func @scope_stays(%x: f32, %use: memref<f32>) {
  memref.alloca_scope {
    %0 = memref.alloca() : memref<f32>
    memref.store %x, %0[] : memref<f32>
    memref.copy %0, %use : memref<f32> to memref<f32>
  }
  memref.store %x, %use[] : memref<f32>
  return
}

// Memory goes as far out as a scope that ends at the same time; the scope is then empty.
// CHECK-LABEL: @hoisted
// CHECK-NEXT: memref.alloca(%n) : memref<?xf32>
// CHECK-NEXT: scf.if
// CHECK-NOT: alloca_scope
func.func @hoisted(%c: i1, %n: index, %use: memref<?xf32>) {
  scf.if %c {
    memref.alloca_scope {
      %0 = memref.alloca(%n) : memref<?xf32>
      memref.copy %use, %0 : memref<?xf32> to memref<?xf32>
      memref.copy %0, %use : memref<?xf32> to memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: @assumed
// CHECK-NEXT: %[[A:.*]] = memref.assume_alignment %m, 16
// CHECK-NEXT: return %[[A]]
func.func @assumed(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.assume_alignment %m, 16 : memref<4xf32>
  %1 = memref.assume_alignment %0, 16 : memref<4xf32>
  return %1 : memref<4xf32>
}

// CHECK-LABEL: @rank
// CHECK-NEXT: arith.constant 2 : index
// CHECK-NEXT: memref.rank %u
func.func @rank(%m: memref<4x?xf32>, %u: memref<*xf32>) -> (index, index) {
  %0 = memref.rank %m : memref<4x?xf32>
  %1 = memref.rank %u : memref<*xf32>
  return %0, %1 : index, index
}
