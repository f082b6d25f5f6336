// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s
// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a --emit=cubin -o %t.cubin
// Products that follow each other, their fence, commit and wait are one text of inline PTX.

// CHECK-LABEL: .entry tile
simt.kernel @tile(%C: memref<?xf32>[N]) threads(128) shared(131072) grid(1) {
  %i0 = arith.constant 0 : i32
  %i16 = arith.constant 16 : i32
  %at = arith.constant 0 : index
  %a = mem.alloc {offset = 0 : i64} : !mem.buffer<32768xf16, shared>
  %b = mem.alloc {offset = 65536 : i64} : !mem.buffer<32768xf16, shared>
  // CHECK: begin inline asm
  // CHECK-NEXT: wgmma.fence.sync.aligned;
  // CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 [[D:{.*}]], %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0, 1, 1, 0, 0;
  // CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 [[D]], %rd{{[0-9]+}}, %rd{{[0-9]+}}, 1, 1, 1, 0, 0;
  // CHECK-NEXT: wgmma.commit_group.sync.aligned;
  // CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
  // CHECK: end inline asm
  tc.wgmma_fence
  %a0 = tc.wgmma_descriptor %a[%i0] leading 16 stride 1024 swizzle 128 : !mem.buffer<32768xf16, shared> to !tc.descriptor<f16>
  %b0 = tc.wgmma_descriptor %b[%i0] leading 16 stride 1024 swizzle 128 : !mem.buffer<32768xf16, shared> to !tc.descriptor<f16>
  %c0 = tc.wgmma %a0, %b0 : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  %a1 = tc.wgmma_descriptor %a[%i16] leading 16 stride 1024 swizzle 128 : !mem.buffer<32768xf16, shared> to !tc.descriptor<f16>
  %b1 = tc.wgmma_descriptor %b[%i16] leading 16 stride 1024 swizzle 128 : !mem.buffer<32768xf16, shared> to !tc.descriptor<f16>
  %c1 = tc.wgmma %a1, %b1, %c0 : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  %r = tc.wgmma_wait 0, %c1 : !tc.inflight<vector<4xf32>>
  mem.store %r, %C[%at] : memref<?xf32>, vector<4xf32>
  simt.return
}

// Two accumulators and fragments of A, which both products read: the registers that the wait gives
// out are those that the fence took in.
// CHECK-LABEL: .entry fragments
simt.kernel @fragments(%C: memref<?xf32>[N], %h: f16) threads(128) shared(65536) grid(1) {
  %i0 = arith.constant 0 : i32
  %at = arith.constant 0 : index
  %x = vector.broadcast %h : f16 to vector<8xf16>
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<32768xf16, shared>
  %b0 = tc.wgmma_descriptor %b[%i0] leading 16 stride 1024 swizzle 128 : !mem.buffer<32768xf16, shared> to !tc.descriptor<f16>
  // CHECK: wgmma.fence.sync.aligned;
  // CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 [[D:{.*}]], [[A:{.*}]], %rd{{[0-9]+}}, 0, 1, 1, 0;
  // CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 [[E:{.*}]], [[A]], %rd{{[0-9]+}}, 0, 1, 1, 0;
  // CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 [[D]], [[A]], %rd{{[0-9]+}}, 1, 1, 1, 0;
  // CHECK-NEXT: wgmma.commit_group.sync.aligned;
  // CHECK-NEXT: wgmma.wait_group.sync.aligned 0;
  %f = tc.wgmma_fence of %x : vector<8xf16>
  %d0 = tc.wgmma %f, %b0 : !tc.inflight<vector<8xf16>>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  %e0 = tc.wgmma %f, %b0 : !tc.inflight<vector<8xf16>>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  %d1 = tc.wgmma %f, %b0, %d0 : !tc.inflight<vector<8xf16>>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  %r:3 = tc.wgmma_wait 0, %d1, %e0, %f : !tc.inflight<vector<4xf32>>, !tc.inflight<vector<4xf32>>, !tc.inflight<vector<8xf16>>
  %s = arith.addf %r#0, %r#1 : vector<4xf32>
  mem.store %s, %C[%at] : memref<?xf32>, vector<4xf32>
  simt.return
}

// Arithmetic on a tile stays between the products and the wait, where it overlaps; registers that
// two products begin with are copied between texts.
// CHECK-LABEL: .entry ends
simt.kernel @ends(%C: memref<?xf32>[N], %x: f32) threads(128) shared(131072) grid(1) {
  %i0 = arith.constant 0 : i32
  %at = arith.constant 0 : index
  %v = vector.broadcast %x : f32 to vector<4xf32>
  %a = mem.alloc {offset = 0 : i64} : !mem.buffer<32768xf16, shared>
  %b = mem.alloc {offset = 65536 : i64} : !mem.buffer<32768xf16, shared>
  %a0 = tc.wgmma_descriptor %a[%i0] leading 16 stride 1024 swizzle 128 : !mem.buffer<32768xf16, shared> to !tc.descriptor<f16>
  %b0 = tc.wgmma_descriptor %b[%i0] leading 16 stride 1024 swizzle 128 : !mem.buffer<32768xf16, shared> to !tc.descriptor<f16>
  // CHECK: wgmma.fence.sync.aligned;
  // CHECK-NEXT: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 [[C:{.*}]], %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0, 1, 1, 0, 0;
  // CHECK-NEXT: end inline asm
  // CHECK: begin inline asm
  // CHECK-NEXT: wgmma.mma_async
  // CHECK-NEXT: wgmma.commit_group.sync.aligned;
  // CHECK-NEXT: end inline asm
  // CHECK: mul.rn.f32
  // CHECK: wgmma.wait_group.sync.aligned 0;
  tc.wgmma_fence
  %c = tc.wgmma %a0, %b0 : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  %d = tc.wgmma %a0, %b0, %c : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  %y = arith.mulf %v, %v : vector<4xf32>
  %r:2 = tc.wgmma_wait 0, %d, %c : !tc.inflight<vector<4xf32>>, !tc.inflight<vector<4xf32>>
  %s = arith.addf %r#0, %r#1 : vector<4xf32>
  %t = arith.addf %s, %y : vector<4xf32>
  mem.store %t, %C[%at] : memref<?xf32>, vector<4xf32>
  simt.return
}
