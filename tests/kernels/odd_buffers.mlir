// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=200 --dim N=100 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// RUN: tile-compile %s --param=WARPS=12 --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=192 N=96 --arg at=48
// SHAPE: M=100 N=50 --arg at=0
// SHAPE: M=5 N=200 --arg at=7

// Slots of buffers with extents that are no powers of two, in parts, at places known at run time:
// multiples of a copy's extents and others. PAD: bytes between rows.
tile.params { H = 96 : [48, 96], W = 48 : [24, 48, 96], PAD = 16 : [2, 8, 16, 48], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @odd_buffers(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N], %D: memref<?x?xf16>[M, N], %at: index)
    warps($WARPS) grid(%i = ceildiv(M, $H), %j = ceildiv(N, $W)) {
  %s = mem.alloc : !mem.buffer<3x$Hx$Wxf16, #mem.padded<$PAD>, shared>
  %t = mem.alloc : !mem.buffer<$Wx$Hxf16, #mem.padded<$PAD, column>, shared>
  %one = arith.constant 1 : index
  %slot = mem.index %s[%one] : !mem.buffer<3x$Hx$Wxf16, #mem.padded<$PAD>, shared>
  tile.copy %A[%i * $H, %j * $W] to %slot[0, 0] shape $Hx$W
  %c3 = arith.constant 3 : index
  %turn = arith.remui %at, %c3 : index
  %whole = tile.load %s[1, 0, 0] : tensor<$Hx$Wxf16>
  tile.store %whole, %s[%turn, 0, 0]
  %part = tile.load %s[%turn, %turn * 16, 8] : tensor<16x8xf16>
  tile.store %part, %s[1, %turn * 16, 8]
  %rows = tile.load %s[1, %turn * 8, 0] : tensor<24x$Wxf16>
  tile.store %rows, %s[%turn, %turn, 0]
  %all = tile.load %s[%turn, 0, 0] : tensor<$Hx$Wxf16>
  tile.store %all, %C[%i * $H, %j * $W]
  %turned = tile.trans %all : tensor<$Hx$Wxf16> to tensor<$Wx$Hxf16>
  tile.store %turned, %t[0, 0]
  %back = tile.load %t[0, 0] : tensor<$Wx$Hxf16>
  %again = tile.trans %back : tensor<$Wx$Hxf16> to tensor<$Hx$Wxf16>
  tile.store %again, %D[%i * $H, %j * $W]
}
