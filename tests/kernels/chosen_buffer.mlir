// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --arg=n=0 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --arg=n=1 --schedule=random:1 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=64

// A buffer that is chosen at run time may be either of two: whoever reads it waits for the copies to both.
tile.params { WARPS = 4 : [1, 4, 12] }
tile.kernel @chosen_buffer(%A: memref<64x64xf16>, %B: memref<64x64xf16>, %C: memref<64x?xf16>[?, N], %n: index)
    warps($WARPS) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  %t = mem.alloc : !mem.buffer<64x64xf16, shared>
  %c = arith.cmpi sgt, %n, %c0 : index
  %u = arith.select %c, %s, %t : !mem.buffer<64x64xf16, shared>
  tile.copy %A[0, 0] to %s[0, 0] shape 64x64
  tile.copy %B[0, 0] to %t[0, 0] shape 64x64
  %x = tile.load %u[0, 0] : tensor<64x64xf16>
  %y = arith.addf %x, %x : tensor<64x64xf16>
  tile.store %y, %u[0, 0]
  %z = tile.load %s[0, 0] : tensor<64x64xf16>
  %w = tile.trans %z : tensor<64x64xf16> to tensor<64x64xf16>
  tile.store %w, %C[0, 0]
}
