// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=tile --arch=sm_90a --dim M=128 --dim N=128 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=128 --dim N=128 --schedule=late | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=128 --dim N=192 --schedule=random:7 | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target{arch=sm_90a},tile.kernel(mem-async-store))' | FileCheck %s --check-prefix=WAITS
// CHECK: verify: ok

// A person's asynchronous stores to one place, by way of two buffers: they take effect in the order of the text, so the
// second one waits until memory has what the first one stored. One to another place need not.
// WAITS: tile.async_store %s to %C
// WAITS: tile.async_store_wait complete
// WAITS: tile.async_store %t to %C
// WAITS-NOT: tile.async_store_wait
// WAITS: tile.async_store %u to %C
// WAITS-NEXT: tile.async_store_wait{{$}}
// WAITS-NOT: tile.async_store
tile.kernel @twice(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%i = ceildiv(M, 128), %j = ceildiv(N, 64))
    assume(C.address mod 16 == 0, N mod 8 == 0, min(M, N) > 0, max(M, N) < 100000) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %row = arith.muli %i, %c128 : index
  %below = arith.addi %row, %c64 : index
  %column = arith.muli %j, %c64 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %t = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %u = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %a = tile.load %A[%row, %column] : tensor<64x64xf16>
  %b = arith.addf %a, %a : tensor<64x64xf16>
  tile.store %a, %s[%c0, %c0]
  tile.async_store %s to %C[%row, %column] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  tile.store %b, %t[%c0, %c0]
  tile.async_store %t to %C[%row, %column] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  tile.store %a, %u[%c0, %c0]
  tile.async_store %u to %C[%below, %column] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  tile.async_store_wait
}
