// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=40 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// Two products in a row: the first one's result is an operand of the second.
tile.kernel @chained_dots(%A: memref<?x32xf16>[M, ?], %B: memref<32x64xf16>, %C: memref<64x16xf16>, %D: memref<?x16xf32>[M, ?])
    warps(4) grid(%i = ceildiv(M, 64)) {
  %z1 = arith.constant dense<0.0> : tensor<64x64xf32>
  %z2 = arith.constant dense<0.0> : tensor<64x16xf32>
  %a = tile.load %A[%i * 64, 0] : tensor<64x32xf16>
  %b = tile.load %B[0, 0] : tensor<32x64xf16>
  %c = tile.load %C[0, 0] : tensor<64x16xf16>
  %x = tile.dot %a, %b, %z1
  %y = arith.truncf %x : tensor<64x64xf32> to tensor<64x64xf16>
  %d = tile.dot %y, %c, %z2
  tile.store %d, %D[%i * 64, 0]
}
