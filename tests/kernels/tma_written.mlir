// RUN: tile-run %s --device=cpu --verify --exact --init=int | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --schedule=random:1 --verify --exact --init=int | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx --remarks-filter=mem-async-copy 2>&1 | FileCheck %s --check-prefix=BOXES
// BOXES: cannot be copied by TMA: the kernel writes what it copies
// BOXES: can be copied by TMA
// CHECK: verify: ok
// SHAPE: M=128

// A product of what the kernel has just stored, which was the sum of what it had stored before.
tile.kernel @tma_written(%A: memref<128x256xf16>[M, ?], %B: memref<256x64xf16>, %C: memref<128x64xf16>, %D: memref<128x64xf16>)
    warps(4) grid(%i = 1) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %acc = tile.pipelined %k = 0 to 4 stages(2) iter_args(%c = %zero) {
    %a = tile.load %A[0, %k * 64] : tensor<128x64xf16>
    %b = tile.load %B[%k * 64, 0] : tensor<64x64xf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %h = arith.truncf %acc : tensor<128x64xf32> to tensor<128x64xf16>
  tile.store %h, %C[0, 0]
  %x = tile.load %C[0, 0] : tensor<128x64xf16>
  %y = arith.addf %x, %x : tensor<128x64xf16>
  tile.store %y, %D[0, 0]
  %acc2 = tile.pipelined %k = 0 to 1 stages(2) iter_args(%c = %zero) {
    %a = tile.load %D[0, %k * 64] : tensor<128x64xf16>
    %b = tile.load %B[%k * 64, 0] : tensor<64x64xf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %h2 = arith.truncf %acc2 : tensor<128x64xf32> to tensor<128x64xf16>
  tile.store %h2, %A[0, 0]
}
