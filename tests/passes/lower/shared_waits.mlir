// RUN: tile-opt %s --pass-pipeline='tile-set-target{arch=sm_90a},tile.kernel(mem-barriers),tile-to-thread' --validate-each -o /dev/null
// RUN: tile-opt %s --pass-pipeline='tile-set-target{arch=sm_90a},tile.kernel(mem-barriers),tile-to-thread' --debug-only=shared 2>&1 >/dev/null | FileCheck %s

// How long an asynchronous store reads its buffer.

#rows = #tile.blocked<per_thread = [1, 8], lanes = [4, 8], warps = [4, 1]>

// The wait in the loop is not executed if the loop has no iterations: the bytes of %s are free behind the second wait.
// CHECK: has 16384 bytes of shared memory, for 2 buffers of 16384
// CHECK: in use from line [[#@LINE+8]] to line [[#@LINE+15]]
tile.kernel @loop(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%b = 1)
    assume(A.address mod 16 == 0, C.address mod 16 == 0, N mod 8 == 0, min(M, N) > 0, max(M, N) < 100000) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %t = mem.alloc : !mem.buffer<64x64xf16, shared>
  %x = tile.load %A[%c0, %c0] : tensor<64x64xf16, #rows>
  tile.store %x, %s[%c0, %c0]
  tile.async_store %s to %C[%c0, %c0] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  scf.for %k = %c0 to %c0 step %c1 {
    tile.async_store_wait
  }
  tile.async_copy %A[%c0, %c0] to %t[%c0, %c0] tile tensor<64x64xf16, #rows> width 8 : memref<?x?xf16>, !mem.buffer<64x64xf16, shared>
  tile.async_wait
  tile.async_store_wait
  %y = tile.load %t[%c0, %c0] : tensor<64x64xf16, #rows>
  tile.store %y, %A[%c0, %c0]
}

// Nor is the one in a branch.
// CHECK: has 16384 bytes of shared memory, for 2 buffers of 16384
tile.kernel @branch(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%b = 2)
    assume(A.address mod 16 == 0, C.address mod 16 == 0, N mod 8 == 0, min(M, N) > 0, max(M, N) < 100000) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %t = mem.alloc : !mem.buffer<64x64xf16, shared>
  %at = arith.muli %b, %c64 : index
  %x = tile.load %A[%at, %c0] : tensor<64x64xf16, #rows>
  tile.store %x, %s[%c0, %c0]
  tile.async_store %s to %C[%at, %c0] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  %first = arith.cmpi eq, %b, %c0 : index
  scf.if %first {
    tile.async_store_wait
  }
  tile.async_copy %A[%at, %c0] to %t[%c0, %c0] tile tensor<64x64xf16, #rows> width 8 : memref<?x?xf16>, !mem.buffer<64x64xf16, shared>
  tile.async_wait
  tile.async_store_wait
  %y = tile.load %t[%c0, %c0] : tensor<64x64xf16, #rows>
  tile.store %y, %A[%at, %c0]
}

// Behind one for what has started in the same branch they are: one place.
// CHECK: has 8192 bytes of shared memory, for 2 buffers of 16384
tile.kernel @inside(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%b = 2)
    assume(A.address mod 16 == 0, C.address mod 16 == 0, N mod 8 == 0, min(M, N) > 0, max(M, N) < 100000) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %t = mem.alloc : !mem.buffer<64x64xf16, shared>
  %at = arith.muli %b, %c64 : index
  %first = arith.cmpi eq, %b, %c0 : index
  scf.if %first {
    %x = tile.load %A[%at, %c0] : tensor<64x64xf16, #rows>
    tile.store %x, %s[%c0, %c0]
    tile.async_store %s to %C[%at, %c0] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
    tile.async_store_wait
  }
  tile.async_copy %A[%at, %c0] to %t[%c0, %c0] tile tensor<64x64xf16, #rows> width 8 : memref<?x?xf16>, !mem.buffer<64x64xf16, shared>
  tile.async_wait
  %y = tile.load %t[%c0, %c0] : tensor<64x64xf16, #rows>
  tile.store %y, %A[%at, %c0]
}
