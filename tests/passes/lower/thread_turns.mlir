// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-layout,mem-vectorize,mem-check-channels,mem-barriers),tile-to-thread,canonicalize,cse)' | FileCheck %s
// RUN: tile-run %s --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-layout,mem-vectorize,mem-check-channels,mem-barriers),tile-to-thread,canonicalize,cse)' --device=cpu --level=thread --dim M=700 --dim K=456 --init=int --verify --exact
//
// Three slots are counted by the loops that pass through them, and so is the parity, over twice as many; in front of a
// loop stands the remainder of the position that it begins with. A position may be some iterations apart. Where a loop around adds to the position exactly the
// iterations of the loop inside, it carries them on, and no remainder is left.

// CHECK: simt.barrier_arrive
// CHECK-NOT: arith.remui
// CHECK: scf.for %tile = {{.*}} iter_args(%p = %{{.*}}, %[[S1:.*]] = %[[C0:.*]], %[[T1:.*]] = %[[C0]]) -> (index, i32, i32) {
// CHECK: %[[LAST:.*]]:2 = scf.for %k{{.*}} iter_args(%{{.*}} = %[[S1]], %{{.*}} = %[[T1]]) -> (i32, i32) {
// CHECK: mem.tma_load
// CHECK: }
// CHECK: scf.yield %{{.*}}, %[[LAST]]#0, %[[LAST]]#1 : index, i32, i32
// CHECK-NOT: arith.remui
// CHECK: } else {
// CHECK: scf.for %tile = {{.*}} iter_args(%[[P:.*]] = %{{.*}}) -> (index) {
// CHECK: %[[S0:.*]] = arith.remui %[[P]], %[[THREE:.*]] : index
// CHECK: %[[I0:.*]] = arith.index_cast %[[S0]] : index to i32
// CHECK: %[[T0:.*]] = arith.remui %[[P]], %{{.*}} : index
// CHECK: %[[J0:.*]] = arith.index_cast %[[T0]] : index to i32
// CHECK: scf.for %{{.*}} iter_args(%a = %{{.*}}, %[[S:.*]] = %[[I0]], %[[T:.*]] = %[[J0]], %[[R:.*]] = %[[I0]]) -> (vector<{{.*}}>, i32, i32, i32) {
// CHECK-NOT: arith.remui
// CHECK: mem.mbarrier_wait %ch[%[[S]]] parity %{{.*}}
// CHECK: %[[E:.*]] = arith.addi %[[R]], %{{.*}} : i32
// CHECK: mem.mbarrier_arrive %ch[%[[E]]]
// CHECK-COUNT-3: arith.select %{{.*}}, %{{.*}}, %{{.*}} : i32
// CHECK-NEXT: scf.yield
tile.kernel @sums(%A: memref<?x?xf16>[M, K], %S: memref<?xf32>[M]) warps(4) grid(%t0 = min(ceildiv(M, 64), 2))
    assume(K mod 8 == 0, A.address mod 16 == 0, A.stride0 mod 8 == 0, min(M, K) > 0, max(M, K) < 1000000) {
  %s = mem.alloc : !mem.buffer<3x64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier : !mem.channel<3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %m = tile.dim M
  %depth = tile.dim K
  %tiles = arith.ceildivsi %m, %c64 : index
  %blocks = arith.minsi %tiles, %c2 : index
  %steps = arith.ceildivsi %depth, %c64 : index
  tile.warp_specialize
    role("compute") warps(4) {
      %end = scf.for %tile = %t0 to %tiles step %blocks iter_args(%p = %c0) -> (index) {
        %row = arith.muli %tile, %c64 : index
        %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%a = %zero) -> (tensor<64xf32>) {
          %n = arith.addi %p, %k : index
          %slot = arith.remui %n, %c3 : index
          %v = mem.index %s[%slot] : !mem.buffer<3x64x64xf16, #mem.swizzle<128>, shared>
          mem.channel_wait %ch[%n] : !mem.channel<3>
          %x = tile.load %v[%c0, %c0] : tensor<64x64xf16>
          %w = arith.extf %x : tensor<64x64xf16> to tensor<64x64xf32>
          %r = tile.reduce arith.addf %w axis 1
          %one = arith.constant 1 : index
          %before = arith.subi %k, %one : index
          %last = arith.addi %p, %before : index
          %same = arith.addi %last, %one : index
          mem.channel_release %ch[%same] : !mem.channel<3>
          %next = arith.addf %a, %r : tensor<64xf32>
          scf.yield %next : tensor<64xf32>
        }
        tile.store %sum, %S[%row]
        %q = arith.addi %p, %steps : index
        scf.yield %q : index
      }
    }
    role("load") warps(1) {
      %end = scf.for %tile = %t0 to %tiles step %blocks iter_args(%p = %c0) -> (index) {
        %row = arith.muli %tile, %c64 : index
        scf.for %k = %c0 to %steps step %c1 {
          %n = arith.addi %p, %k : index
          %slot = arith.remui %n, %c3 : index
          %v = mem.index %s[%slot] : !mem.buffer<3x64x64xf16, #mem.swizzle<128>, shared>
          %at = arith.muli %k, %c64 : index
          mem.channel_acquire %ch[%n] : !mem.channel<3>
          tile.async_copy %A[%row, %at] to %v[%c0, %c0] tile tensor<64x64xf16> width 8 tma into %ch[%n] : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.channel<3>
          mem.channel_commit %ch[%n] : !mem.channel<3>
        }
        %times = arith.maxsi %steps, %c0 : index
        %q = arith.addi %p, %times : index
        scf.yield %q : index
      }
    }
}
