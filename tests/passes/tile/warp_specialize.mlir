// RUN: split-file %s %t
// RUN: tile-opt %t/gemm.mlir --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-warp-specialize))' --validate-each | FileCheck %t/gemm.mlir
// RUN: tile-opt %t/nested.mlir --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-warp-specialize))' --validate-each | FileCheck %t/nested.mlir
// RUN: tile-opt %t/condition.mlir --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-warp-specialize))' --validate-each | FileCheck %t/condition.mlir
// RUN: tile-opt %t/result.mlir --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-warp-specialize))' --validate-each | FileCheck %t/result.mlir
// RUN: tile-opt %t/registers.mlir --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(tile-warp-specialize))' | FileCheck %t/registers.mlir
// RUN: tile-opt %t/registers.mlir --pass-pipeline='builtin.module(tile-set-target{arch=sm_90},tile.kernel(tile-warp-specialize))' | FileCheck %t/registers.mlir --check-prefix=NONE
// RUN: tile-run %t/gemm.mlir --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(tile-stage,tc-select,tile-layout,tile-remove-conversions,mem-vectorize,tile-warp-specialize,mem-check-channels,mem-chunk,mem-barriers),tile-to-thread,canonicalize,cse,licm,convert-scf-to-cf,canonicalize,cse)' --device=cpu --level=thread --dim M=100 --dim N=72 --dim K=520 --init=int --verify --exact --schedule=late
// RUN: tile-run %t/gemm.mlir --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(tile-stage,tc-select,tile-layout,tile-remove-conversions,mem-vectorize,tile-warp-specialize,mem-check-channels,mem-chunk,mem-barriers),tile-to-thread,canonicalize,cse,licm,convert-scf-to-cf,canonicalize,cse)' --device=cpu --level=thread --dim M=100 --dim N=72 --dim K=520 --init=int --verify --exact --schedule=random:1
// RUN: tile-run %t/nested.mlir --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(tile-stage,tc-select,tile-layout,tile-remove-conversions,mem-vectorize,tile-warp-specialize,mem-check-channels,mem-chunk,mem-barriers),tile-to-thread,canonicalize,cse,licm,convert-scf-to-cf,canonicalize,cse)' --device=cpu --level=thread --dim M=300 --init=int --verify --exact --schedule=late
// RUN: tile-run %t/nested.mlir --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(tile-stage,tc-select,tile-layout,tile-remove-conversions,mem-vectorize,tile-warp-specialize,mem-check-channels,mem-chunk,mem-barriers),tile-to-thread,canonicalize,cse,licm,convert-scf-to-cf,canonicalize,cse)' --device=cpu --level=thread --dim M=300 --init=int --verify --exact --schedule=random:1
// RUN: tile-run %t/condition.mlir --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(tile-stage,tc-select,tile-layout,tile-remove-conversions,mem-vectorize,tile-warp-specialize,mem-check-channels,mem-chunk,mem-barriers),tile-to-thread,canonicalize,cse,licm,convert-scf-to-cf,canonicalize,cse)' --device=cpu --level=thread --dim K=200 --dim G=3 --init=int --verify --exact --schedule=late
// RUN: tile-run %t/condition.mlir --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(tile-stage,tc-select,tile-layout,tile-remove-conversions,mem-vectorize,tile-warp-specialize,mem-check-channels,mem-chunk,mem-barriers),tile-to-thread,canonicalize,cse,licm,convert-scf-to-cf,canonicalize,cse)' --device=cpu --level=thread --dim K=200 --dim G=3 --init=int --verify --exact --schedule=random:1
// RUN: tile-run %t/result.mlir --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(tile-stage,tc-select,tile-layout,tile-remove-conversions,mem-vectorize,tile-warp-specialize,mem-check-channels,mem-chunk,mem-barriers),tile-to-thread,canonicalize,cse,licm,convert-scf-to-cf,canonicalize,cse)' --device=cpu --level=thread --init=int --verify --exact --schedule=late
// RUN: tile-run %t/result.mlir --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(tile-stage,tc-select,tile-layout,tile-remove-conversions,mem-vectorize,tile-warp-specialize,mem-check-channels,mem-chunk,mem-barriers),tile-to-thread,canonicalize,cse,licm,convert-scf-to-cf,canonicalize,cse)' --device=cpu --level=thread --init=int --verify --exact --schedule=random:1
//
// The copies of a kernel in a role of their own; what is split computes the same.

//--- gemm.mlir
// Allocations and scalar code of the kernel's own block stay in front. The loop of the copies carries no tile; the
// offset of the copies is computed there alone.
// CHECK: %ch = mem.channel mbarrier : !mem.channel<3>
// CHECK: %m = arith.muli %bm, %c64
// CHECK: tile.warp_specialize
// CHECK-NEXT: role("compute") warps(4) registers(232) {
// CHECK-NEXT: %acc = tile.pipelined %k = %{{.*}} to %[[UB:.*]] stages(3) iter_args(%c = %zero) {
// CHECK-NEXT: %slot = arith.remui %k, %slots
// CHECK-NEXT: %a = mem.index %sa[%slot]
// CHECK-NEXT: %b = mem.index %sb[%slot]
// CHECK-NEXT: mem.channel_wait %ch[%k]
// CHECK-NEXT: %d = tile.dot %a, %b, %c
// CHECK-NEXT: mem.channel_release %ch[%k]
// CHECK-NEXT: tile.yield %d
// CHECK-NEXT: }
// CHECK-NEXT: tile.store %acc, %C[%m, %n]
// CHECK-NEXT: }
// CHECK-NEXT: role("load") warps(4) registers(24) {
// CHECK-NEXT: tile.pipelined %k = %{{.*}} to %[[UB]] stages(3) {
// CHECK-NEXT: %slot = arith.remui %k, %slots
// CHECK-NEXT: %a = mem.index %sa[%slot]
// CHECK-NEXT: %b = mem.index %sb[%slot]
// CHECK-NEXT: %at = arith.muli %k, %c64
// CHECK-NEXT: mem.channel_acquire %ch[%k]
// CHECK-NEXT: tile.async_copy %A[%m, %at] to %a
// CHECK-NEXT: tile.async_copy %B[%at, %n] to %b
// CHECK-NEXT: mem.channel_commit %ch[%k]
// CHECK-NEXT: }
// CHECK-NEXT: }
tile.kernel @gemm(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf32>[M, N]) warps(4)
    grid(%bm = ceildiv(M, 64), %bn = ceildiv(N, 64))
    assume(A.address mod 16 == 0, B.address mod 16 == 0, A.stride0 mod 8 == 0, B.stride0 mod 8 == 0, K mod 8 == 0, N mod 8 == 0) {
  %sa = mem.alloc : !mem.buffer<3x64x64xf16, #mem.swizzle<128>, shared>
  %sb = mem.alloc : !mem.buffer<3x64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier : !mem.channel<3>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %slots = arith.constant 3 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %m = arith.muli %bm, %c64 : index
  %n = arith.muli %bn, %c64 : index
  %acc = tile.pipelined %k = 0 to ceildiv(K, 64) stages(3) iter_args(%c = %zero) {
    %slot = arith.remui %k, %slots : index
    %a = mem.index %sa[%slot] : !mem.buffer<3x64x64xf16, #mem.swizzle<128>, shared>
    %b = mem.index %sb[%slot] : !mem.buffer<3x64x64xf16, #mem.swizzle<128>, shared>
    %at = arith.muli %k, %c64 : index
    mem.channel_acquire %ch[%k] : !mem.channel<3>
    tile.async_copy %A[%m, %at] to %a[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<3>
    tile.async_copy %B[%at, %n] to %b[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<3>
    mem.channel_commit %ch[%k] : !mem.channel<3>
    mem.channel_wait %ch[%k] : !mem.channel<3>
    %d = tile.dot %a, %b, %c
    mem.channel_release %ch[%k] : !mem.channel<3>
    tile.yield %d
  }
  tile.store %acc, %C[%m, %n]
}

//--- nested.mlir
// Blocks that go over several tiles: both roles run the loop around, and carry the position.
// CHECK: tile.warp_specialize
// CHECK: role("compute")
// CHECK: %{{.*}} = scf.for %t = %t0 to %tiles step %grid iter_args(%p = %c0) -> (index) {
// CHECK: %[[I:.*]]:2 = tile.pipelined {{.*}} iter_args(%c = %zero, %q = %p) {
// CHECK-NOT: mem.channel_acquire
// CHECK: mem.channel_wait %ch[%q]
// CHECK: mem.channel_release %ch[%q]
// CHECK: %q1 = arith.addi %q, %c1
// CHECK: tile.yield %d, %q1
// CHECK: tile.store %[[I]]#0
// CHECK: scf.yield %[[I]]#1 : index
// CHECK: role("load")
// CHECK: scf.for %t = %t0 to %tiles step %grid iter_args(%p = %c0) -> (index) {
// CHECK: %[[J:.*]] = tile.pipelined {{.*}} iter_args(%q = %p) {
// CHECK: mem.channel_acquire %ch[%q]
// CHECK: tile.async_copy %A
// CHECK: mem.channel_commit %ch[%q]
// CHECK-NEXT: %q1 = arith.addi %q, %c1
// CHECK-NEXT: tile.yield %q1
// CHECK: scf.yield %[[J]] : index
tile.kernel @nested(%A: memref<?x64xf16>[M, ?], %B: memref<64x64xf16>, %C: memref<?x64xf32>[M, ?]) warps(8)
    grid(%t0 = min(ceildiv(M, 64), 2)) assume(A.address mod 16 == 0, B.address mod 16 == 0) {
  %sa = mem.alloc : !mem.buffer<2x64x32xf16, #mem.swizzle<64>, shared>
  %sb = mem.alloc : !mem.buffer<2x32x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %rows = tile.dim M
  %tiles = arith.ceildivsi %rows, %c64 : index
  %grid = arith.minsi %tiles, %c2 : index
  %last = scf.for %t = %t0 to %tiles step %grid iter_args(%p = %c0) -> (index) {
    %m = arith.muli %t, %c64 : index
    %acc:2 = tile.pipelined %k = 0 to 2 stages(2) iter_args(%c = %zero, %q = %p) {
      %slot = arith.remui %q, %c2 : index
      %a = mem.index %sa[%slot] : !mem.buffer<2x64x32xf16, #mem.swizzle<64>, shared>
      %b = mem.index %sb[%slot] : !mem.buffer<2x32x64xf16, #mem.swizzle<128>, shared>
      %at = arith.muli %k, %c32 : index
      mem.channel_acquire %ch[%q] : !mem.channel<2>
      tile.async_copy %A[%m, %at] to %a[%c0, %c0] tile tensor<64x32xf16> width 8 tma into %ch[%q] : memref<?x64xf16>, !mem.buffer<64x32xf16, #mem.swizzle<64>, shared>, !mem.channel<2>
      tile.async_copy %B[%at, %c0] to %b[%c0, %c0] tile tensor<32x64xf16> width 8 tma into %ch[%q] : memref<64x64xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>, !mem.channel<2>
      mem.channel_commit %ch[%q] : !mem.channel<2>
      mem.channel_wait %ch[%q] : !mem.channel<2>
      %d = tile.dot %a, %b, %c
      mem.channel_release %ch[%q] : !mem.channel<2>
      %q1 = arith.addi %q, %c1 : index
      tile.yield %d, %q1
    }
    tile.store %acc#0, %C[%m, %c0]
    scf.yield %acc#1 : index
  }
}

//--- condition.mlir
// Two loops, two channels; one loop under a condition that is a number in memory, which nothing writes. The load role
// reads it, too. What stands in the branch beside the copies is not its business.
// CHECK: tile.warp_specialize
// CHECK: role("compute") warps(4) registers(232) {
// CHECK: %[[X:.*]] = memref.load %F[%i]
// CHECK: %[[T:.*]] = arith.cmpi sgt, %[[X]]
// CHECK: scf.if %[[T]] -> (tensor<64x64xf32>) {
// CHECK: mem.channel_wait %ch
// CHECK: } else {
// CHECK: arith.addf
// CHECK: }
// CHECK: mem.channel_wait %dh
// CHECK: role("load") warps(4) registers(24) {
// CHECK-NEXT: %[[Y:.*]] = memref.load %F[%i]
// CHECK-NEXT: %[[S:.*]] = arith.cmpi sgt, %[[Y]]
// CHECK-NEXT: scf.if %[[S]] {
// CHECK: tile.pipelined %k = %{{.*}} to %{{.*}} {
// CHECK: mem.channel_acquire %ch[%k]
// CHECK: mem.channel_commit %ch[%k]
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: tile.pipelined
// CHECK-NEXT: %at = arith.muli
// CHECK-NEXT: mem.channel_acquire %dh[%k]
// CHECK-NEXT: tile.async_copy
// CHECK-NEXT: mem.channel_commit %dh[%k]
// CHECK-NEXT: }
// CHECK-NEXT: }
tile.kernel @condition(%A: memref<64x?xf16>[?, K], %F: memref<?xi32>[G], %C: memref<?x64x64xf32>[G, ?, ?]) warps(4) grid(%i = G)
    assume(A.address mod 16 == 0, K mod 8 == 0) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %sb = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier : !mem.channel<1>
  %dh = mem.channel mbarrier : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %none = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %flag = memref.load %F[%i] : memref<?xi32>
  %true = arith.cmpi sgt, %flag, %none : i32
  %first = scf.if %true -> (tensor<64x64xf32>) {
    %acc = tile.pipelined %k = 0 to ceildiv(K, 64) iter_args(%c = %zero) {
      %at = arith.muli %k, %c64 : index
      mem.channel_acquire %ch[%k] : !mem.channel<1>
      tile.async_copy %A[%c0, %at] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
      mem.channel_commit %ch[%k] : !mem.channel<1>
      mem.channel_wait %ch[%k] : !mem.channel<1>
      %d = tile.dot %sa, %sa, %c
      mem.channel_release %ch[%k] : !mem.channel<1>
      tile.yield %d
    }
    scf.yield %acc : tensor<64x64xf32>
  } else {
    %two = arith.addf %one, %one : tensor<64x64xf32>
    scf.yield %two : tensor<64x64xf32>
  }
  %second = tile.pipelined %k = 0 to ceildiv(K, 64) iter_args(%c = %first) {
    %at = arith.muli %k, %c64 : index
    mem.channel_acquire %dh[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %at] to %sb[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %dh[%k] : memref<64x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %dh[%k] : !mem.channel<1>
    mem.channel_wait %dh[%k] : !mem.channel<1>
    %d = tile.dot %sb, %sb, %c
    mem.channel_release %dh[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %second, %C[%i, %c0, %c0]
}

//--- result.mlir
// Of a condition and a loop the load role has the results that it needs: where copies begin, and how many there are.
// CHECK: role("load")
// CHECK-NEXT: %[[R:.*]] = scf.if %even -> (index) {
// CHECK-NEXT: scf.yield %c0 : index
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[H:.*]] = arith.muli
// CHECK-NEXT: scf.yield %[[H]] : index
// CHECK-NEXT: }
// CHECK-NEXT: %[[N:.*]] = scf.for %{{.*}} iter_args(%[[S:.*]] = %c1) -> (index) {
// CHECK-NEXT: %[[S1:.*]] = arith.addi %[[S]], %c1
// CHECK-NEXT: scf.yield %[[S1]] : index
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %k = %c0 to %[[N]] step %c1 {
// CHECK: arith.addi %{{.*}}, %[[R]]
// CHECK: mem.channel_acquire
// CHECK: mem.channel_commit
// CHECK-NEXT: }
// CHECK-NEXT: }
tile.kernel @result(%A: memref<64x512xf16>, %C: memref<4x64x64xf32>) warps(4) grid(%i = 4) assume(A.address mod 16 == 0) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %one = arith.constant dense<1.0> : tensor<64x64xf32>
  %odd = arith.remui %i, %c2 : index
  %even = arith.cmpi eq, %odd, %c0 : index
  %begin:2 = scf.if %even -> (tensor<64x64xf32>, index) {
    scf.yield %zero, %c0 : tensor<64x64xf32>, index
  } else {
    %from = arith.muli %i, %c64 : index
    scf.yield %one, %from : tensor<64x64xf32>, index
  }
  %count:2 = scf.for %j = %c0 to %i step %c1 iter_args(%t = %begin#0, %s = %c1) -> (tensor<64x64xf32>, index) {
    %t1 = arith.addf %t, %one : tensor<64x64xf32>
    %s1 = arith.addi %s, %c1 : index
    scf.yield %t1, %s1 : tensor<64x64xf32>, index
  }
  %acc = scf.for %k = %c0 to %count#1 step %c1 iter_args(%c = %count#0) -> (tensor<64x64xf32>) {
    %column = arith.muli %k, %c64 : index
    %at = arith.addi %column, %begin#1 : index
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %at] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x512xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %acc, %C[%i, %c0, %c0]
}

//--- registers.mlir
// What the load role can do without, the other gets; with few warps two blocks may share a multiprocessor, unless more
// are asked for.
// CHECK-LABEL: @w8
// CHECK: role("compute") warps(8) registers(240)
// CHECK: role("load") warps(4) registers(24)
// CHECK-LABEL: @w12
// CHECK: role("compute") warps(12) registers(160)
// CHECK: role("load") warps(4) registers(32)
// CHECK-LABEL: @three_blocks
// CHECK: role("compute") warps(4) registers(136)
// CHECK: role("load") warps(4) registers(24)
// Threads that are to have 96 registers begin with them.
// CHECK-LABEL: @few_registers
// CHECK: role("compute") warps(4) registers(168)
// CHECK: role("load") warps(4) registers(24)
// An instruction that names 128 accumulators needs threads that start with 160 registers.
// CHECK-LABEL: @columns
// CHECK: role("compute") warps(4) registers(240)
// CHECK: role("load") warps(4) registers(80)
// setmaxnreg is there on sm_90a only: elsewhere roles are made for who asks for them.
// NONE: role("compute") warps(8) {
// NONE: role("load") warps(4) {
// NONE-NOT: role(
tile.kernel @w8(%A: memref<64x64xf16>, %C: memref<64x64xf32>) warps(8) grid(%i = 1) attributes {tile.specialize = true} {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
}
tile.kernel @w12(%A: memref<64x64xf16>, %C: memref<64x64xf32>) warps(12) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
}
tile.kernel @three_blocks(%A: memref<64x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%i = 1)
    attributes {simt.min_blocks = 3 : i64} {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
}
tile.kernel @few_registers(%A: memref<64x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%i = 1)
    attributes {simt.max_registers = 96} {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tile.dot %sa, %sa, %c
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %d
  }
  tile.store %acc, %C[%c0, %c0]
}
tile.kernel @columns(%A: memref<64x64xf16>, %B: memref<64x256xf16>, %C: memref<64x256xf32>) warps(4) grid(%i = 1) {
  %sa = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %sb = mem.alloc : !mem.buffer<64x256xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<64x256xf32>
  %acc = tile.pipelined %k = 0 to 1 iter_args(%c = %zero) {
    mem.channel_acquire %ch[%k] : !mem.channel<1>
    tile.async_copy %A[%c0, %k] to %sa[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%k] : memref<64x64xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    tile.async_copy %B[%k, %c0] to %sb[%c0, %c0] tile tensor<64x256xf16> width 8 tma into %ch[%k] : memref<64x256xf16>, !mem.buffer<64x256xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
    mem.channel_commit %ch[%k] : !mem.channel<1>
    mem.channel_wait %ch[%k] : !mem.channel<1>
    %d = tc.dot_async %sa, %sb, %c instr "wgmma.m64n256k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x256xf16, #mem.swizzle<128>, shared>, tensor<64x256xf32> -> !tc.inflight<tensor<64x256xf32>>
    %r = tc.dot_wait 0, %d : !tc.inflight<tensor<64x256xf32>>
    mem.channel_release %ch[%k] : !mem.channel<1>
    tile.yield %r
  }
  tile.store %acc, %C[%c0, %c0]
}
