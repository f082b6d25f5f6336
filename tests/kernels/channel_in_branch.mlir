// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_80 --dim N=128 --dim F=1 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_80 --dim N=128 --dim F=0 --schedule=random:3 | FileCheck %s
// RUN: tile-opt %s --tile-to-thread-level=arch=sm_80 | FileCheck %s --check-prefix=THREAD
// CHECK: verify: ok
// SHAPE: N=128 F=1
// SHAPE: N=128 F=0
//
// The group of copies is made where it is waited for, not behind the branch.
// THREAD: mem.cp_async
// THREAD: mem.async_commit
// THREAD: mem.async_wait 0

// A channel whose turns are all taken in a branch.
#t = #tile.blocked<per_thread = [4], lanes = [32], warps = [1]>
tile.kernel @channel_in_branch(%A: memref<?xf32>[N], %B: memref<?xf32>[N], %F: memref<?xf32>[F]) warps(1) grid(%b = 1)
    assume(A.address mod 16 == 0, N == 128) {
  %s = mem.alloc : !mem.buffer<1x128xf32, shared>
  %ch = mem.channel groups : !mem.channel<1>
  %c0 = arith.constant 0 : index
  %f = tile.dim F
  %any = arith.cmpi sgt, %f, %c0 : index
  scf.if %any {
    %v = mem.index %s[%c0] : !mem.buffer<1x128xf32, shared>
    mem.channel_acquire %ch[%c0] : !mem.channel<1>
    tile.async_copy %A[%c0] to %v[%c0] tile tensor<128xf32, #t> width 4 into %ch[%c0] : memref<?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<1>
    mem.channel_commit %ch[%c0] : !mem.channel<1>
    mem.channel_wait %ch[%c0] : !mem.channel<1>
    %x = tile.load %v[0] : tensor<128xf32>
    mem.channel_release %ch[%c0] : !mem.channel<1>
    tile.store %x, %B[0]
  }
}
