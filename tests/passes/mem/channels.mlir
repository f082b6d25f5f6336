// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-channels)' --remarks-filter=channel 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t
// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-channels)' --validate-each -o /dev/null

#rows = #tile.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [0, 32]]>
!buffer = !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>
!tile = tensor<32x64xf16, #rows>

// Buffers that are first used together share a channel. Nothing moves, but that the copies stand together.

// CHECK-LABEL: tile.kernel @shared
// CHECK: %[[S:.*]] = mem.alloc : !mem.buffer<3x32x64xf16, #mem.swizzle<128>, shared>
// CHECK-NEXT: %[[T:.*]] = mem.alloc : !mem.buffer<3x32x64xf16, #mem.swizzle<128>, shared>
// CHECK-NEXT: %[[CH:.*]] = mem.channel groups : !mem.channel<3>
// CHECK: tile.pipelined %[[K:.*]] = %from to %to stages(3)
// CHECK: %[[N:.*]] = arith.subi %[[K]], %from : index
// CHECK: %[[SLOT:.*]] = arith.remui %[[N]], %{{.*}} : index
// CHECK: %[[V:.*]] = mem.index %[[S]][%[[SLOT]]]
// CHECK: %[[W:.*]] = mem.index %[[T]][%[[SLOT]]]
// CHECK: mem.channel_acquire %[[CH]][%[[N]]]
// CHECK-NEXT: tile.async_copy %A[%i, %{{.*}}] to %[[V]][%i, %i] {{.*}} width 8 into %[[CH]][%[[N]]] :
// CHECK: tile.async_copy %A[%i, %{{.*}}] to %[[W]][%i, %i] {{.*}} width 8 into %[[CH]][%[[N]]] :
// CHECK-NEXT: mem.channel_commit %[[CH]][%[[N]]]
// CHECK-NOT: tile.async_wait
// CHECK: mem.channel_wait %[[CH]][%[[N]]]
// CHECK-NEXT: tile.load %[[V]]
// CHECK-NEXT: tile.load %[[W]]
// CHECK-NEXT: mem.channel_release %[[CH]][%[[N]]]
// CHECK-NEXT: arith.addf
// REMARK: :[[#@LINE+7]]:{{.*}} has 3 slots of 8192 bytes for its copies, as it wishes [channel]
tile.kernel @shared(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %from: index, %to: index, %n: index) warps(4) grid(%b = 1)
    assume(A.stride0 mod 8 == 0, A.address mod 16 == 0, N mod 8 == 0) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !buffer
  %t = mem.alloc : !buffer
  %zero = arith.constant dense<0.0> : !tile
  %r = tile.pipelined %k = %from to %to stages(3) iter_args(%c = %zero) {
    %c64 = arith.constant 64 : index
    %at = arith.muli %k, %c64 : index
    tile.async_copy %A[%i, %at] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    %more = arith.addi %at, %c64 : index
    tile.async_copy %A[%i, %more] to %t[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %x = tile.load %s[%i, %i] : !tile
    %y = tile.load %t[%i, %i] : !tile
    %p = arith.addf %c, %x : !tile
    %d = arith.addf %p, %y : !tile
    tile.yield %d
  }
  tile.store %r, %B[%i, %i] {width = 8 : i64}
}

// Work between the first uses: two channels, each released behind its own last use. What is copied elsewhere keeps its
// wait.

// CHECK-LABEL: tile.kernel @two
// CHECK-DAG: %[[CH:.*]] = mem.channel groups : !mem.channel<2>
// CHECK-DAG: %[[OTHER:ch_.*]] = mem.channel groups : !mem.channel<2>
// CHECK: tile.async_copy
// CHECK: tile.async_wait
// CHECK: tile.pipelined %[[K:.*]] = %i to %to
// CHECK: mem.channel_acquire %[[C0:.*]][%[[K]]]
// CHECK: tile.async_copy
// CHECK: mem.channel_commit %[[C0]][%[[K]]]
// CHECK: mem.channel_acquire %[[C1:.*]][%[[K]]]
// CHECK: tile.async_copy
// CHECK: mem.channel_commit %[[C1]][%[[K]]]
// CHECK: mem.channel_wait %[[C0]][%[[K]]]
// CHECK: tile.load
// CHECK: mem.channel_release %[[C0]][%[[K]]]
// CHECK: math.exp2
// CHECK: mem.channel_wait %[[C1]][%[[K]]]
// CHECK: tile.load
// CHECK: mem.channel_release %[[C1]][%[[K]]]
// CHECK-NOT: tile.async_wait
tile.kernel @two(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1)
    assume(A.stride0 mod 8 == 0, A.address mod 16 == 0, N mod 8 == 0) {
  %i = arith.constant 0 : index
  %q = mem.alloc : !buffer
  %s = mem.alloc : !buffer
  %t = mem.alloc : !buffer
  tile.async_copy %A[%i, %i] to %q[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
  tile.async_wait
  %zero = tile.load %q[%i, %i] : !tile
  %r = tile.pipelined %k = %i to %to stages(2) iter_args(%c = %zero) {
    tile.async_copy %A[%i, %i] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_copy %A[%i, %i] to %t[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %x = tile.load %s[%i, %i] : !tile
    %e = math.exp2 %x : !tile
    %y = tile.load %t[%i, %i] : !tile
    %p = arith.addf %c, %e : !tile
    %d = arith.addf %p, %y : !tile
    tile.yield %d
  }
  tile.store %r, %B[%i, %i] {width = 8 : i64}
}

// Positions go on through the loops around.

// CHECK-LABEL: tile.kernel @nested
// CHECK: %[[OUTER:.*]]:2 = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}, %[[P:.*]] = %{{.*}})
// CHECK: %[[INNER:.*]] = tile.pipelined {{.*}} iter_args(%[[BASE:.*]] = %[[P]])
// CHECK: tile.pipelined %[[K:.*]] = %from to %to
// CHECK: %[[D:.*]] = arith.subi %[[K]], %from
// CHECK: %[[N:.*]] = arith.addi %[[BASE]], %[[D]]
// CHECK: mem.channel_acquire %{{.*}}[%[[N]]]
// CHECK: mem.channel_release %{{.*}}[%[[N]]]
// CHECK: %[[LENGTH:.*]] = arith.subi %to, %from
// CHECK: %[[TRIPS:.*]] = arith.maxsi %[[LENGTH]], %{{.*}}
// CHECK: %[[NEXT:.*]] = arith.addi %[[BASE]], %[[TRIPS]]
// CHECK: tile.yield %[[NEXT]]
// CHECK: scf.yield %{{.*}}, %[[INNER]]
tile.kernel @nested(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %from: index, %to: index) warps(4) grid(%b = 1)
    assume(A.stride0 mod 8 == 0, A.address mod 16 == 0, N mod 8 == 0) {
  %i = arith.constant 0 : index
  %one = arith.constant 1 : index
  %s = mem.alloc : !buffer
  %zero = arith.constant dense<0.0> : !tile
  %o = scf.for %j = %from to %to step %one iter_args(%e = %zero) -> (!tile) {
    tile.pipelined %l = 0 to 2 {
      %r = tile.pipelined %k = %from to %to stages(2) iter_args(%c = %zero) {
        tile.async_copy %A[%k, %l] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
        tile.async_wait
        %x = tile.load %s[%i, %i] : !tile
        %d = arith.addf %c, %x : !tile
        tile.yield %d
      }
      tile.store %r, %B[%i, %i] {width = 8 : i64}
    }
    scf.yield %e : !tile
  }
}

// A product beside the block reads until it is waited for.

// CHECK-LABEL: tile.kernel @product
// CHECK: mem.channel_wait
// CHECK: tc.dot_async
// CHECK: tc.dot_wait
// CHECK-NEXT: mem.channel_release
tile.kernel @product(%A: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1) {
  %i = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %t = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  tile.pipelined %k = %i to %to stages(2) {
    tile.async_copy %A[%k, %i] to %s[%i, %i] tile tensor<64x64xf16> width 8 tma : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
    tile.async_copy %A[%k, %i] to %t[%i, %i] tile tensor<64x64xf16> width 8 tma : memref<?x?xf16>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
    tile.async_wait
    %d = tc.dot_async %s, %t instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x64xf16, #mem.swizzle<128>, shared> -> !tc.inflight<tensor<64x64xf32>>
    %r = tc.dot_wait 0, %d : !tc.inflight<tensor<64x64xf32>>
  }
}

// An scf.for says its wish in an attribute.

// CHECK-LABEL: tile.kernel @for
// CHECK: mem.channel groups : !mem.channel<3>
// CHECK: scf.for
// CHECK: mem.channel_acquire
// CHECK: mem.channel_release
tile.kernel @for(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[M, N], %from: index, %to: index) warps(4) grid(%b = 1)
    assume(A.stride0 mod 8 == 0, A.address mod 16 == 0, N mod 8 == 0) {
  %i = arith.constant 0 : index
  %one = arith.constant 1 : index
  %s = mem.alloc : !buffer
  %zero = arith.constant dense<0.0> : !tile
  %r = scf.for %k = %from to %to step %one iter_args(%c = %zero) -> (!tile) {
    tile.async_copy %A[%k, %i] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %x = tile.load %s[%i, %i] : !tile
    %d = arith.addf %c, %x : !tile
    scf.yield %d : !tile
  } {tile.stages = 3 : i64}
  tile.store %r, %B[%i, %i] {width = 8 : i64}
}

// Places that are carried through the loop, or read of memory, may be known iterations ahead.

// CHECK-LABEL: tile.kernel @indirect
// CHECK: mem.channel groups : !mem.channel<2>
// CHECK: mem.channel_acquire
// CHECK: tile.async_copy {{.*}} into
// CHECK: tile.async_copy {{.*}} into
// CHECK-NEXT: mem.channel_commit
// CHECK-NOT: tile.async_wait
tile.kernel @indirect(%A: memref<?x?xf16>[M, N], %I: memref<?xindex>[K], %B: memref<?x?xf16>[M, N], %to: index) warps(4) grid(%b = 1)
    assume(A.stride0 mod 8 == 0, A.address mod 16 == 0, N mod 8 == 0) {
  %i = arith.constant 0 : index
  %two = arith.constant 2 : index
  %s = mem.alloc : !buffer
  %t = mem.alloc : !buffer
  %zero = arith.constant dense<0.0> : !tile
  %r, %last = tile.pipelined %k = %i to %to stages(2) iter_args(%c = %zero, %at = %i) {
    tile.async_copy %A[%at, %i] to %s[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    %page = memref.load %I[%k] : memref<?xindex>
    tile.async_copy %A[%page, %i] to %t[%i, %i] tile !tile width 8 : memref<?x?xf16>, !buffer
    tile.async_wait
    %x = tile.load %s[%i, %i] : !tile
    %y = tile.load %t[%i, %i] : !tile
    %p = arith.addf %c, %x : !tile
    %d = arith.addf %p, %y : !tile
    %next = arith.addi %at, %two : index
    tile.yield %d, %next
  }
  tile.store %r, %B[%i, %i] {width = 8 : i64}
}
