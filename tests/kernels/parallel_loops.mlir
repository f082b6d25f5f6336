// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=64 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=64 --schedule=random:1 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=64

// Loops in any order are loops of a block all the same: a buffer that every iteration fills and reads, and
// the exchange of a conversion.
tile.params { WARPS = 4 : [1, 4, 8] }
tile.kernel @parallel_loops(%A: memref<64x?xf16>[?, N], %B: memref<64x64xf16>, %C: memref<64x64xf16>) warps($WARPS) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, shared>
  scf.parallel (%i) = (%c0) to (%c3) step (%c1) {
    %t = tile.load %A[0, 0] : tensor<64x64xf16>
    %u = arith.addf %t, %t : tensor<64x64xf16>
    tile.store %u, %s[0, 0]
    %x = tile.load %s[0, 0] : tensor<64x64xf16>
    %y = tile.trans %x : tensor<64x64xf16> to tensor<64x64xf16>
    tile.store %y, %B[0, 0]
    scf.reduce
  }
  scf.forall (%i) in (%c3) {
    tile.copy %A[0, 0] to %s[0, 0] shape 64x64
    %x = tile.load %s[0, 0] : tensor<64x64xf16>
    %y = tile.trans %x : tensor<64x64xf16> to tensor<64x64xf16>
    tile.store %y, %C[0, 0]
  }
}
