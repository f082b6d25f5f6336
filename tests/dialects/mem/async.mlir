// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --cse --canonicalize --licm | FileCheck %s
// Asynchronous copies, mbarriers and TMA; passes leave them where they are.

// CHECK-LABEL: func.func @cp_async
func.func @cp_async(%A: memref<?x?xf16>, %i: index, %o: i32, %n: i32, %p: i1) {
  // CHECK: %[[S:.*]] = mem.alloc : !mem.buffer<8192xf16, shared>
  %s = mem.alloc : !mem.buffer<8192xf16, shared>
  // CHECK: mem.cp_async %A[%i, %i] to %[[S]][%o] bytes 16 : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  mem.cp_async %A[%i, %i] to %s[%o] bytes 16 : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  // CHECK: mem.cp_async %A[%i, %i] to %[[S]][%i] bytes 4 read %n : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  mem.cp_async %A[%i, %i] to %s[%i] bytes 4 read %n : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  // CHECK: mem.cp_async %A[%i, %i] to %[[S]][%i] bytes 8 if %p : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  mem.cp_async %A[%i, %i] to %s[%i] bytes 8 if %p : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  // CHECK-NEXT: mem.async_commit
  mem.async_commit
  // CHECK-NEXT: mem.async_wait 1
  mem.async_wait 1
  // CHECK-NEXT: mem.async_wait 0
  mem.async_wait 0
  return
}

// CHECK-LABEL: func.func @mbarriers
func.func @mbarriers(%i: i32, %n: i32, %p: i32, %q: i1) -> i1 {
  // CHECK: %[[B:.*]] = mem.alloc : !mem.buffer<4x!mem.mbarrier, shared>
  %b = mem.alloc : !mem.buffer<4x!mem.mbarrier, shared>
  // CHECK: mem.mbarrier_init %[[B]][%i] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
  mem.mbarrier_init %b[%i] count 128 : !mem.buffer<4x!mem.mbarrier, shared>
  // CHECK-NEXT: mem.fence_mbarrier_init
  mem.fence_mbarrier_init
  // CHECK-NEXT: mem.mbarrier_arrive %[[B]][%i] : !mem.buffer<4x!mem.mbarrier, shared>
  mem.mbarrier_arrive %b[%i] : !mem.buffer<4x!mem.mbarrier, shared>
  // CHECK-NEXT: mem.mbarrier_arrive %[[B]][%i] count 3 : !mem.buffer<4x!mem.mbarrier, shared>
  mem.mbarrier_arrive %b[%i] count 3 : !mem.buffer<4x!mem.mbarrier, shared>
  // CHECK-NEXT: mem.mbarrier_arrive %[[B]][%i] if %q : !mem.buffer<4x!mem.mbarrier, shared>
  mem.mbarrier_arrive %b[%i] if %q : !mem.buffer<4x!mem.mbarrier, shared>
  // CHECK-NEXT: mem.mbarrier_expect_tx %[[B]][%i] bytes %n : !mem.buffer<4x!mem.mbarrier, shared>
  mem.mbarrier_expect_tx %b[%i] bytes %n : !mem.buffer<4x!mem.mbarrier, shared>
  // CHECK-NEXT: mem.mbarrier_arrive_expect_tx %[[B]][%i] bytes %n : !mem.buffer<4x!mem.mbarrier, shared>
  mem.mbarrier_arrive_expect_tx %b[%i] bytes %n : !mem.buffer<4x!mem.mbarrier, shared>
  // CHECK-NEXT: mem.cp_async_mbarrier_arrive %[[B]][%i] : !mem.buffer<4x!mem.mbarrier, shared>
  mem.cp_async_mbarrier_arrive %b[%i] : !mem.buffer<4x!mem.mbarrier, shared>
  // CHECK-NEXT: mem.cp_async_mbarrier_arrive %[[B]][%i] noinc : !mem.buffer<4x!mem.mbarrier, shared>
  mem.cp_async_mbarrier_arrive %b[%i] noinc : !mem.buffer<4x!mem.mbarrier, shared>
  // CHECK-NEXT: mem.mbarrier_wait %[[B]][%i] parity %p : !mem.buffer<4x!mem.mbarrier, shared>
  mem.mbarrier_wait %b[%i] parity %p : !mem.buffer<4x!mem.mbarrier, shared>
  // CHECK-NEXT: %[[C:.*]] = mem.mbarrier_test_wait %[[B]][%i] parity %p : !mem.buffer<4x!mem.mbarrier, shared>
  %c = mem.mbarrier_test_wait %b[%i] parity %p : !mem.buffer<4x!mem.mbarrier, shared>
  // CHECK-NEXT: mem.mbarrier_inval %[[B]][%i] : !mem.buffer<4x!mem.mbarrier, shared>
  mem.mbarrier_inval %b[%i] : !mem.buffer<4x!mem.mbarrier, shared>
  // CHECK-NEXT: return %[[C]]
  return %c : i1
}

// CHECK-LABEL: func.func @tma
func.func @tma(%A: memref<?x?xf16>, %C: memref<64x32xf32>, %T: memref<?x?xf16, strided<[1, ?]>>,
               %i: i32, %mask: i16) {
  // CHECK: %[[M:.*]] = mem.tensor_map %A : memref<?x?xf16> to !mem.tensor_map<128x64xf16, #mem.swizzle<128>>
  %m = mem.tensor_map %A : memref<?x?xf16> to !mem.tensor_map<128x64xf16, #mem.swizzle<128>>
  // CHECK: %[[F:.*]] = mem.tensor_map %C nan : memref<64x32xf32> to !mem.tensor_map<8x32xf32>
  %f = mem.tensor_map %C nan : memref<64x32xf32> to !mem.tensor_map<8x32xf32>
  // Boxes of a transposed matrix are contiguous along the other dimension.
  // CHECK: mem.tensor_map %T : memref<?x?xf16, strided<[1, ?]>> to !mem.tensor_map<64x128xf16, #mem.swizzle<128, column>>
  %t = mem.tensor_map %T : memref<?x?xf16, strided<[1, ?]>> to !mem.tensor_map<64x128xf16, #mem.swizzle<128, column>>
  %s = mem.alloc : !mem.buffer<8192xf16, shared>
  %r = mem.alloc : !mem.buffer<256xf32, shared>
  %b = mem.alloc : !mem.buffer<1x!mem.mbarrier, shared>
  // CHECK: mem.prefetch_tensor_map %[[M]] : !mem.tensor_map<128x64xf16, #mem.swizzle<128>>
  mem.prefetch_tensor_map %m : !mem.tensor_map<128x64xf16, #mem.swizzle<128>>
  // CHECK: mem.tma_load %[[M]][%i, %i] to %{{.*}}[%i] signal %{{.*}}[%i] : !mem.tensor_map<128x64xf16, #mem.swizzle<128>>, !mem.buffer<8192xf16, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  mem.tma_load %m[%i, %i] to %s[%i] signal %b[%i] : !mem.tensor_map<128x64xf16, #mem.swizzle<128>>, !mem.buffer<8192xf16, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  // CHECK: mem.tma_load %[[M]][%i, %i] to %{{.*}}[%i] signal %{{.*}}[%i] multicast %mask : !mem.tensor_map<128x64xf16, #mem.swizzle<128>>, !mem.buffer<8192xf16, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  mem.tma_load %m[%i, %i] to %s[%i] signal %b[%i] multicast %mask : !mem.tensor_map<128x64xf16, #mem.swizzle<128>>, !mem.buffer<8192xf16, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  // CHECK: mem.tma_load %{{.*}}[%i, %i] to
  mem.tma_load %t[%i, %i] to %s[%i] signal %b[%i] : !mem.tensor_map<64x128xf16, #mem.swizzle<128, column>>, !mem.buffer<8192xf16, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  // CHECK: mem.fence_proxy_async
  mem.fence_proxy_async
  // CHECK-NEXT: mem.fence_proxy_async shared
  mem.fence_proxy_async shared
  // CHECK: mem.tma_store %{{.*}}[%i] to %[[F]][%i, %i] : !mem.buffer<256xf32, shared>, !mem.tensor_map<8x32xf32>
  mem.tma_store %r[%i] to %f[%i, %i] : !mem.buffer<256xf32, shared>, !mem.tensor_map<8x32xf32>
  // CHECK: mem.tma_reduce add %{{.*}}[%i] to %[[F]][%i, %i] : !mem.buffer<256xf32, shared>, !mem.tensor_map<8x32xf32>
  mem.tma_reduce add %r[%i] to %f[%i, %i] : !mem.buffer<256xf32, shared>, !mem.tensor_map<8x32xf32>
  // CHECK-NEXT: mem.bulk_commit
  mem.bulk_commit
  // CHECK-NEXT: mem.bulk_wait 1 read
  mem.bulk_wait 1 read
  // CHECK-NEXT: mem.bulk_wait 0
  mem.bulk_wait 0
  return
}

// CHECK-LABEL: func.func @store_async
func.func @store_async(%d: !mem.buffer<64xf16, cluster>, %e: !mem.buffer<64xf32, cluster>, %b: !mem.buffer<4x!mem.mbarrier, cluster>,
                       %v: vector<8xf16>, %x: f32, %i: i32, %p: i1) {
  // CHECK: mem.store_async %v to %d[%i] signal %b[%i] : vector<8xf16>, !mem.buffer<64xf16, cluster>, !mem.buffer<4x!mem.mbarrier, cluster>
  mem.store_async %v to %d[%i] signal %b[%i] : vector<8xf16>, !mem.buffer<64xf16, cluster>, !mem.buffer<4x!mem.mbarrier, cluster>
  // CHECK: mem.store_async %x to %e[%i] signal %b[%i] if %p : f32, !mem.buffer<64xf32, cluster>, !mem.buffer<4x!mem.mbarrier, cluster>
  mem.store_async %x to %e[%i] signal %b[%i] if %p : f32, !mem.buffer<64xf32, cluster>, !mem.buffer<4x!mem.mbarrier, cluster>
  return
}
