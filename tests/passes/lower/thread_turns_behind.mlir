// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-layout,mem-vectorize,mem-check-channels,mem-barriers),tile-to-thread,canonicalize,cse)' | FileCheck %s
// RUN: tile-run %s --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-layout,mem-vectorize,mem-check-channels,mem-barriers),tile-to-thread,canonicalize,cse)' --device=cpu --level=thread --dim M=700 --dim K=456 --init=int --verify --exact
// RUN: tile-run %s --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-layout,mem-vectorize,mem-check-channels,mem-barriers),tile-to-thread,canonicalize,cse)' --device=cpu --level=thread --dim M=300 --dim K=8 --init=int --verify --exact
// RUN: sed 's/min(M, K) > 0, //' %s | tile-opt --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-layout,mem-vectorize),tile-to-thread,canonicalize,cse)' | FileCheck %s --check-prefix=EMPTY
//
// The first iteration stands in front of the loop, releases are one behind, the last one behind the loop: what was counted
// goes from one to the other and on to the next tile, since the loop surely ends at its upper bound.

// CHECK: simt.barrier id %{{.*}} threads 160
// CHECK: scf.for %tile{{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SLOT:.*]] = %{{.*}}, %[[TURN:.*]] = %{{.*}}) -> (index, i32, i32) {
// CHECK-NOT: arith.remui
// CHECK: mem.mbarrier_wait %ch[%[[SLOT]]]
// CHECK-NOT: arith.remui
// CHECK: %[[END:.*]]:4 = scf.for
// CHECK-NOT: arith.remui
// CHECK: %[[AT:.*]] = arith.addi %[[END]]#3, %{{.*}} : i32
// CHECK: mem.mbarrier_arrive %ch[%[[AT]]]
// CHECK-NOT: arith.remui
// CHECK: scf.yield %{{.*}}, %[[END]]#1, %[[END]]#2 : index, i32, i32

// EMPTY: simt.barrier id %{{.*}} threads 160
// EMPTY: scf.for
// EMPTY: arith.remui
// EMPTY: scf.for
// EMPTY: arith.remui
tile.kernel @sums(%A: memref<?x?xf16>[M, K], %S: memref<?xf32>[M]) warps(4) grid(%t0 = min(ceildiv(M, 64), 2))
    assume(K mod 8 == 0, A.address mod 16 == 0, A.stride0 mod 8 == 0, min(M, K) > 0, max(M, K) < 1000000) {
  %s = mem.alloc : !mem.buffer<3x64x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier : !mem.channel<3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %m = tile.dim M
  %depth = tile.dim K
  %tiles = arith.ceildivsi %m, %c64 : index
  %blocks = arith.minsi %tiles, %c2 : index
  %steps = arith.ceildivsi %depth, %c64 : index
  tile.warp_specialize
    role("compute") warps(4) {
      %end = scf.for %tile = %t0 to %tiles step %blocks iter_args(%p = %c0) -> (index) {
        %row = arith.muli %tile, %c64 : index
        %slot = arith.remui %p, %c3 : index
        %v = mem.index %s[%slot] : !mem.buffer<3x64x64xf16, #mem.swizzle<128>, shared>
        mem.channel_wait %ch[%p] : !mem.channel<3>
        %x = tile.load %v[%c0, %c0] : tensor<64x64xf16>
        %w = arith.extf %x : tensor<64x64xf16> to tensor<64x64xf32>
        %first = tile.reduce arith.addf %w axis 1
        %sum = scf.for %k = %c1 to %steps step %c1 iter_args(%a = %first) -> (tensor<64xf32>) {
          %n = arith.addi %p, %k : index
          %slot_k = arith.remui %n, %c3 : index
          %v_k = mem.index %s[%slot_k] : !mem.buffer<3x64x64xf16, #mem.swizzle<128>, shared>
          mem.channel_wait %ch[%n] : !mem.channel<3>
          %x_k = tile.load %v_k[%c0, %c0] : tensor<64x64xf16>
          %w_k = arith.extf %x_k : tensor<64x64xf16> to tensor<64x64xf32>
          %r = tile.reduce arith.addf %w_k axis 1
          %one = arith.constant 1 : index
          %before = arith.subi %k, %one : index
          %last = arith.addi %p, %before : index
          mem.channel_release %ch[%last] : !mem.channel<3>
          %next = arith.addf %a, %r : tensor<64xf32>
          scf.yield %next : tensor<64xf32>
        }
        %before_end = arith.subi %steps, %c1 : index
        %at_end = arith.addi %p, %before_end : index
        mem.channel_release %ch[%at_end] : !mem.channel<3>
        tile.store %sum, %S[%row]
        %times = arith.maxsi %steps, %c0 : index
        %q = arith.addi %p, %times : index
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
