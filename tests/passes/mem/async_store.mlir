// RUN: tile-opt %s --pass-pipeline='tile-set-target{arch=sm_90a},tile.kernel(mem-async-store)' --remarks-filter='*async-store' 2> %t.txt | FileCheck %s
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=REMARK
// RUN: tile-opt %s --pass-pipeline='tile-set-target{arch=sm_80},tile.kernel(mem-async-store)' | FileCheck %s --check-prefix=OLD
// OLD-NOT: tile.async_store
// RUN: tile-run %s --device=cpu --kernel=slabs --level=thread --pass-pipeline='tile-set-target{arch=sm_90a},tile.kernel(mem-async-store,mem-barriers),tile-to-thread' --dim M=300 --dim N=264 --init=int --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --device=cpu --kernel=twice --level=thread --pass-pipeline='tile-set-target{arch=sm_90a},tile.kernel(mem-async-store,mem-barriers),tile-to-thread' --dim M=300 --dim N=264 --init=int --verify --exact | FileCheck %s --check-prefix=RIGHT
// RUN: tile-run %s --device=cpu --kernel=loop --level=thread --pass-pipeline='tile-set-target{arch=sm_90a},tile.kernel(mem-async-store,mem-barriers),tile-to-thread' --dim M=300 --dim N=264 --init=int --verify --exact | FileCheck %s --check-prefix=RIGHT
// RIGHT: verify: ok

#acc = #tile.layout<register = [[0, 1], [8, 0], [0, 8], [0, 16], [0, 32], [0, 64]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0], [64, 0]]>
#copied = #tile.blocked<per_thread = [1, 8], lanes = [2, 16], warps = [8, 1]>
#row = #tile.layout<register = [[0, 1], [0, 2], [0, 4], [8, 0], [16, 0], [32, 0]], lane = [[0, 8], [0, 16], [0, 32], [0, 64], [1, 0]], warp = [[2, 0], [4, 0], [64, 0]]>

// The second half of the conversion's exchange is TMA's, of one half of the columns while threads write the other.
// CHECK-LABEL: @converted
// CHECK: %[[S1:stored.*]] = mem.alloc : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
// CHECK: %[[S0:stored.*]] = mem.alloc : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>
// CHECK: %[[X:.*]]:2 = tile.split
// CHECK: tile.store %[[X]]#0, %[[S0]][%[[O:.*]], %{{.*}}]
// CHECK-NEXT: tile.async_store %[[S0]] to %C[%row, %column] : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>, memref<?x?xf16>
// CHECK: tile.store %[[X]]#1, %[[S1]][
// CHECK-NEXT: tile.async_store %[[S1]] to %C[%row, %{{.*}}]
// CHECK-NEXT: tile.async_store_wait
// CHECK-NEXT: }
// REMARK: is stored by TMA through 32768 bytes of shared memory, in 2 parts
tile.kernel @converted(%C: memref<?x?xf16>[M, N]) warps(8) grid(%i = ceildiv(M, 128), %j = ceildiv(N, 128))
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %c128 = arith.constant 128 : index
  %row = arith.muli %i, %c128 : index
  %column = arith.muli %j, %c128 : index
  %x = arith.constant dense<1.0> : tensor<128x128xf16, #acc>
  %y = tile.convert_layout %x : tensor<128x128xf16, #acc> to tensor<128x128xf16, #row>
  tile.store %y, %C[%row, %column] {width = 8 : i64}
}

// What threads store as well stays.
// CHECK-LABEL: @wide
// CHECK-NOT: tile.async_store
tile.kernel @wide(%C: memref<?x?xf16>[M, N]) warps(8) grid(%i = ceildiv(M, 128))
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %c0 = arith.constant 0 : index
  %y = arith.constant dense<1.0> : tensor<128x128xf16, #row>
  tile.store %y, %C[%c0, %c0] {width = 8 : i64}
}

// Beside three stages of 64 KB there is no room for 128 KB: slabs of a quarter of the columns, through two buffers.
// CHECK-LABEL: @slabs
// CHECK: %stored = mem.alloc : !mem.buffer<128x32xf32, #mem.swizzle<128>, shared>
// CHECK: %[[OTHER:.*]] = mem.alloc : !mem.buffer<128x32xf32, #mem.swizzle<128>, shared>
// CHECK-COUNT-3: tile.split
// CHECK: tile.store %{{.*}}, %[[S0:stored.*]][
// CHECK-NEXT: tile.async_store %[[S0]] to %C[%row, %column]
// CHECK: %[[AT:.*]] = arith.addi %column, %{{.*}} : index
// CHECK-NEXT: tile.store %{{.*}}, %[[S1:stored.*]][
// CHECK-NEXT: tile.async_store %[[S1]] to %C[%row, %[[AT]]]
// CHECK: tile.async_store_wait pending 1
// CHECK-NEXT: tile.store %{{.*}}, %[[S0]][
// CHECK-NEXT: tile.async_store %[[S0]]
// CHECK: tile.async_store_wait pending 1
// CHECK-NEXT: tile.store %{{.*}}, %[[S1]][
// CHECK-NEXT: tile.async_store %[[S1]]
// CHECK-NEXT: tile.async_store_wait
// CHECK-NEXT: }
// REMARK: is stored by TMA through 32768 bytes of shared memory, in 4 parts
tile.kernel @slabs(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf32>[M, N]) warps(8) grid(%i = ceildiv(M, 128), %j = ceildiv(N, 128))
    assume(N mod 8 == 0, A.address mod 16 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %row = arith.muli %i, %c128 : index
  %column = arith.muli %j, %c128 : index
  %s = mem.alloc : !mem.buffer<256x128xf16, shared>
  scf.for %k = %c0 to %c128 step %c128 {
    tile.async_copy %A[%row, %k] to %s[%c0, %c0] tile tensor<256x128xf16, #copied> width 8 : memref<?x?xf16>, !mem.buffer<256x128xf16, shared>
    tile.async_wait
  }
  %x = arith.constant dense<1.0> : tensor<128x128xf32, #acc>
  tile.store %x, %C[%row, %column] {width = 2 : i64}
}

// What rounds the tile is cut, too.
// CHECK-LABEL: @rounded
// CHECK: %[[X:.*]]:2 = tile.split %{{.*}} : tensor<128x64x2xf32
// CHECK: %[[LOW:.*]] = arith.truncf %[[X]]#0 fastmath<contract>
// CHECK: tile.store %[[LOW]], %stored
// CHECK-NEXT: tile.async_store
// CHECK: %[[HIGH:.*]] = arith.truncf %[[X]]#1 fastmath<contract>
// CHECK: tile.store %[[HIGH]], %stored
tile.kernel @rounded(%C: memref<?x?xf16>[M, N]) warps(8) grid(%i = ceildiv(M, 128), %j = ceildiv(N, 128))
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %c128 = arith.constant 128 : index
  %row = arith.muli %i, %c128 : index
  %column = arith.muli %j, %c128 : index
  %x = arith.constant dense<1.0> : tensor<128x128xf32, #acc>
  %y = arith.truncf %x fastmath<contract> : tensor<128x128xf32, #acc> to tensor<128x128xf16, #acc>
  tile.store %y, %C[%row, %column] {width = 2 : i64}
}

// An offset below 0 would be no box's.
// CHECK-LABEL: @negative
// CHECK-NOT: tile.async_store
// REMARK: is not stored by TMA: it is not known that its index along dimension 0 is not negative
tile.kernel @negative(%C: memref<?x?xf16>[M, N]) warps(8) grid(%i = ceildiv(M, 128))
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %row = arith.subi %i, %c128 : index
  %x = arith.constant dense<1.0> : tensor<128x128xf16, #acc>
  tile.store %x, %C[%row, %c0] {width = 2 : i64}
}

// A box begins at a multiple of 16 bytes.
// CHECK-LABEL: @between
// CHECK-NOT: tile.async_store
// REMARK: is not stored by TMA: it is not known that the index along dimension 1 is a multiple of 16 bytes
tile.kernel @between(%C: memref<?x?xf16>[M, N]) warps(8) grid(%i = ceildiv(M, 128))
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %column = arith.muli %i, %c4 : index
  %x = arith.constant dense<1.0> : tensor<128x128xf16, #acc>
  tile.store %x, %C[%c0, %column] {width = 2 : i64}
}

// REMARK: is not stored by TMA: it is not known that the address of %C is a multiple of 16
tile.kernel @unknown(%C: memref<?x?xf16>[M, N]) warps(8) grid(%i = ceildiv(M, 128)) {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<1.0> : tensor<128x128xf16, #acc>
  tile.store %x, %C[%c0, %c0] {width = 2 : i64}
}

// In a loop: the buffer is written behind the wait, and memory that is stored to again is complete before.
// CHECK-LABEL: @loop
// CHECK: scf.for
// CHECK-NEXT: tile.async_store_wait complete
// CHECK-NEXT: %b = tile.load %C
// CHECK: tile.async_store
// CHECK: }
// CHECK-NEXT: tile.async_store_wait
// CHECK-NEXT: }
tile.kernel @loop(%C: memref<?x?xf16>[M, N]) warps(8) grid(%i = 1)
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %n = tile.dim N
  scf.for %j = %c0 to %n step %c128 {
    %b = tile.load %C[%c0, %j] {width = 2 : i64} : tensor<128x128xf16, #acc>
    %x = arith.addf %b, %b : tensor<128x128xf16, #acc>
    tile.store %x, %C[%c0, %j] {width = 2 : i64}
  }
}

// What is loaded of other memory waits for nothing.
// CHECK-LABEL: @apart
// CHECK: scf.for
// CHECK-NEXT: %a = tile.load %A
// CHECK: tile.async_store_wait{{$}}
// CHECK-NEXT: tile.store %{{.*}}, %stored
// CHECK-NOT: tile.async_store_wait complete
// CHECK: tile.kernel
tile.kernel @apart(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(8) grid(%i = 1)
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824, disjoint(A, C)) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %n = tile.dim N
  scf.for %j = %c0 to %n step %c128 {
    %a = tile.load %A[%c0, %j] {width = 2 : i64} : tensor<128x128xf16, #acc>
    %x = arith.addf %a, %a : tensor<128x128xf16, #acc>
    tile.store %x, %C[%c0, %j] {width = 2 : i64}
  }
}

// Tiles of two iterations that may have elements in common are stored one after the other.
// CHECK-LABEL: @overlapping
// CHECK: tile.store %{{.*}}, %stored
// CHECK-NEXT: tile.async_store_wait complete
// CHECK-NEXT: tile.async_store %stored to %C
tile.kernel @overlapping(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(8) grid(%i = 1)
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824, disjoint(A, C)) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %n = tile.dim N
  scf.for %j = %c0 to %n step %c128 {
    %a = tile.load %A[%c0, %j] {width = 2 : i64} : tensor<128x128xf16, #acc>
    %half = arith.divui %j, %c2 : index
    %x = arith.addf %a, %a : tensor<128x128xf16, #acc>
    tile.store %x, %C[%c0, %half] {width = 2 : i64}
  }
}

// A loop that stores nothing and may read what was stored, of A or C itself: the wait is in front of it, once.
// CHECK-LABEL: @front
// CHECK-COUNT-2: tile.async_store %{{.*}} to %C
// CHECK-NEXT: tile.async_store_wait complete
// CHECK-NEXT: %r = scf.for
// CHECK-NOT: tile.async_store_wait
// CHECK: tile.store %r, %D
tile.kernel @front(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N], %D: memref<?x?xf16>[M, N]) warps(8) grid(%i = ceildiv(M, 128))
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %n = tile.dim N
  %row = arith.muli %i, %c128 : index
  %x = arith.constant dense<1.0> : tensor<128x128xf16, #acc>
  %one = arith.constant dense<1.0> : tensor<128x128xf16, #row>
  tile.store %x, %C[%row, %c0] {width = 2 : i64}
  %r = scf.for %j = %c0 to %n step %c128 iter_args(%v = %one) -> tensor<128x128xf16, #row> {
    %a = tile.load %A[%row, %j] {width = 8 : i64} : tensor<128x128xf16, #row>
    %w = arith.addf %v, %a : tensor<128x128xf16, #row>
    scf.yield %w : tensor<128x128xf16, #row>
  }
  tile.store %r, %D[%row, %c0] {width = 8 : i64}
}

// Two tiles side by side wait for nothing; one on top of the other does.
// CHECK-LABEL: @twice
// CHECK: tile.async_store %{{.*}} to %C[%row, %c0]
// CHECK-NOT: tile.async_store_wait
// CHECK: tile.async_store %{{.*}} to %C[%row, %c128]
// CHECK-NOT: tile.async_store_wait
// CHECK: tile.async_store_wait complete
// CHECK-NEXT: tile.async_store %{{.*}} to %C[%row, %row]
// CHECK-NOT: tile.async_store_wait complete
// CHECK: {{^  }}}
tile.kernel @twice(%C: memref<?x?xf16>[M, N]) warps(8) grid(%i = ceildiv(M, 128))
    assume(N mod 8 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %row = arith.muli %i, %c128 : index
  %x = arith.constant dense<1.0> : tensor<128x128xf16, #acc>
  tile.store %x, %C[%row, %c0] {width = 2 : i64}
  tile.store %x, %C[%row, %c128] {width = 2 : i64}
  tile.store %x, %C[%row, %row] {width = 2 : i64}
}

// Columns next to each other in memory.
// CHECK-LABEL: @column
// CHECK: tile.async_store %stored to %C[%{{.*}}, %{{.*}}] : !mem.buffer<128x128xf16, #mem.swizzle<128, column>, shared>, memref<?x?xf16, strided<[1, ?]>>
tile.kernel @column(%C: memref<?x?xf16, strided<[1, ?]>>[M, N]) warps(8) grid(%i = ceildiv(M, 128))
    assume(C.stride1 mod 8 == 0, C.address mod 16 == 0, min(M, min(N, C.stride1)) > 0, max(M, N) < 1073741824, C.stride1 < 68719476736) {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<1.0> : tensor<128x128xf16, #acc>
  tile.store %x, %C[%c0, %c0] {width = 2 : i64}
}

// A tile like the one that is stored changes its layout through the same buffer. What is loaded for that is in the
// buffer early, so that the wait for memory is under what is computed meanwhile.
// CHECK-LABEL: @residual
// CHECK: %r = tile.load %R
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: %{{.*}} = arith.constant 0 : index
// CHECK-NEXT: tile.store %r, %stored[
// CHECK: %y = arith.mulf
// CHECK: %s = tile.load %stored[
// CHECK-NEXT: %z = arith.addf %y, %s
// CHECK: tile.store %z, %stored[
// CHECK-NEXT: tile.async_store %stored to %C
// CHECK-NEXT: tile.async_store_wait
// CHECK-NEXT: }
// RUN: tile-run %s --device=cpu --kernel=residual --level=thread --pass-pipeline='tile-set-target{arch=sm_90a},tile.kernel(mem-async-store,mem-async-copy,tile-persistent{persistent=yes blocks=2},mem-barriers),tile-to-thread' --dim M=300 --dim N=264 --init=int --verify --exact | FileCheck %s --check-prefix=RIGHT
tile.kernel @residual(%R: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(8) grid(%i = ceildiv(M, 128), %j = ceildiv(N, 128))
    assume(N mod 8 == 0, R.address mod 16 == 0, C.address mod 16 == 0, min(M, N) > 0, max(M, N) < 1073741824) {
  %c128 = arith.constant 128 : index
  %row = arith.muli %i, %c128 : index
  %column = arith.muli %j, %c128 : index
  %x = arith.constant dense<3.0> : tensor<128x128xf16, #acc>
  %y = arith.mulf %x, %x : tensor<128x128xf16, #acc>
  %r = tile.load %R[%row, %column] {width = 8 : i64} : tensor<128x128xf16, #row>
  %s = tile.convert_layout %r : tensor<128x128xf16, #row> to tensor<128x128xf16, #acc>
  %z = arith.addf %y, %s : tensor<128x128xf16, #acc>
  tile.store %z, %C[%row, %column] {width = 2 : i64}
}
