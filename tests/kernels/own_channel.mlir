// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=mem --arch=sm_90a --dim K=256 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim K=256 --schedule=random:3 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim K=64 --param HOW=mbarrier | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_80 --dim K=192 | FileCheck %s
// RUN: not tile-compile %s --arch=sm_80 --param HOW=mbarrier -o %t.none 2>&1 | FileCheck %s --check-prefix=LACKS
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-stage,tc-select,tile-layout))' | FileCheck %s --check-prefix=LAYOUT
// RUN: sed 's/%A: memref<?x64xf16>/%A: memref<?x64xf16, strided<[?, ?]>>/; s/: memref<?x64xf16>, /: memref<?x64xf16, strided<[?, ?]>>, /' %s > %t.strided.mlir
// RUN: not tile-compile %t.strided.mlir -o %t.none 2>&1 | FileCheck %s --check-prefix=STRIDED
// LAYOUT-COUNT-2: tile.async_copy %A{{.*}} tile tensor<64x64xf16, #tile.layout<register = {{\[\[}}0, 1], [0, 2], [0, 4], {{.*}} width 8 into
// STRIDED: error: 'tile.async_copy' op copies from memref<?x64xf16, strided<[?, ?]>>, no dimension of which is known to be contiguous
// CHECK: verify: ok
// LACKS: error: 'mem.channel' op takes turns by mbarriers, which sm_80 lacks
// LACKS: help: write 'mem.channel groups'
// SHAPE: K=256
// SHAPE: K=64

// A channel and its copies as a person writes them, an iteration ahead: what the copies' threads are is left to the passes.
tile.params { HOW = groups : [groups, mbarrier] }
!S = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
!S2 = !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
tile.kernel @own_channel(%A: memref<?x64xf16>[K, ?], %B: memref<64x64xf16>, %C: memref<64x64xf32>) warps(4) grid(%i = 1)
    assume(K mod 64 == 0, A.address mod 16 == 0, K > 0, K < 100000) {
  %s = mem.alloc : !S2
  %t = mem.alloc : !S
  %ch = mem.channel $HOW : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %b = tile.load %B[0, 0] : tensor<64x64xf16>
  tile.store %b, %t[0, 0]
  %z = arith.constant dense<0.0> : tensor<64x64xf32>
  %K = tile.dim K
  %n = arith.divui %K, %c64 : index
  mem.channel_acquire %ch[%c0] : !mem.channel<2>
  %v0 = mem.index %s[%c0] : !S2
  tile.async_copy %A[%c0, %c0] to %v0[%c0, %c0] tile tensor<64x64xf16> width 8 into %ch[%c0] : memref<?x64xf16>, !S, !mem.channel<2>
  mem.channel_commit %ch[%c0] : !mem.channel<2>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%c = %z) -> (tensor<64x64xf32>) {
    %next = arith.addi %k, %c1 : index
    %more = arith.cmpi slt, %next, %n : index
    scf.if %more {
      mem.channel_acquire %ch[%next] : !mem.channel<2>
      %sl = arith.remui %next, %c2 : index
      %v = mem.index %s[%sl] : !S2
      %row = arith.muli %next, %c64 : index
      tile.async_copy %A[%row, %c0] to %v[%c0, %c0] tile tensor<64x64xf16> width 8 into %ch[%next] : memref<?x64xf16>, !S, !mem.channel<2>
      mem.channel_commit %ch[%next] : !mem.channel<2>
    }
    mem.channel_wait %ch[%k] : !mem.channel<2>
    %slot = arith.remui %k, %c2 : index
    %w = mem.index %s[%slot] : !S2
    %d = tile.dot %w, %t, %c
    mem.channel_release %ch[%k] : !mem.channel<2>
    scf.yield %d : tensor<64x64xf32>
  }
  tile.store %r, %C[%c0, %c0]
}
