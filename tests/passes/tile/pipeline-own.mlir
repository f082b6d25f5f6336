// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-pipeline{schedule-only})' --split-input-file --verify-diagnostics | FileCheck %s
// Places for what passes have put into a loop whose ops a person gave places.

!F = !tc.inflight<tensor<64x64xf32>>
!S = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!S3 = !mem.buffer<3x64x64xf16, #mem.swizzle<128>, shared>
#rows = #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1], order = [1, 0]>

// The product first, then the copy of two iterations later, with its turns; the wait for the product and the release are
// behind, for three slots suffice. The slot's number is computed in both stages.
// CHECK-LABEL: tile.kernel @own
// CHECK: mem.channel_acquire %ch[%{{.*}}] {tile.order = [[A:[0-9]+]] : i64, tile.stage = 0 : i64}
// CHECK: tile.async_copy {{.*}} {tile.order = [[C:[0-9]+]] : i64, tile.stage = 0 : i64}
// CHECK: mem.channel_commit %ch[%{{.*}}] {tile.order = 8 : i64, tile.stage = 0 : i64}
// CHECK: mem.channel_wait %ch[%{{.*}}] {tile.order = 2 : i64, tile.stage = 2 : i64}
// CHECK: tc.dot_async {{.*}} {tile.order = 3 : i64, tile.stage = 2 : i64}
// CHECK: tc.dot_wait 0, {{.*}} {tile.order = 9 : i64, tile.stage = 2 : i64}
// CHECK: mem.channel_release %ch[%{{.*}}] {tile.order = 10 : i64, tile.stage = 2 : i64}
tile.kernel @own(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N], %n: index) warps(4) grid(%i = ceildiv(M, 64)) {
  %s = mem.alloc : !S3
  %ch = mem.channel mbarrier : !mem.channel<3>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = %c0 to %n iter_args(%c = %one) {
    %slot = arith.remui %k, %c3 : index
    %v = mem.index %s[%slot] : !S3
    mem.channel_acquire %ch[%k] : !mem.channel<3>
    tile.async_copy %A[%i, %k] to %v[%c0, %c0] tile tensor<64x64xf16, #rows> width 8 tma into %ch[%k] {tile.stage = 0 : i64, tile.order = 7 : i64} : memref<?x?xf16>, !S, !mem.channel<3>
    mem.channel_commit %ch[%k] : !mem.channel<3>
    mem.channel_wait %ch[%k] : !mem.channel<3>
    %f = tc.dot_async %v, %v, %c instr "wgmma.m64n64k16" {tile.stage = 2 : i64, tile.order = 1 : i64} : !S, !S, tensor<64x64xf32> -> !F
    %d = tc.dot_wait 0, %f : !F
    mem.channel_release %ch[%k] : !mem.channel<3>
    tile.yield %d
  }
  tile.store %acc, %C[%i * 64, 0]
}

// The result goes out a stage behind the product: that is waited for in its own stage, for nothing in flight goes on to
// another one; the wait for stores stands with the store, and nothing else follows it.
// CHECK-LABEL: tile.kernel @stored
// CHECK: tc.dot_async {{.*}} {tile.order = {{.*}} : i64, tile.stage = 1 : i64}
// CHECK: tc.dot_wait 0, {{.*}} {tile.order = {{.*}} : i64, tile.stage = 1 : i64}
// CHECK: arith.truncf {{.*}} {tile.order = {{.*}} : i64, tile.stage = 2 : i64}
// CHECK: tile.async_store_wait complete {tile.order = {{.*}} : i64, tile.stage = 2 : i64}
tile.kernel @stored(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf16>[M, N], %n: index) warps(4) grid(%i = ceildiv(M, 64))
    assume(disjoint(A, C)) {
  %q = mem.alloc : !S
  %s = mem.alloc : !S3
  %out = mem.alloc : !S
  %ch = mem.channel mbarrier : !mem.channel<3>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  tile.store %one, %q[%c0, %c0]
  tile.pipelined %k = %c0 to %n {
    %slot = arith.remui %k, %c3 : index
    %v = mem.index %s[%slot] : !S3
    mem.channel_acquire %ch[%k] : !mem.channel<3>
    tile.async_copy %A[%i, %k] to %v[%c0, %c0] tile tensor<64x64xf16, #rows> width 8 tma into %ch[%k] {tile.stage = 0 : i64, tile.order = 0 : i64} : memref<?x?xf16>, !S, !mem.channel<3>
    mem.channel_commit %ch[%k] : !mem.channel<3>
    mem.channel_wait %ch[%k] : !mem.channel<3>
    %f = tc.dot_async %q, %v instr "wgmma.m64n64k16" {tile.stage = 1 : i64, tile.order = 2 : i64} : !S, !S -> !F
    %d = tc.dot_wait 0, %f : !F
    mem.channel_release %ch[%k] : !mem.channel<3>
    %o = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
    tile.async_store_wait complete
    tile.store %o, %out[%c0, %c0] {tile.stage = 2 : i64, tile.order = 1 : i64}
    tile.async_store %out to %C[%k, %c0] {tile.stage = 2 : i64, tile.order = 3 : i64} : !S, memref<?x?xf16>
  }
}

// A copy of no channel is waited for in front of the product, and not behind the store of the iteration before, whose buffer
// is another one.
// CHECK-LABEL: tile.kernel @copied
// CHECK: tile.async_wait {tile.order = {{.*}} : i64, tile.stage = 0 : i64}
// CHECK: tc.dot_wait 0, {{.*}} {tile.order = {{.*}} : i64, tile.stage = 0 : i64}
// CHECK: tile.async_store_wait {tile.order = {{.*}} : i64, tile.stage = 1 : i64}
tile.kernel @copied(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf16>[M, N], %n: index) warps(4) grid(%i = ceildiv(M, 64))
    assume(disjoint(A, C)) {
  %q = mem.alloc : !S
  %v = mem.alloc : !S
  %out = mem.alloc : !S
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  tile.store %one, %q[%c0, %c0]
  tile.pipelined %k = %c0 to %n {
    tile.async_copy %A[%i, %k] to %v[%c0, %c0] tile tensor<64x64xf16, #rows> width 8 {tile.stage = 0 : i64, tile.order = 1 : i64} : memref<?x?xf16>, !S
    tile.async_wait
    %f = tc.dot_async %q, %v instr "wgmma.m64n64k16" {tile.stage = 0 : i64, tile.order = 2 : i64} : !S, !S -> !F
    %d = tc.dot_wait 0, %f : !F
    %o = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
    tile.async_store_wait
    tile.store %o, %out[%c0, %c0] {tile.stage = 1 : i64, tile.order = 3 : i64}
    tile.async_store %out to %C[%k, %c0] {tile.stage = 1 : i64, tile.order = 4 : i64} : !S, memref<?x?xf16>
  }
}

// -----

// A load and a store are a person's.

tile.kernel @missing(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  tile.pipelined %k = 0 to 8 stages(2) {
    %x = tile.load %A[%k] {tile.stage = 0 : i64, tile.order = 0 : i64} : tensor<128xf32>
    %y = arith.addf %x, %x : tensor<128xf32>
    // expected-error@+1 {{'tile.store' op has no number `tile.stage`, and other ops of its loop have}}
    tile.store %y, %B[%k]
  }
}

// -----

// Two at one place.

tile.kernel @twice(%A: memref<?xf32>[N], %B: memref<?xf32>[M]) warps(1) grid(%b = 1) {
  tile.pipelined %k = 0 to 8 stages(2) {
    // expected-note@+1 {{the other op}}
    %x = tile.load %A[%k] {tile.stage = 0 : i64, tile.order = 4 : i64} : tensor<128xf32>
    // expected-error@+1 {{'tile.load' op has the same place 4 in a step as another op}}
    %z = tile.load %B[%k] {tile.stage = 0 : i64, tile.order = 4 : i64} : tensor<128xf32>
    %y = arith.addf %x, %z : tensor<128xf32>
  }
}

// -----

// A stage that there is not, among ops that have to find their places.

tile.kernel @late(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  tile.pipelined %k = 0 to 8 stages(2) {
    %x = tile.load %A[%k] {tile.stage = 0 : i64, tile.order = 0 : i64} : tensor<128xf32>
    %y = arith.addf %x, %x : tensor<128xf32>
    // expected-error@+1 {{'tile.store' op has `tile.stage` 200000, which is not from 0 to 63}}
    tile.store %y, %B[%k] {tile.stage = 200000 : i64, tile.order = 1 : i64}
  }
}

// -----

// What fills one slot is counted together.

!H = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!H3 = !mem.buffer<3x64x64xf16, #mem.swizzle<128>, shared>
#row = #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1], order = [1, 0]>

tile.kernel @stages(%A: memref<?x?xf16>[M, K], %C: memref<?x?xf32>[M, N], %n: index) warps(4) grid(%i = ceildiv(M, 64)) {
  %s = mem.alloc : !H3
  %t = mem.alloc : !H3
  %ch = mem.channel mbarrier : !mem.channel<3>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = %c0 to %n iter_args(%c = %one) {
    %slot = arith.remui %k, %c3 : index
    %v = mem.index %s[%slot] : !H3
    %w = mem.index %t[%slot] : !H3
    mem.channel_acquire %ch[%k] : !mem.channel<3>
    // expected-note@+1 {{the other op}}
    tile.async_copy %A[%i, %k] to %v[%c0, %c0] tile tensor<64x64xf16, #row> width 8 tma into %ch[%k] {tile.stage = 0 : i64, tile.order = 0 : i64} : memref<?x?xf16>, !H, !mem.channel<3>
    // expected-help@+2 {{give loads that are used together one stage}}
    // expected-error@+1 {{'tile.async_copy' op is in stage 1, and what fills the same slot in stage 0}}
    tile.async_copy %A[%k, %i] to %w[%c0, %c0] tile tensor<64x64xf16, #row> width 8 tma into %ch[%k] {tile.stage = 1 : i64, tile.order = 1 : i64} : memref<?x?xf16>, !H, !mem.channel<3>
    mem.channel_commit %ch[%k] : !mem.channel<3>
    mem.channel_wait %ch[%k] : !mem.channel<3>
    %f = tc.dot_async %v, %w, %c instr "wgmma.m64n64k16" {tile.stage = 2 : i64, tile.order = 2 : i64} : !H, !H, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
    %d = tc.dot_wait 0, %f : !tc.inflight<tensor<64x64xf32>>
    mem.channel_release %ch[%k] : !mem.channel<3>
    tile.yield %d
  }
  tile.store %acc, %C[%i * 64, 0]
}
