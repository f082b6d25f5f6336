// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: func.func @descriptors
func.func @descriptors(%s: !mem.buffer<8192xf16, shared>, %t: !mem.buffer<4096xf32, shared>, %o: i32)
    -> (!tc.descriptor<f16>, !tc.descriptor<tf32>) {
  // CHECK: tc.wgmma_descriptor %{{.*}}[%{{.*}}] leading 16 stride 1024 swizzle 128 : !mem.buffer<8192xf16, shared> to !tc.descriptor<f16>
  // CHECK: tc.wgmma_descriptor %{{.*}}[%{{.*}}] leading 2048 stride 128 swizzle 0 : !mem.buffer<4096xf32, shared> to !tc.descriptor<tf32>
  %a = tc.wgmma_descriptor %s[%o] leading 16 stride 1024 swizzle 128 : !mem.buffer<8192xf16, shared> to !tc.descriptor<f16>
  %b = tc.wgmma_descriptor %t[%o] leading 2048 stride 128 swizzle 0 : !mem.buffer<4096xf32, shared> to !tc.descriptor<tf32>
  return %a, %b : !tc.descriptor<f16>, !tc.descriptor<tf32>
}

// CHECK-LABEL: func.func @product
func.func @product(%a: !tc.descriptor<bf16>, %b: !tc.descriptor<bf16>, %c: vector<64xf32>, %p: i1) -> vector<64xf32> {
  // CHECK: %[[C:.*]] = tc.wgmma_fence of %{{.*}} : vector<64xf32>
  %c0 = tc.wgmma_fence of %c : vector<64xf32>
  // CHECK: %[[D:.*]] = tc.wgmma %{{.*}}, %{{.*}}, %[[C]] : !tc.descriptor<bf16>, !tc.descriptor<bf16> -> !tc.inflight<vector<64xf32>>
  // CHECK: %[[E:.*]] = tc.wgmma %{{.*}}, %{{.*}}, %[[D]] if %{{.*}} trans_a trans_b : !tc.descriptor<bf16>, !tc.descriptor<bf16> -> !tc.inflight<vector<64xf32>>
  %d = tc.wgmma %a, %b, %c0 : !tc.descriptor<bf16>, !tc.descriptor<bf16> -> !tc.inflight<vector<64xf32>>
  %e = tc.wgmma %a, %b, %d if %p trans_a trans_b : !tc.descriptor<bf16>, !tc.descriptor<bf16> -> !tc.inflight<vector<64xf32>>
  // CHECK: tc.wgmma_commit
  // CHECK-NEXT: tc.wgmma_wait 1{{$}}
  // CHECK-NEXT: %[[R:.*]] = tc.wgmma_wait 0, %[[E]] : !tc.inflight<vector<64xf32>>
  tc.wgmma_commit
  tc.wgmma_wait 1
  %r = tc.wgmma_wait 0, %e : !tc.inflight<vector<64xf32>>
  // CHECK-NEXT: return %[[R]]
  return %r : vector<64xf32>
}

// CHECK-LABEL: func.func @registers
func.func @registers(%a: vector<16xi8>, %b: !tc.descriptor<i8>, %c: vector<4xi32>) -> (vector<4xi32>, vector<16xi8>) {
  // CHECK: tc.wgmma_fence{{$}}
  // CHECK: %[[F:.*]]:2 = tc.wgmma_fence of %{{.*}}, %{{.*}} : vector<16xi8>, vector<4xi32>
  tc.wgmma_fence
  %f:2 = tc.wgmma_fence of %a, %c : vector<16xi8>, vector<4xi32>
  // CHECK: tc.wgmma %[[F]]#0, %{{.*}}, %[[F]]#1 unsigned_a unsigned_b satfinite : !tc.inflight<vector<16xi8>>, !tc.descriptor<i8> -> !tc.inflight<vector<4xi32>>
  // CHECK: tc.wgmma %[[F]]#0, %{{.*}} : !tc.inflight<vector<16xi8>>, !tc.descriptor<i8> -> !tc.inflight<vector<4xi32>>
  %d = tc.wgmma %f#0, %b, %f#1 unsigned_a unsigned_b satfinite : !tc.inflight<vector<16xi8>>, !tc.descriptor<i8> -> !tc.inflight<vector<4xi32>>
  %e = tc.wgmma %f#0, %b : !tc.inflight<vector<16xi8>>, !tc.descriptor<i8> -> !tc.inflight<vector<4xi32>>
  tc.wgmma_commit
  // CHECK: %[[R:.*]]:2 = tc.wgmma_wait 0, %{{.*}}, %[[F]]#0 : !tc.inflight<vector<4xi32>>, !tc.inflight<vector<16xi8>>
  %r:2 = tc.wgmma_wait 0, %d, %f#0 : !tc.inflight<vector<4xi32>>, !tc.inflight<vector<16xi8>>
  return %r#0, %r#1 : vector<4xi32>, vector<16xi8>
}
