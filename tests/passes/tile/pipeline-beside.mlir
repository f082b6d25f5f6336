// RUN: tile-opt %s --split-input-file --pass-pipeline='tile.kernel(tile-pipeline{schedule-only})' | FileCheck %s --check-prefix=SCHEDULE
// RUN: tile-opt %s --split-input-file --pass-pipeline='tile.kernel(tile-pipeline)' | FileCheck %s
// RUN: tile-opt %s --split-input-file --pass-pipeline='tile.kernel(tile-pipeline)' --remarks-filter=missed-overlap -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: sed 's/grid(%i = 1) {/grid(%i = 1) attributes {tile.overlap_products = false} {/' %s > %t.mlir
// RUN: tile-opt %t.mlir --split-input-file --pass-pipeline='tile.kernel(tile-pipeline)' --remarks-filter=missed-overlap 2>&1 | FileCheck %s --check-prefix=UNWISHED
// RUN: sed 's/grid(%i = 1) {/grid(%i = 1) attributes {tile.overlap_products = true} {/' %s > %t.mlir
// RUN: tile-opt %t.mlir --split-input-file --pass-pipeline='tile.kernel(tile-pipeline)' | FileCheck %s --check-prefix=WISHED

// Products of warpgroups in a role that copies nothing: the last one is a stage behind the first, which it needs. In
// a step the next iteration's first product is started, then this one's last, and both go on beside what becomes of
// the first.

#c = #tile.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#from = #tile.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!slots = !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
!slot = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!sums = tensor<64x64xf32, #c>

// SCHEDULE-LABEL: tile.kernel @chained
// SCHEDULE: mem.channel_wait %p[{{.*}}tile.order = [[PWAIT:[0-9]+]] : i64, tile.stage = 0
// SCHEDULE: tc.dot_async %q{{.*}}tile.stage = 0
// SCHEDULE: tc.dot_wait {{.*}}tile.stage = 0
// SCHEDULE: mem.channel_release %p[{{.*}}tile.stage = 0
// SCHEDULE: arith.truncf {{.*}}tile.stage = 0
// SCHEDULE: mem.channel_wait %v[{{.*}}tile.stage = 1
// SCHEDULE: tc.dot_async %w{{.*}}tile.stage = 1
// SCHEDULE: tc.dot_wait {{.*}}tile.stage = 1
// SCHEDULE: mem.channel_release %v[{{.*}}tile.stage = 1

// CHECK-LABEL: tile.kernel @chained
// All of it stands in one branch, so that none stands among the products.
// CHECK: %r = scf.if
// CHECK: tc.dot_async %q
// CHECK-NEXT: tc.dot_wait 0
// CHECK: %[[W:.*]] = arith.truncf
// CHECK: tile.pipelined %n = {{.*}} iter_args(%c = %none, %[[OLD:.*]] = %[[W]])
// CHECK-NOT: scf.if
// CHECK: mem.channel_wait %p
// CHECK: %[[S:.*]] = tc.dot_async %q
// CHECK: mem.channel_wait %v
// CHECK: %[[D:.*]] = tc.dot_async %[[OLD]], {{.*}}, %c
// CHECK: %[[T:.*]] = tc.dot_wait 1, %[[S]]
// CHECK: mem.channel_release %p
// CHECK: arith.truncf %[[T]]
// CHECK: %[[E:.*]] = tc.dot_wait 0, %[[D]]
// CHECK: mem.channel_release %v
// CHECK: tile.yield %[[E]]
// CHECK: tc.dot_async
// CHECK: scf.yield
// CHECK: } else {
// CHECK-NEXT: scf.yield %none
module attributes {tile.target = #tile.target<"sm_90a">} {
tile.kernel @chained(%P: memref<?x64xf16>[N, ?], %V: memref<?x64xf16>[N, ?], %C: memref<64x64xf32>, %m: index) warps(4) grid(%i = 1) {
  %none = arith.constant dense<0.0> : !sums
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %q = mem.alloc : !slot
  %ps = mem.alloc : !slots
  %vs = mem.alloc : !slots
  %p = mem.channel mbarrier : !mem.channel<2>
  %v = mem.channel mbarrier : !mem.channel<2>
  tile.warp_specialize
    role("compute") warps(4) registers(232) {
      %r = tile.pipelined %n = %c0 to %m stages(2) iter_args(%c = %none) {
        %at = arith.remui %n, %c2 : index
        %k = mem.index %ps[%at] : !slots
        %l = mem.index %vs[%at] : !slots
        mem.channel_wait %p[%n] : !mem.channel<2>
        %s = tc.dot_async %q, %k instr "wgmma.m64n64k16" : !slot, !slot -> !tc.inflight<!sums>
        %t = tc.dot_wait 0, %s : !tc.inflight<!sums>
        mem.channel_release %p[%n] : !mem.channel<2>
        %w = arith.truncf %t : !sums to tensor<64x64xf16, #c>
        mem.channel_wait %v[%n] : !mem.channel<2>
        %d = tc.dot_async %w, %l, %c instr "wgmma.m64n64k16" : tensor<64x64xf16, #c>, !slot, !sums -> !tc.inflight<!sums>
        %e = tc.dot_wait 0, %d : !tc.inflight<!sums>
        mem.channel_release %v[%n] : !mem.channel<2>
        tile.yield %e
      }
      tile.store %r, %C[%c0, %c0]
    }
    role("load") warps(4) registers(24) {
      tile.pipelined %n = %c0 to %m stages(2) {
        %at = arith.remui %n, %c2 : index
        %row = arith.muli %n, %c64 : index
        %k = mem.index %ps[%at] : !slots
        %l = mem.index %vs[%at] : !slots
        mem.channel_acquire %p[%n] : !mem.channel<2>
        tile.async_copy %P[%row, %c0] to %k[%c0, %c0] tile tensor<64x64xf16, #from> width 8 tma into %p[%n] : memref<?x64xf16>, !slot
        mem.channel_commit %p[%n] : !mem.channel<2>
        mem.channel_acquire %v[%n] : !mem.channel<2>
        tile.async_copy %V[%row, %c0] to %l[%c0, %c0] tile tensor<64x64xf16, #from> width 8 tma into %v[%n] : memref<?x64xf16>, !slot
        mem.channel_commit %v[%n] : !mem.channel<2>
      }
    }
}
}

// -----

// Where the arithmetic between them takes longer than the products (powers do, of few columns), other warpgroups'
// products have that time, and each iteration stays as it is. So it does where products do not need each other (kernels/gated_dots).

#c = #tile.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
#from = #tile.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
!slots = !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
!slot = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!sums = tensor<64x64xf32, #c>

// The kernel's attribute decides it, too.
// WHY: [[#@LINE+27]]:14: remark: products of an iteration wait for each other: the arithmetic between them takes as long [missed-overlap]
// UNWISHED-COUNT-3: remark: products of an iteration wait for each other: the kernel does not wish it [missed-overlap]
// WISHED-LABEL: tile.kernel @powers
// WISHED: tc.dot_wait 1, %s_0

// SCHEDULE-LABEL: tile.kernel @powers
// SCHEDULE-NOT: tile.stage
// CHECK-LABEL: tile.kernel @powers
module attributes {tile.target = #tile.target<"sm_90a">} {
tile.kernel @powers(%P: memref<?x64xf16>[N, ?], %C: memref<64x64xf32>, %m: index) warps(4) grid(%i = 1) {
  %none = arith.constant dense<0.0> : !sums
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %q = mem.alloc : !slot
  %ps = mem.alloc : !slots
  %p = mem.channel mbarrier : !mem.channel<2>
  tile.warp_specialize
    role("compute") warps(4) registers(232) {
      %r = tile.pipelined %n = %c0 to %m stages(2) iter_args(%c = %none) {
        %at = arith.remui %n, %c2 : index
        %k = mem.index %ps[%at] : !slots
        mem.channel_wait %p[%n] : !mem.channel<2>
        %s = tc.dot_async %q, %k instr "wgmma.m64n64k16" : !slot, !slot -> !tc.inflight<!sums>
        %t = tc.dot_wait 0, %s : !tc.inflight<!sums>
        %x = math.exp2 %t fastmath<afn> : !sums
        %w = arith.truncf %x : !sums to tensor<64x64xf16, #c>
        %d = tc.dot_async %w, %k, %c instr "wgmma.m64n64k16" : tensor<64x64xf16, #c>, !slot, !sums -> !tc.inflight<!sums>
        %e = tc.dot_wait 0, %d : !tc.inflight<!sums>
        mem.channel_release %p[%n] : !mem.channel<2>
        tile.yield %e
      }
      tile.store %r, %C[%c0, %c0]
    }
    role("load") warps(4) registers(24) {
      tile.pipelined %n = %c0 to %m stages(2) {
        %at = arith.remui %n, %c2 : index
        %row = arith.muli %n, %c64 : index
        %k = mem.index %ps[%at] : !slots
        mem.channel_acquire %p[%n] : !mem.channel<2>
        tile.async_copy %P[%row, %c0] to %k[%c0, %c0] tile tensor<64x64xf16, #from> width 8 tma into %p[%n] : memref<?x64xf16>, !slot
        mem.channel_commit %p[%n] : !mem.channel<2>
      }
    }
}
}

// -----

// It needs no channel for the first product: that alone is among the other iteration's ones, and all stands in a branch.

#c = #tile.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]>
!slots = !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
!slot = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!sums = tensor<64x64xf32, #c>

// SCHEDULE-LABEL: tile.kernel @own_operands
// CHECK-LABEL: tile.kernel @own_operands
// CHECK: %r:2 = scf.if
// CHECK: tile.pipelined
// CHECK-NOT: scf.if
// CHECK: %[[S:.*]] = tc.dot_async {{.*}}, %q
// CHECK: tc.dot_async {{.*}}, %c
// CHECK: tc.dot_wait 1, %[[S]]
// CHECK: tile.yield
module attributes {tile.target = #tile.target<"sm_90a">} {
tile.kernel @own_operands(%C: memref<64x64xf32>, %m: index) warps(4) grid(%i = 1) {
  %none = arith.constant dense<0.0> : !sums
  %one = arith.constant dense<1.0> : tensor<64x64xf16, #c>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %q = mem.alloc : !slot
  %vs = mem.alloc : !slots
  %v = mem.channel mbarrier : !mem.channel<2>
  tile.warp_specialize
    role("compute") warps(4) registers(232) {
      %r:2 = tile.pipelined %n = %c0 to %m stages(2) iter_args(%c = %none, %a = %one) {
        %at = arith.remui %n, %c2 : index
        %l = mem.index %vs[%at] : !slots
        %s = tc.dot_async %a, %q instr "wgmma.m64n64k16" : tensor<64x64xf16, #c>, !slot -> !tc.inflight<!sums>
        %t = tc.dot_wait 0, %s : !tc.inflight<!sums>
        %w = arith.truncf %t : !sums to tensor<64x64xf16, #c>
        mem.channel_wait %v[%n] : !mem.channel<2>
        %d = tc.dot_async %w, %l, %c instr "wgmma.m64n64k16" : tensor<64x64xf16, #c>, !slot, !sums -> !tc.inflight<!sums>
        %e = tc.dot_wait 0, %d : !tc.inflight<!sums>
        mem.channel_release %v[%n] : !mem.channel<2>
        %b = arith.addf %a, %one : tensor<64x64xf16, #c>
        tile.yield %e, %b
      }
      tile.store %r#0, %C[%c0, %c0]
    }
    role("load") warps(4) registers(24) {
    }
}
}

// -----

// Of a schedule that somebody wrote: a wait that is for another product, too, stays as it is, since what is behind it may
// rely on that.

!slot = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!sums = tensor<64x64xf32>

// SCHEDULE-LABEL: tile.kernel @for_both
// CHECK-LABEL: tile.kernel @for_both
// CHECK: tile.pipelined
// CHECK: tc.dot_async %q, %k
// CHECK-NEXT: tc.dot_async %q, %l
// CHECK-NEXT: tc.dot_wait 0
// CHECK-NEXT: tc.dot_wait 0
tile.kernel @for_both(%C: memref<64x64xf32>, %D: memref<64x64xf32>, %m: index) warps(4) grid(%i = 1) {
  %c0 = arith.constant 0 : index
  %q = mem.alloc : !slot
  %k = mem.alloc : !slot
  %l = mem.alloc : !slot
  tile.pipelined %n = %c0 to %m stages(2) {
    %s = tc.dot_async %q, %k instr "wgmma.m64n64k16" {tile.order = 0 : i64, tile.stage = 0 : i64} : !slot, !slot -> !tc.inflight<!sums>
    %t = tc.dot_async %q, %l instr "wgmma.m64n64k16" {tile.order = 1 : i64, tile.stage = 0 : i64} : !slot, !slot -> !tc.inflight<!sums>
    %u = tc.dot_wait 0, %s : !tc.inflight<!sums> {tile.order = 2 : i64, tile.stage = 0 : i64}
    %v = tc.dot_wait 0, %t : !tc.inflight<!sums> {tile.order = 3 : i64, tile.stage = 0 : i64}
    tile.store %u, %C[%c0, %c0] {tile.order = 4 : i64, tile.stage = 1 : i64}
    tile.store %v, %D[%c0, %c0] {tile.order = 5 : i64, tile.stage = 1 : i64}
  }
}

// -----

// A wait leaves no more than seven under way.

!slot = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!sums = tensor<64x64xf32>

// SCHEDULE-LABEL: tile.kernel @nine
// CHECK-LABEL: tile.kernel @nine
// CHECK: tile.pipelined
// CHECK-COUNT-9: tc.dot_async
// CHECK-NEXT: tc.dot_wait 7
// CHECK-NEXT: tc.dot_wait 7
// CHECK-NEXT: tc.dot_wait 6
tile.kernel @nine(%C: memref<64x64xf32>, %m: index) warps(4) grid(%i = 1) {
  %c0 = arith.constant 0 : index
  %q = mem.alloc : !slot
  tile.pipelined %n = %c0 to %m stages(2) {
    %s0 = tc.dot_async %q, %q instr "wgmma.m64n64k16" {tile.order = 0 : i64, tile.stage = 0 : i64} : !slot, !slot -> !tc.inflight<!sums>
    %t0 = tc.dot_wait 0, %s0 : !tc.inflight<!sums> {tile.order = 9 : i64, tile.stage = 0 : i64}
    %s1 = tc.dot_async %q, %q instr "wgmma.m64n64k16" {tile.order = 1 : i64, tile.stage = 0 : i64} : !slot, !slot -> !tc.inflight<!sums>
    %t1 = tc.dot_wait 0, %s1 : !tc.inflight<!sums> {tile.order = 10 : i64, tile.stage = 0 : i64}
    %s2 = tc.dot_async %q, %q instr "wgmma.m64n64k16" {tile.order = 2 : i64, tile.stage = 0 : i64} : !slot, !slot -> !tc.inflight<!sums>
    %t2 = tc.dot_wait 0, %s2 : !tc.inflight<!sums> {tile.order = 11 : i64, tile.stage = 0 : i64}
    %s3 = tc.dot_async %q, %q instr "wgmma.m64n64k16" {tile.order = 3 : i64, tile.stage = 0 : i64} : !slot, !slot -> !tc.inflight<!sums>
    %t3 = tc.dot_wait 0, %s3 : !tc.inflight<!sums> {tile.order = 12 : i64, tile.stage = 0 : i64}
    %s4 = tc.dot_async %q, %q instr "wgmma.m64n64k16" {tile.order = 4 : i64, tile.stage = 0 : i64} : !slot, !slot -> !tc.inflight<!sums>
    %t4 = tc.dot_wait 0, %s4 : !tc.inflight<!sums> {tile.order = 13 : i64, tile.stage = 0 : i64}
    %s5 = tc.dot_async %q, %q instr "wgmma.m64n64k16" {tile.order = 5 : i64, tile.stage = 0 : i64} : !slot, !slot -> !tc.inflight<!sums>
    %t5 = tc.dot_wait 0, %s5 : !tc.inflight<!sums> {tile.order = 14 : i64, tile.stage = 0 : i64}
    %s6 = tc.dot_async %q, %q instr "wgmma.m64n64k16" {tile.order = 6 : i64, tile.stage = 0 : i64} : !slot, !slot -> !tc.inflight<!sums>
    %t6 = tc.dot_wait 0, %s6 : !tc.inflight<!sums> {tile.order = 15 : i64, tile.stage = 0 : i64}
    %s7 = tc.dot_async %q, %q instr "wgmma.m64n64k16" {tile.order = 7 : i64, tile.stage = 0 : i64} : !slot, !slot -> !tc.inflight<!sums>
    %t7 = tc.dot_wait 0, %s7 : !tc.inflight<!sums> {tile.order = 16 : i64, tile.stage = 0 : i64}
    %s8 = tc.dot_async %q, %q instr "wgmma.m64n64k16" {tile.order = 8 : i64, tile.stage = 0 : i64} : !slot, !slot -> !tc.inflight<!sums>
    %t8 = tc.dot_wait 0, %s8 : !tc.inflight<!sums> {tile.order = 17 : i64, tile.stage = 0 : i64}
    tile.store %t0, %C[%c0, %c0] {tile.order = 18 : i64, tile.stage = 1 : i64}
  }
}
