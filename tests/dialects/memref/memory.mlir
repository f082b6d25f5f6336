// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// Memory of its own: variables, scopes, reallocation, copies.
// CHECK: #map = affine_map<(d0)[s0] -> (d0 + s0)>


// CHECK: memref.global "private" constant @table : memref<2x2xi32> = dense<{{.*}}1, 2], [3, 4]]>
memref.global "private" constant @table : memref<2x2xi32> = dense<[[1, 2], [3, 4]]>
// CHECK: memref.global @state : memref<4xf32> = uninitialized {alignment = 64 : i64}
memref.global @state : memref<4xf32> = uninitialized {alignment = 64 : i64}
// CHECK: memref.global @elsewhere : memref<8xf32, 3>
memref.global @elsewhere : memref<8xf32, 3>
// CHECK: memref.global @zeros : memref<8xf16> = dense<0.000000e+00>
memref.global @zeros : memref<8xf16> = dense<0.0>

// CHECK-LABEL: @memory
func.func @memory(%n: index, %x: f32) -> f32 {
  // CHECK: memref.get_global @table : memref<2x2xi32>
  %0 = memref.get_global @table : memref<2x2xi32>
  // CHECK: memref.get_global @state : memref<4xf32>
  %1 = memref.get_global @state : memref<4xf32>
  // CHECK: memref.alloc(%n)[%n] : memref<?xf32, strided<[?]>>
  %2 = memref.alloc(%n)[%n] : memref<?xf32, strided<[?]>>
  // CHECK: memref.alloc()[%n] : memref<4xf32, #map{{[0-9]*}}>
  %3 = memref.alloc()[%n] : memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  // CHECK: memref.alloc() : memref<64xf32>
  %4 = memref.alloc() : memref<64xf32>
  // CHECK: memref.realloc %4(%n) {alignment = 8 : i64} : memref<64xf32> to memref<?xf32>
  %5 = memref.realloc %4(%n) {alignment = 8 : i64} : memref<64xf32> to memref<?xf32>
  // CHECK: memref.realloc %5 : memref<?xf32> to memref<4xf32>
  %6 = memref.realloc %5 : memref<?xf32> to memref<4xf32>
  // CHECK: memref.copy %6, %1 : memref<4xf32> to memref<4xf32>
  memref.copy %6, %1 : memref<4xf32> to memref<4xf32>
  // CHECK: memref.alloca_scope {
  // CHECK-NEXT: memref.alloca
  // CHECK-NEXT: memref.store {{.*}} {alignment = 4 : i64} : memref<f32>
  // CHECK-NEXT: }
  memref.alloca_scope {
    %a = memref.alloca() : memref<f32>
    memref.store %x, %a[] {alignment = 4 : i64} : memref<f32>
  }
  // CHECK: %[[R:.*]] = memref.alloca_scope {{ *}}-> (f32) {
  // CHECK-NEXT: memref.alloca_scope.return %x : f32
  // CHECK-NEXT: }
  %r = memref.alloca_scope -> (f32) {
    memref.alloca_scope.return %x : f32
  }
  return %r : f32
}
