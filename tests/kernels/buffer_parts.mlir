// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=70 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// A buffer made by hand, as an operand, in parts, and at places that no power of two divides.
tile.kernel @buffer_parts(%A: memref<?x64xf16>[M, ?], %C: memref<?x64xf32>[M, ?]) warps(4) grid(%i = ceildiv(M, 64)) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  tile.copy %A[%i * 64, 0] to %s[0, 0] shape 64x64
  %b = tile.load %s[0, 0] : tensor<64x64xf16>
  %twice = arith.addf %b, %b : tensor<64x64xf16>
  %d = tile.dot %s, %twice, %zero
  %part = tile.load %s[16, 32] : tensor<16x32xf16>
  tile.store %part, %s[5, 7]
  %e = tile.dot %s, %s, %d
  tile.store %e, %C[%i * 64, 0]
}
