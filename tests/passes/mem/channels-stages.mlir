// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-channels{stages=2})' --remarks-filter=channel 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-channels{stages=1})' | FileCheck %s --check-prefix=ONE
// RUN: not tile-opt %s --pass-pipeline='tile.kernel(mem-channels{stages=17})' 2>&1 | FileCheck %s --check-prefix=MANY

// How many slots copies have in a loop that does not say how many stages it wishes for.

#rows = #tile.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [0, 32]]>
!buffer = !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
!tile = tensor<32x64xf16, #rows>

// TWO: remark: has 2 slots of 4096 bytes for its copies, of {{[0-9]+}} that shared memory has room for [channel]
// TWO: mem.channel groups : !mem.channel<2>
// ONE-NOT: mem.channel
// MANY: error: mem-channels: option stages must be 1 to 16, got 17
tile.kernel @sum(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %n: index) warps(4) grid(%b = 1)
    assume(A.stride0 mod 8 == 0, A.address mod 16 == 0, N mod 8 == 0) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !buffer
  %zero = arith.constant dense<0.0> : !tile
  %r = tile.pipelined %k = %i to %n iter_args(%c = %zero) {
    %c64 = arith.constant 64 : index
    %at = arith.muli %k, %c64 : index
    tile.async_copy %A[%i, %at] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %x = tile.load %s[%i, %i] : !tile
    %d = arith.addf %c, %x : !tile
    tile.yield %d
  }
  tile.store %r, %B[%i, %i] {width = 8 : i64}
}
