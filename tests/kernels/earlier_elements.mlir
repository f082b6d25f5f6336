// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=32 --dim N=256 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=32 --dim N=256 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=32 --dim N=0 --schedule=random:3 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=32 N=256
// SHAPE: M=32 N=64
// SHAPE: M=32 N=0
// SHAPE: M=32 N=200

// A loop that looks at what the iteration before left in a buffer, before it fills the buffer anew.
tile.params { STAGES = 2 : [1, 2, 3], WARPS = 4 : [1, 4, 8], T = f16 : [f16, f32] }
tile.kernel @earlier_elements(%A: memref<?x?x$T>[M, N], %B: memref<32x64x$T>) warps($WARPS) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<32x64x$T, shared>
  %zero = arith.constant dense<0.0> : tensor<32x64x$T>
  %r = tile.pipelined %k = 0 to ceildiv(N, 64) stages($STAGES) iter_args(%c = %zero) {
    %first = arith.cmpi eq, %k, %i : index
    %before = scf.if %first -> (tensor<32x64x$T>) {
      scf.yield %zero : tensor<32x64x$T>
    } else {
      %p = tile.load %s[0, 0] : tensor<32x64x$T>
      scf.yield %p : tensor<32x64x$T>
    }
    %t = tile.load %A[0, %k * 64] : tensor<32x64x$T>
    tile.store %t, %s[0, 0]
    %x = tile.load %s[0, 0] : tensor<32x64x$T>
    %both = arith.subf %x, %before : tensor<32x64x$T>
    %twice = arith.addf %both, %x : tensor<32x64x$T>
    %sum = arith.addf %c, %twice : tensor<32x64x$T>
    tile.yield %sum
  }
  tile.store %r, %B[0, 0]
}
