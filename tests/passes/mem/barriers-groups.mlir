// RUN: tile-opt %s --pass-pipeline='tile-set-target{arch=sm_90a},tile.kernel(mem-barriers)' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile-set-target{arch=sm_90a},tile.kernel(mem-barriers),tile-to-thread' | FileCheck %s --check-prefix=THREAD
// RUN: tile-run %s --device=cpu --kernel=own --level=thread --pass-pipeline='tile-set-target{arch=sm_90a},tile.kernel(mem-barriers),tile-to-thread' --dim M=300 --dim N=264 --init=int --verify --exact --schedule=late | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --device=cpu --kernel=own --level=thread --pass-pipeline='tile-set-target{arch=sm_90a},tile.kernel(mem-barriers),tile-to-thread' --dim M=300 --dim N=264 --init=int --verify --exact --schedule=random:3 | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --device=cpu --kernel=read --level=thread --pass-pipeline='tile-set-target{arch=sm_90a},tile.kernel(mem-barriers),tile-to-thread' --dim M=300 --dim N=264 --init=int --verify --exact --schedule=late | FileCheck %s --check-prefix=RIGHT
// RIGHT: verify: ok

#acc = #tile.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0], [64, 0]]>
#mixed = #tile.layout<register = [[0, 1], [64, 0], [0, 8], [0, 16], [0, 32]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0], [8, 0]]>

// Four warps have half of the rows to themselves: they wait for each other, and one lane of them for the store.
// CHECK-LABEL: @own
// CHECK: tile.async_store_wait groups 2
// CHECK-NEXT: simt.barrier {tile.groups = 2 : i64}
// CHECK-NEXT: tile.store
// CHECK-NEXT: simt.barrier {tile.groups = 2 : i64}
// CHECK-NEXT: tile.async_store %s to %C[%row, %j] groups 2
// CHECK: tile.async_store_wait groups 2
// THREAD-LABEL: simt.kernel @own
// THREAD: mem.bulk_wait 0 read
// THREAD: simt.barrier id %{{.*}} threads 128
// THREAD: mem.fence_proxy_async shared
// THREAD-NEXT: simt.barrier id %{{.*}} threads 128
// THREAD: mem.tma_store {{.*}} !mem.tensor_map<64x64xf16, #mem.swizzle<128>>
tile.kernel @own(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(8) grid(%i = ceildiv(M, 128))
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %s = mem.alloc : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %row = arith.muli %i, %c128 : index
  %n = tile.dim N
  scf.for %j = %c0 to %n step %c64 {
    %x = tile.load %A[%row, %j] {width = 2 : i64} : tensor<128x64xf16, #acc>
    tile.async_store_wait
    tile.store %x, %s[%c0, %c0]
    tile.async_store %s to %C[%row, %j] : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  }
  tile.async_store_wait
}

// Not where warps of both groups write a row, ...
// CHECK-LABEL: @mixed
// CHECK-NOT: groups
tile.kernel @mixed(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(8) grid(%i = ceildiv(M, 128))
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %s = mem.alloc : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : tensor<128x64xf16, #mixed>
  tile.store %x, %s[%c0, %c0]
  tile.async_store %s to %C[%c0, %c0] : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  tile.async_store_wait
}

// ... nor where the buffer is read as well. What else is pending still has its barrier of all.
// CHECK-LABEL: @read
// CHECK-NOT: groups
// CHECK-LABEL: @beside
// CHECK: tile.store %x, %t
// CHECK-NEXT: tile.store %x, %s
// CHECK-NEXT: simt.barrier {tile.groups = 2 : i64}
// CHECK-NEXT: tile.async_store
// CHECK-NEXT: simt.barrier{{$}}
// CHECK-NEXT: %y = tile.load %t
tile.kernel @read(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(8) grid(%i = ceildiv(M, 128))
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %s = mem.alloc : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %row = arith.muli %i, %c128 : index
  %x = tile.load %A[%row, %c0] : tensor<128x64xf16, #mixed>
  tile.store %x, %s[%c0, %c0]
  %y = tile.load %s[%c0, %c0] : tensor<128x64xf16, #acc>
  tile.store %y, %s[%c0, %c0]
  tile.async_store %s to %C[%row, %c0] : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  tile.async_store_wait
}
tile.kernel @beside(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(8) grid(%i = ceildiv(M, 128))
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %s = mem.alloc : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
  %t = mem.alloc : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
  %c0 = arith.constant 0 : index
  %x = tile.load %A[%c0, %c0] : tensor<128x64xf16, #acc>
  tile.store %x, %t[%c0, %c0]
  tile.store %x, %s[%c0, %c0]
  tile.async_store %s to %C[%c0, %c0] : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
  %y = tile.load %t[%c0, %c0] : tensor<128x64xf16, #mixed>
  tile.async_store_wait
}
