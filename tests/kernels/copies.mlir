// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=50 --dim N=100 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=32 --dim N=64 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// Copies between global memory and two slots of a shared buffer.
tile.kernel @copies(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N]) warps(2) grid(%i = ceildiv(M, 16), %j = ceildiv(N, 64)) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = mem.alloc : !mem.buffer<2x16x64xf16, #mem.swizzle<128>, shared>
  %p = mem.index %s[%c0] : !mem.buffer<2x16x64xf16, #mem.swizzle<128>, shared>
  %q = mem.index %s[%c1] : !mem.buffer<2x16x64xf16, #mem.swizzle<128>, shared>
  tile.copy %A[%i * 16, %j * 64] to %p[0, 0] shape 16x64
  tile.copy %p[0, 0] to %q[0, 0] shape 16x64
  tile.copy %q[0, 0] to %B[%i * 16, %j * 64] shape 16x64
}
