// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-set-target,tile.kernel(tile-layout,mem-vectorize,mem-barriers),tile-to-thread,canonicalize,cse)' | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=640 --dim N=192
//
// Coordinates of TMA are integers of 32 bits. An index that surely is one becomes one; a multiple of such a number is cut
// off before it is multiplied, what is added to it comes on top; of all others 64 bits are compared.

// CHECK: simt.kernel @slabs
// CHECK-DAG: %[[MOST:.*]] = arith.constant 16777216 : i32
// CHECK-DAG: %[[LEAST:.*]] = arith.constant -16777216 : i32
// CHECK-DAG: %[[WIDE:.*]] = arith.constant 1073741824 : index
// CHECK: scf.for %k
// CHECK: %[[ROW:.*]] = arith.muli %k, %{{.*}} : index
// CHECK: %[[KNOWN:.*]] = arith.index_cast %[[ROW]] : index to i32
// CHECK: mem.tma_store %{{.*}} to %{{.*}}[%[[KNOWN]], %{{.*}}]
// CHECK: %[[CUT:.*]] = arith.minsi %at, %[[MOST]] : i32
// CHECK: %[[FACTOR:.*]] = arith.maxsi %[[CUT]], %[[LEAST]] : i32
// CHECK: %[[TIMES:.*]] = arith.muli %[[FACTOR]], %{{.*}} : i32
// CHECK: %[[PLUS:.*]] = arith.addi %[[TIMES]], %{{.*}} : i32
// CHECK: mem.tma_store %{{.*}} to %{{.*}}[%[[PLUS]], %{{.*}}]
// CHECK: arith.minsi %{{.*}}, %[[WIDE]] : index
// CHECK: mem.tma_store
tile.kernel @slabs(%C: memref<?x?xf16>[M, N], %at: i32) warps(4) grid(%x = 1)
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1000000) {
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %m = tile.dim M
  %steps = arith.ceildivsi %m, %c64 : index
  tile.store %one, %s[%c0, %c0]
  scf.for %k = %c0 to %steps step %c1 {
    %row = arith.muli %k, %c64 : index
    tile.async_store %s to %C[%row, %c0] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  }
  %i = arith.index_cast %at : i32 to index
  %multiple = arith.muli %i, %c64 : index
  %behind = arith.addi %multiple, %c128 : index
  tile.async_store %s to %C[%behind, %c64] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  %square = arith.muli %i, %i : index
  tile.async_store %s to %C[%square, %c128] : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  tile.async_store_wait
}
