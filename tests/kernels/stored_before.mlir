// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=130 --dim N=72 --dim K=72 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --arch=sm_90a --verify --exact --init=int --dim M=128 --dim N=64 --dim K=72 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --arch=sm_90a --verify --exact --init=int --dim M=128 --dim N=128 --dim K=0 --param BN=128 --param WARPS=8 --param T=f16 | FileCheck %s
// RUN: tile-compile %s --arch=sm_90a --emit=thread -o - | FileCheck %s --check-prefix=THREAD
// Where threads store nothing there, the fence is one of shared memory, also with barriers and channels around it.
// RUN: tile-compile %source/docs/examples/gemm.mlir --arch=sm_90a --emit=thread -o - | FileCheck %s --check-prefix=PLAIN
// CHECK: verify: ok
// PLAIN-NOT: mem.fence_proxy_async{{$}}
// PLAIN: mem.fence_proxy_async shared
// PLAIN-NOT: mem.fence_proxy_async{{$}}
// PLAIN: mem.tma_store
// PLAIN-NOT: mem.fence_proxy_async{{$}}
// SHAPE: M=128 N=72 K=72
// SHAPE: M=64 N=64 K=0
// SHAPE: M=65 N=33 K=31

// Threads store and add to what TMA stores to behind a loop, which may have no iteration: a fence of all memory, and a
// barrier of all warps.
// THREAD: mem.store
// THREAD: mem.fence_proxy_async{{$}}
// THREAD-NEXT: simt.barrier
// THREAD: mem.tma_store
tile.params { BN = 64 : [64, 128], WARPS = 4 : [4, 8], T = f32 : [f32, f16] }
tile.kernel @stored_before(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?x$T>[M, N])
    warps($WARPS) grid(%i = ceildiv(M, 64), %j = ceildiv(N, $BN)) {
  %zero = arith.constant dense<0.0> : tensor<64x$BNxf32>
  %one = arith.constant dense<1.0> : tensor<64x$BNx$T>
  tile.store %one, %C[%i * 64, %j * $BN]
  %old = tile.atomic_rmw addf %one, %C[%i * 64, %j * $BN] relaxed gpu
  %r = tile.pipelined %k = 0 to ceildiv(K, 64) stages(3) iter_args(%c = %zero) {
    %a = tile.load %A[%i * 64, %k * 64] : tensor<64x64xf16>
    %b = tile.load %B[%k * 64, %j * $BN] : tensor<64x$BNxf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %t = tile.compute %r to $T
  tile.store %t, %C[%i * 64, %j * $BN]
}
