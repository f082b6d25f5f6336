// RUN: tile-run %s --device=cpu --kernel=kinds --dim M=100 --dim N=200 --dim B=3 --init=int --verify --exact | FileCheck %s
// RUN: tile-run %s --device=cpu --kernel=kinds --dim M=100 --dim N=200 --dim B=3 --init=int --verify --exact --schedule=random:1 | FileCheck %s
// RUN: tile-run %s --device=cpu --kernel=loop --dim M=100 --dim N=200 --init=int --verify --exact | FileCheck %s
// RUN: tile-run %s --device=cpu --kernel=loop --dim M=100 --dim N=200 --init=int --verify --exact --schedule=random:2 | FileCheck %s
// RUN: tile-run %s --device=cpu --kernel=product --dim M=100 --dim N=200 --init=int --verify --exact | FileCheck %s
// RUN: tile-compile %s --arch=sm_90a --emit=ptx -o %t.ptx
// CHECK: verify: ok
//
// Stores by TMA of what threads wrote to shared memory, and what the emulator says when a step is left out.
// RUN: tile-opt %s --tile-to-thread-level > %t.mlir
// RUN: tile-run %t.mlir --device=cpu --kernel=loop --dim M=100 --dim N=200 --init=int
// RUN: sed /fence_proxy_async/d %t.mlir > %t.fence.mlir
// RUN: not tile-run %t.fence.mlir --device=cpu --kernel=loop --dim M=100 --dim N=200 --init=int 2>&1 | FileCheck %s --check-prefix=FENCE
// FENCE: error: 'mem.tma_store' op races in shared memory: a bulk copy {{.*}} which thread {{.*}} wrote
// RUN: sed "0,/bulk_wait/{/bulk_wait/d}" %t.mlir > %t.wait.mlir
// RUN: not tile-run %t.wait.mlir --device=cpu --kernel=loop --dim M=100 --dim N=200 --init=int 2>&1 | FileCheck %s --check-prefix=WAIT
// WAIT: error: '{{.*}}' op races in shared memory: {{.*}}a bulk copy of thread 0 (warp 0)
// RUN: sed /bulk_wait/d %t.mlir > %t.end.mlir
// RUN: not tile-run %t.end.mlir --device=cpu --kernel=loop --dim M=100 --dim N=200 --init=int 2>&1 | FileCheck %s --check-prefix=END
// END: error: 'mem.tma_store' op is still to read shared memory when its block ends: nothing waited for it
// RUN: sed /simt.barrier/d %t.mlir > %t.barrier.mlir
// RUN: not tile-run %t.barrier.mlir --device=cpu --kernel=loop --dim M=100 --dim N=200 --init=int 2>&1 | FileCheck %s --check-prefix=BARRIER
// BARRIER: error: '{{.*}}' op races in shared memory

// The buffer is filled again while the last store may still read it.
tile.kernel @loop(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%i = ceildiv(M, 64))
    assume(N mod 8 == 0, A.address mod 16 == 0, C.address mod 16 == 0) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %row = arith.muli %i, %c64 : index
  %n = tile.dim N
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  scf.for %column = %c0 to %n step %c64 {
    %a = tile.load %A[%row, %column] : tensor<64x64xf16>
    %b = arith.addf %a, %a : tensor<64x64xf16>
    tile.async_store_wait
    tile.store %b, %s[%c0, %c0]
    tile.async_store %s to %C[%row, %column] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  }
  tile.async_store_wait
}

// Tiles with several slabs and groups of rows, planes, plain buffers, other swizzles and types.
tile.kernel @kinds(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N], %D: memref<?x?xf32>[M, N],
                   %E: memref<?x?x?xf16>[B, M, N], %T: memref<?x?xf16, strided<[1, ?]>>[N, M])
    warps(4) grid(%i = 1) assume(N mod 8 == 0, A.address mod 16 == 0, T.stride1 mod 8 == 0, T.address mod 16 == 0) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %s = mem.alloc : !mem.buffer<320x128xf16, #mem.swizzle<128>, shared>
  %a = tile.load %A[%c0, %c32] : tensor<320x128xf16>
  tile.store %a, %s[%c0, %c0]
  tile.async_store %s to %C[%c0, %c64] : !mem.buffer<320x128xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  %g = tile.load %A[%c0, %c0] : tensor<96x32xf16>
  %h = arith.extf %g : tensor<96x32xf16> to tensor<96x32xf32>
  %p = mem.alloc : !mem.buffer<96x32xf32, shared>
  tile.store %h, %p[%c0, %c0]
  tile.async_store %p to %D[%c0, %c0] : !mem.buffer<96x32xf32, shared>, memref<?x?xf32>
  %u = mem.alloc : !mem.buffer<2x96x32xf16, #mem.swizzle<64>, shared>
  %u0 = mem.index %u[%c0] : !mem.buffer<2x96x32xf16, #mem.swizzle<64>, shared>
  %u1 = mem.index %u[%c1] : !mem.buffer<2x96x32xf16, #mem.swizzle<64>, shared>
  tile.store %g, %u0[%c0, %c0]
  tile.store %g, %u1[%c0, %c0]
  tile.async_store %u to %E[%c1, %c0, %c32] : !mem.buffer<2x96x32xf16, #mem.swizzle<64>, shared>, memref<?x?x?xf16>
  %v = mem.alloc : !mem.buffer<32x96xf16, #mem.swizzle<32, column>, shared>
  %w = tile.trans %g : tensor<96x32xf16> to tensor<32x96xf16>
  tile.store %w, %v[%c0, %c0]
  tile.async_store %v to %T[%c0, %c0] : !mem.buffer<32x96xf16, #mem.swizzle<32, column>, shared>, memref<?x?xf16, strided<[1, ?]>>
  tile.async_store_wait
}

// What a product leaves goes to the buffer in matrices.
// MATRICES-LABEL: simt.kernel @product
// MATRICES-COUNT-4: tc.stmatrix {{.*}}, vector<8xf16>
// MATRICES-NOT: stmatrix
// MATRICES: mem.fence_proxy_async
// MATRICES-NEXT: simt.barrier
// MATRICES: mem.tma_store
// RUN: tile-opt %s --tile-to-thread-level | FileCheck %s --check-prefix=MATRICES
tile.kernel @product(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%i = ceildiv(M, 64))
    assume(N mod 8 == 0, A.address mod 16 == 0, C.address mod 16 == 0) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %row = arith.muli %i, %c64 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%row, %c0] : tensor<64x32xf16>
  %b = tile.load %A[%c0, %c64] : tensor<32x64xf16>
  %d = tile.dot %a, %b, %zero
  %h = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %h, %s[%c0, %c0]
  tile.async_store %s to %C[%row, %c0] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  tile.async_store_wait
}
