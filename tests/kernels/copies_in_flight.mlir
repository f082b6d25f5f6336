// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=64 --dim N=64 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=64 --dim N=64 --schedule=late | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=64 --dim N=64 --schedule=random:1 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=64 N=64
// SHAPE: M=37 N=72

// What asynchronous copies meet while they are on their way: another copy to the same place, stores
// beside them in a loop that copies in parts, a conversion in the same branch, a store to where they
// read.
tile.params { WARPS = 4 : [1, 4, 8] }
tile.kernel @copies_in_flight(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N],
                              %D: memref<?x?xf16>[M, N], %E: memref<?x?xf16>[N, M]) warps($WARPS) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %seven = arith.constant dense<7.0> : tensor<32x32xf16>
  %s = mem.alloc : !mem.buffer<32x32xf16, shared>
  %t = mem.alloc : !mem.buffer<32x32xf16, shared>
  %u = mem.alloc : !mem.buffer<32x32xf16, shared>

  tile.copy %A[0, 0] to %s[0, 0] shape 32x32
  tile.copy %B[0, 0] to %s[0, 0] shape 16x16
  tile.copy %B[0, 16] to %s[16, 0] shape 16x16
  scf.for %r = %c0 to %c32 step %c8 {
    tile.copy %A[0, 0] to %t[0, 0] shape 32x32
    %p = tile.load %B[0, %r] : tensor<32x8xf16>
    %q = arith.addf %p, %p : tensor<32x8xf16>
    tile.store %q, %t[0, %r]
  }
  %n = tile.dim N
  %some = arith.cmpi sgt, %n, %c32 : index
  scf.if %some {
    %x = tile.load %B[0, 0] : tensor<32x32xf16>
    %y = tile.trans %x : tensor<32x32xf16> to tensor<32x32xf16>
    tile.store %y, %E[0, 0]
    tile.copy %B[0, 0] to %u[0, 0] shape 32x32
  }
  %v = tile.load %s[0, 0] : tensor<32x32xf16>
  %w = tile.load %t[0, 0] : tensor<32x32xf16>
  %vw = arith.addf %v, %w : tensor<32x32xf16>
  tile.copy %A[0, 0] to %s[0, 0] shape 32x32
  tile.store %seven, %A[0, 0]
  tile.store %vw, %C[0, 0]
  %z = tile.load %s[0, 0] : tensor<32x32xf16>
  tile.store %z, %D[0, 0]
}
