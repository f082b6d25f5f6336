// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=128 --dim N=64 --dim K=64 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=67 --dim N=129 --dim K=50 --param TB=false | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_80 --dim M=67 --dim N=29 --dim K=50 | FileCheck %s
// RUN: tile-compile %s --emit=ptx --arch=sm_80 -o %t.ptx
// RUN: tile-compile %s --emit=ptx --arch=sm_90a -o %t.ptx && FileCheck %s --check-prefix=HOPPER --input-file=%t.ptx
// HOPPER: wgmma.mma_async.sync.aligned.m64n64k8.f32.tf32.tf32
// CHECK: verify: ok
// SHAPE: M=128 N=64 K=64
// SHAPE: M=67 N=29 K=50

// A product of f32 rounded to tf32, which tensor cores take with B column-major in shared memory.
tile.params { TB = true : [false, true], WARPS = 4 : [4, 8], STAGES = 3 : 1..5 }
tile.kernel @dot_tf32(%A: memref<?x?xf32>[M, K], %B: memref<?x?xf32>[K, N] transposed($TB), %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%i = ceildiv(M, 64), %j = ceildiv(N, 64)) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = tile.pipelined %k = 0 to ceildiv(K, 32) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%i * 64, %k * 32] : tensor<64x32xf32>
    %b = tile.load %B[%k * 32, %j * 64] : tensor<32x64xf32>
    %at = tile.compute %a to tf32
    %bt = tile.compute %b to tf32
    %d = tile.dot %at, %bt, %c
    tile.yield %d
  }
  tile.store %r, %C[%i * 64, %j * 64]
}
