// RUN: tile-opt %s --pass-pipeline='builtin.module(tile.kernel(tile-layout,mem-barriers),tile-to-thread)' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile.kernel(tile-layout,mem-barriers),tile-to-thread,canonicalize,cse)' -o %t.mlir
// RUN: tile-run %t.mlir --device=cpu --kernel=carried --print=C | FileCheck %s --check-prefix=SUM

!A = !mem.buffer<2x128x32xf16, #mem.swizzle<64>, shared>
!a = !mem.buffer<128x32xf16, #mem.swizzle<64>, shared>
!B = !mem.buffer<32x16xf16, #mem.swizzle<32>, shared>
!F = !tc.inflight<tensor<128x16xf32>>

// One warpgroup has two times 64 rows: two products for each step of K, in flight through the loop,
// where a fence without registers does. The slot of the buffer is part of the address; b is MN-major.
// CHECK-LABEL: simt.kernel @carried
// CHECK: %[[F:.*]]:2 = tc.wgmma_fence of %{{.*}}, %{{.*}} : vector<8xf32>, vector<8xf32>
// CHECK: mem.fence_proxy_async
// CHECK: simt.barrier
// CHECK: scf.for {{.*}} iter_args(%[[C:.*]] = %[[F]]#0, %[[D:.*]] = %[[F]]#1)
// CHECK: %[[SLOT:.*]] = mem.index
// CHECK: %[[FLAT:.*]] = mem.flatten %[[SLOT]]
// CHECK: tc.wgmma_fence{{$}}
// CHECK: tc.wgmma_descriptor %[[FLAT]][%{{.*}}] leading 16 stride 512 swizzle 64
// CHECK: tc.wgmma_descriptor %{{.*}}[%{{.*}}] leading 1024 stride 256 swizzle 32
// CHECK: %[[P:.*]] = tc.wgmma %{{.*}}, %{{.*}}, %[[C]] if %{{.*}} trans_b
// CHECK: %[[Q:.*]] = tc.wgmma %{{.*}}, %{{.*}}, %[[D]] if %{{.*}} trans_b
// CHECK: tc.wgmma %{{.*}}, %{{.*}}, %[[P]] trans_b
// CHECK: tc.wgmma %{{.*}}, %{{.*}}, %[[Q]] trans_b
// CHECK: tc.wgmma_commit
// CHECK: tc.wgmma_wait 1{{$}}
// CHECK: scf.yield
// CHECK: tc.wgmma_wait 0, %{{.*}}, %{{.*}} : !tc.inflight<vector<8xf32>>, !tc.inflight<vector<8xf32>>
// Three times 32 ones times twos.
// SUM: %C = {{.*}}192
tile.kernel @carried(%C: memref<128x16xf32>) warps(4) grid(%x = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s = mem.alloc : !A
  %t = mem.alloc : !B
  %ones = arith.constant dense<1.0> : tensor<128x32xf16>
  %twos = arith.constant dense<2.0> : tensor<32x16xf16>
  %s0 = mem.index %s[%c0] : !A
  %s1 = mem.index %s[%c1] : !A
  tile.store %ones, %s0[%c0, %c0]
  tile.store %ones, %s1[%c0, %c0]
  tile.store %twos, %t[%c0, %c0]
  %u = tc.dot_accumulator -> !F
  %e = scf.for %i = %c0 to %c3 step %c1 iter_args(%c = %u) -> (!F) {
    %slot = arith.andi %i, %c1 : index
    %v = mem.index %s[%slot] : !A
    %next = arith.cmpi ne, %i, %c0 : index
    %d = tc.dot_async %v, %t, %c if %next instr "wgmma.m64n16k16" : !a, !B, !F -> !F
    tc.dot_wait 1
    scf.yield %d : !F
  }
  %sum = tc.dot_wait 0, %e : !F
  tile.store %sum, %C[%c0, %c0]
}

// A in registers: its fragments are handed over, and given back by the wait.
// CHECK-LABEL: simt.kernel @registers
// CHECK: %[[A:.*]]:3 = tc.wgmma_fence of {{.*}} : vector<4xf32>, vector<8xf16>, vector<8xf16>
// CHECK: tc.wgmma %[[A]]#1, %{{.*}}, %[[A]]#0 : !tc.inflight<vector<8xf16>>, !tc.descriptor<f16>
// CHECK: tc.wgmma_wait 0, %{{.*}}, %[[A]]#1, %[[A]]#2
tile.kernel @registers(%A: memref<64x32xf16>, %C: memref<64x8xf32>) warps(4) grid(%x = 1) {
  %c0 = arith.constant 0 : index
  %t = mem.alloc : !mem.buffer<32x8xf16, #mem.swizzle<64, column>, shared>
  %twos = arith.constant dense<2.0> : tensor<32x8xf16>
  %one = arith.constant dense<1.0> : tensor<64x8xf32>
  tile.store %twos, %t[%c0, %c0]
  %a = tile.load %A[%c0, %c0] : tensor<64x32xf16>
  %d = tc.dot_async %a, %t, %one instr "wgmma.m64n8k16" : tensor<64x32xf16>, !mem.buffer<32x8xf16, #mem.swizzle<64, column>, shared>, tensor<64x8xf32> -> !tc.inflight<tensor<64x8xf32>>
  %r = tc.dot_wait 0, %d : !tc.inflight<tensor<64x8xf32>>
  tile.store %r, %C[%c0, %c0]
}
