// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-pipeline{schedule-only})' | FileCheck %s --check-prefix=SCHEDULE
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-pipeline)' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-pipeline{schedule-only},tile-pipeline)' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-pipeline)' --remarks-filter=tile-pipeline 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// Copies and what their addresses need are two stages ahead of their uses; slots, of which there are three, are counted in both.
// In a step they stand behind the wait and the loads that follow it.

// SCHEDULE-LABEL: tile.kernel @copies
// SCHEDULE: tile.pipelined
// SCHEDULE-SAME: iter_args(%c = %zero, %[[EARLY:.*]] = %[[FIRST:.*]], %[[LATE:.*]] = %[[FIRST]])
// SCHEDULE-DAG: %[[TO:.*]] = mem.index %buf[%[[EARLY]]] {tile.order = 3 : i64, tile.stage = 0 : i64}
// SCHEDULE-DAG: %[[FROM:.*]] = mem.index %buf[%[[LATE]]] {tile.order = 0 : i64, tile.stage = 2 : i64}
// SCHEDULE: mem.channel_acquire %ch[%k] {tile.order = 4 : i64, tile.stage = 0 : i64}
// SCHEDULE: tile.async_copy %A[%k, %at] to %[[TO]][%c0] {{.*}} {tile.order = 5 : i64, tile.stage = 0 : i64}
// SCHEDULE: mem.channel_commit %ch[%k] {tile.order = 6 : i64, tile.stage = 0 : i64}
// SCHEDULE: mem.channel_wait %ch[%k] {tile.order = 1 : i64, tile.stage = 2 : i64}
// SCHEDULE: tile.load %[[FROM]][%c0] {tile.order = 2 : i64, tile.stage = 2 : i64}
// SCHEDULE: mem.channel_release %ch[%k] {tile.order = {{[0-9]+}} : i64, tile.stage = 2 : i64}
// SCHEDULE: arith.addf {{.*}} {tile.order = {{[0-9]+}} : i64, tile.stage = 2 : i64}

// CHECK-LABEL: tile.kernel @copies
// CHECK: %[[FIRST:.*]] = arith.cmpi slt, %[[LOWER:.*]], %[[UPPER:.*]] : index
// CHECK: scf.if %[[FIRST]] {
// CHECK-NEXT: mem.index %buf
// CHECK: mem.channel_acquire %ch[%[[LOWER]]]
// CHECK-NEXT: tile.async_copy %A[%[[LOWER]], %at]
// CHECK-NEXT: mem.channel_commit %ch[%[[LOWER]]]
// CHECK: %[[ONE:.*]] = arith.addi %[[LOWER]], %
// CHECK: scf.if
// CHECK: mem.channel_acquire %ch[%[[ONE]]]
// CHECK-NEXT: tile.async_copy %A[%[[ONE]], %at]
// CHECK-NEXT: mem.channel_commit %ch[%[[ONE]]]
// CHECK: tile.pipelined %k = %[[LOWER]] to %[[UPPER]] iter_args(%c = %zero, {{.*}}) {
// CHECK: %[[AHEAD:.*]] = arith.addi %k, %
// CHECK: mem.channel_wait %ch[%k]
// CHECK-NEXT: tile.load
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[AHEAD]], %[[UPPER]] : index
// CHECK-NEXT: scf.if %[[MORE]] {
// CHECK: mem.channel_acquire %ch[%[[AHEAD]]]
// CHECK-NEXT: tile.async_copy %A[%[[AHEAD]], %at]
// CHECK-NEXT: mem.channel_commit %ch[%[[AHEAD]]]
// CHECK-NEXT: }
// CHECK-NEXT: mem.channel_release %ch[%k]
// CHECK-NEXT: arith.addf
// CHECK-NOT: arith.remui
// CHECK: tile.yield
// CHECK: tile.store
// REMARK: :8: remark: overlaps 3 iterations [pipeline]
tile.kernel @copies(%A: memref<?x?xf32>[M, N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %buf = mem.alloc : !mem.buffer<3x128xf32, shared>
  %ch = mem.channel groups : !mem.channel<3>
  %three = arith.constant 3 : index
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %at = arith.muli %b, %c128 : index
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %m = tile.dim M
  %r = tile.pipelined %k = %c0 to %m stages(3) iter_args(%c = %zero) {
    %slot = arith.remui %k, %three : index
    %s = mem.index %buf[%slot] : !mem.buffer<3x128xf32, shared>
    mem.channel_acquire %ch[%k] : !mem.channel<3>
    tile.async_copy %A[%k, %at] to %s[%c0] tile tensor<128xf32> width 1 into %ch[%k] : memref<?x?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<3>
    mem.channel_commit %ch[%k] : !mem.channel<3>
    mem.channel_wait %ch[%k] : !mem.channel<3>
    %x = tile.load %s[%c0] : tensor<128xf32>
    mem.channel_release %ch[%k] : !mem.channel<3>
    %y = arith.addf %c, %x : tensor<128xf32>
    tile.yield %y
  }
  tile.store %r, %B[%at]
}

// A load that no copy replaces is issued behind the store of the one before, and waits in registers.

// SCHEDULE-LABEL: tile.kernel @load
// SCHEDULE: tile.load %A[%k, %at] {tile.order = 1 : i64, tile.stage = 0 : i64}
// SCHEDULE: tile.store %a, %buf[%c0] {tile.order = 0 : i64, tile.stage = 1 : i64}
// SCHEDULE: tile.load %buf[%c0] {tile.order = 2 : i64, tile.stage = 1 : i64}
// CHECK-LABEL: tile.kernel @load
// CHECK: %[[NONE:.*]] = scf.if %{{.*}} -> (tensor<128xf32>) {
// CHECK-NEXT: %[[A:.*]] = tile.load %A
// CHECK-NEXT: scf.yield %[[A]]
// CHECK: } else {
// CHECK-NEXT: arith.constant dense<0.000000e+00> : tensor<128xf32>
// CHECK: tile.pipelined {{.*}} iter_args(%c = %zero, %[[HELD:.*]] = %[[NONE]])
// CHECK: tile.store %[[HELD]], %buf[%c0]
// CHECK: %[[NEXT:.*]] = scf.if
// CHECK: %[[X:.*]] = tile.load %buf[%c0]
// CHECK: %[[Y:.*]] = arith.addf %c, %[[X]]
// CHECK: tile.yield %[[Y]], %[[NEXT]]
tile.kernel @load(%A: memref<?x?xf32>[M, N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %buf = mem.alloc : !mem.buffer<128xf32, shared>
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %at = arith.muli %b, %c128 : index
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %r = tile.pipelined %k = 0 to M stages(2) iter_args(%c = %zero) {
    %a = tile.load %A[%k, %at] : tensor<128xf32>
    tile.store %a, %buf[%c0]
    %x = tile.load %buf[%c0] : tensor<128xf32>
    %y = arith.addf %c, %x : tensor<128xf32>
    tile.yield %y
  }
  tile.store %r, %B[%at]
}

// What the loop stores may be what it loads; and a row that depends on what the row before had is not known ahead.

// CHECK-LABEL: tile.kernel @not
// CHECK-NOT: scf.if
// REMARK: :10: remark: stays in its iteration: the loop writes memory that it may read [missed-pipeline]
// REMARK: :3: remark: is not pipelined: nothing in an iteration can start before the one before has ended [missed-pipeline]
// REMARK: :10: remark: stays in its iteration: what it reads, or where, depends on what the iteration before has made of it [missed-pipeline]
// REMARK: :8: remark: is not pipelined: nothing in an iteration can start before the one before has ended [missed-pipeline]
tile.kernel @not(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[M, N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %c0 = arith.constant 0 : index
  %c128 = arith.constant 128 : index
  %at = arith.muli %b, %c128 : index
  %m = tile.dim M
  tile.pipelined %k = 0 to %m stages(3) {
    %a = tile.load %A[%k, %at] : tensor<128xf32>
    %x = arith.addf %a, %a : tensor<128xf32>
    tile.store %x, %B[%k, %at]
  }
  %f = arith.constant 0 : i32
  %buf = mem.alloc : !mem.buffer<128xf32, shared>
  %r = tile.pipelined %k = 0 to %m stages(2) iter_args(%row = %c0) {
    %a = tile.load %A[%row, %at] : tensor<128xf32>
    tile.store %a, %buf[%c0]
    %v = mem.load %buf[%c0] : !mem.buffer<128xf32, shared>, f32
    %i = arith.fptosi %v : f32 to i32
    %n = arith.index_cast %i : i32 to index
    tile.yield %n
  }
  tile.print "r", %r : index
}

// Behind a loop whose copies end groups of cp.async there are none under way any more, which a wait says to those who
// look for shared memory that is free. Not where a loop around has copies that are to go on.

// CHECK-LABEL: tile.kernel @groups
// CHECK: scf.for
// CHECK: tile.pipelined
// CHECK: tile.yield
// CHECK-NEXT: }
// CHECK-NEXT: tile.async_wait
// CHECK: }
// CHECK-NOT: tile.async_wait
tile.kernel @groups(%A: memref<?x?xf32>[M, N], %B: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %buf = mem.alloc : !mem.buffer<2x128xf32, shared>
  %ch = mem.channel groups : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : index
  %m = tile.dim M
  %end = scf.for %i = %c0 to %two step %c1 iter_args(%n = %c0) -> (index) {
    %last = tile.pipelined %k = 0 to %m stages(2) iter_args(%p = %n) {
      %slot = arith.remui %p, %two : index
      %s = mem.index %buf[%slot] : !mem.buffer<2x128xf32, shared>
      mem.channel_acquire %ch[%p] : !mem.channel<2>
      tile.async_copy %A[%k, %c0] to %s[%c0] tile tensor<128xf32> width 1 into %ch[%p] : memref<?x?xf32>, !mem.buffer<128xf32, shared>, !mem.channel<2>
      mem.channel_commit %ch[%p] : !mem.channel<2>
      mem.channel_wait %ch[%p] : !mem.channel<2>
      %x = tile.load %s[%c0] : tensor<128xf32>
      mem.channel_release %ch[%p] : !mem.channel<2>
      %q = arith.addi %p, %c1 : index
      tile.yield %q
    }
    scf.yield %last : index
  }
}

// What only the later stage uses of a counted slot counts with that stage.
// CHECK-LABEL: tile.kernel @twins
// SCHEDULE-LABEL: tile.kernel @twins
// SCHEDULE: iter_args(%c = %z, %[[EARLY:.*]] = %slot, %[[LATE:.*]] = %slot)
// SCHEDULE-DAG: mem.index %s[%[[EARLY]]] {{.*}}tile.stage = 0
// SCHEDULE-DAG: mem.index %s[%[[LATE]]] {{.*}}tile.stage = 2
// SCHEDULE-DAG: mem.index %t[%[[LATE]]] {{.*}}tile.stage = 2
tile.kernel @twins(%A: memref<?x32xf32>[N, ?], %C: memref<?x32xf32>[N, ?]) warps(1) grid(%b = 1) {
  %s = mem.alloc : !mem.buffer<3x32xf32, shared>
  %t = mem.alloc : !mem.buffer<3x32xf32, shared>
  %ch = mem.channel groups : !mem.channel<3>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tile.dim N
  %z = arith.constant dense<0.0> : tensor<32xf32>
  %ones = arith.constant dense<1.0> : tensor<3x32xf32>
  tile.store %ones, %t[%c0, %c0]
  %sum = tile.pipelined %k = %c0 to %n stages(3) iter_args(%c = %z) {
    %slot = arith.remui %k, %c3 : index
    %v = mem.index %s[%slot] : !mem.buffer<3x32xf32, shared>
    %w = mem.index %t[%slot] : !mem.buffer<3x32xf32, shared>
    mem.channel_acquire %ch[%k] : !mem.channel<3>
    tile.async_copy %A[%k, %c0] to %v[%c0] tile tensor<32xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [1]>> width 1 into %ch[%k] : memref<?x32xf32>, !mem.buffer<32xf32, shared>, !mem.channel<3>
    mem.channel_commit %ch[%k] : !mem.channel<3>
    mem.channel_wait %ch[%k] : !mem.channel<3>
    %x = tile.load %v[%c0] : tensor<32xf32>
    %y = tile.load %w[%c0] : tensor<32xf32>
    mem.channel_release %ch[%k] : !mem.channel<3>
    %p = arith.mulf %x, %y : tensor<32xf32>
    %d = arith.addf %c, %p : tensor<32xf32>
    tile.yield %d
  }
  tile.store %sum, %C[%c0, %c0]
}

// A position that is a number more than the counter is counted, also where the number stands in the loop.
// CHECK-LABEL: tile.kernel @number_inside
// SCHEDULE-LABEL: tile.kernel @number_inside
// SCHEDULE: %[[FROM:.*]] = arith.addi %c0, %{{.*}} : index
// SCHEDULE: %[[FIRST:.*]] = arith.remui %[[FROM]], %c3 : index
// SCHEDULE: iter_args(%c = %z, %{{.*}} = %[[FIRST]]
// SCHEDULE-NOT: arith.remui
// SCHEDULE: tile.store
tile.kernel @number_inside(%A: memref<?x32xf32>[N, ?], %C: memref<?x32xf32>[N, ?]) warps(1) grid(%b = 1) {
  %s = mem.alloc : !mem.buffer<3x32xf32, shared>
  %ch = mem.channel groups : !mem.channel<3>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tile.dim N
  %z = arith.constant dense<0.0> : tensor<32xf32>
  %sum = tile.pipelined %k = %c0 to %n stages(3) iter_args(%c = %z) {
    %two = arith.constant 2 : index
    %at = arith.addi %k, %two : index
    %slot = arith.remui %at, %c3 : index
    %v = mem.index %s[%slot] : !mem.buffer<3x32xf32, shared>
    mem.channel_acquire %ch[%at] : !mem.channel<3>
    tile.async_copy %A[%k, %c0] to %v[%c0] tile tensor<32xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [1]>> width 1 into %ch[%at] : memref<?x32xf32>, !mem.buffer<32xf32, shared>, !mem.channel<3>
    mem.channel_commit %ch[%at] : !mem.channel<3>
    mem.channel_wait %ch[%at] : !mem.channel<3>
    %x = tile.load %v[%c0] : tensor<32xf32>
    mem.channel_release %ch[%at] : !mem.channel<3>
    %d = arith.addf %c, %x : tensor<32xf32>
    tile.yield %d
  }
  tile.store %sum, %C[%c0, %c0]
}

// Copies stay behind a wait for what was stored to memory, which they may read; so nothing overlaps. One for stores to other
// memory, or for the buffers, lets them go.
// CHECK-LABEL: tile.kernel @complete
// SCHEDULE-LABEL: tile.kernel @complete
// CHECK-NOT: tile.async_copy
// CHECK: tile.pipelined
// CHECK: tile.async_store_wait complete
// CHECK: tile.async_copy
// CHECK-LABEL: tile.kernel @apart
// SCHEDULE-LABEL: tile.kernel @apart
// CHECK: tile.async_copy
// CHECK: tile.pipelined
// CHECK: tile.async_store_wait complete
// CHECK: tile.async_copy
// CHECK-LABEL: tile.kernel @buffers
// SCHEDULE-LABEL: tile.kernel @buffers
// CHECK: tile.async_copy
// CHECK: tile.pipelined
// CHECK: tile.async_store_wait{{$}}
// CHECK: tile.async_copy
tile.kernel @complete(%A: memref<?x32xf32>[N, ?], %C: memref<?x32xf32>[N, ?]) warps(1) grid(%b = 1) {
  %s = mem.alloc : !mem.buffer<3x32xf32, shared>
  %o = mem.alloc : !mem.buffer<8x32xf32, shared>
  %ch = mem.channel groups : !mem.channel<3>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tile.dim N
  %z = arith.constant dense<0.0> : tensor<32xf32>
  tile.async_store %o to %C[%c0, %c0] : !mem.buffer<8x32xf32, shared>, memref<?x32xf32>
  %sum = tile.pipelined %k = %c0 to %n stages(3) iter_args(%c = %z) {
    %slot = arith.remui %k, %c3 : index
    %v = mem.index %s[%slot] : !mem.buffer<3x32xf32, shared>
    tile.async_store_wait complete
    mem.channel_acquire %ch[%k] : !mem.channel<3>
    tile.async_copy %A[%k, %c0] to %v[%c0] tile tensor<32xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [1]>> width 1 into %ch[%k] : memref<?x32xf32>, !mem.buffer<32xf32, shared>, !mem.channel<3>
    mem.channel_commit %ch[%k] : !mem.channel<3>
    mem.channel_wait %ch[%k] : !mem.channel<3>
    %x = tile.load %v[%c0] : tensor<32xf32>
    mem.channel_release %ch[%k] : !mem.channel<3>
    %d = arith.addf %c, %x : tensor<32xf32>
    tile.yield %d
  }
  tile.store %sum, %C[%c0, %c0]
}
tile.kernel @apart(%A: memref<?x32xf32>[N, ?], %C: memref<?x32xf32>[N, ?]) warps(1) grid(%b = 1) assume(disjoint(A, C)) {
  %s = mem.alloc : !mem.buffer<3x32xf32, shared>
  %o = mem.alloc : !mem.buffer<8x32xf32, shared>
  %ch = mem.channel groups : !mem.channel<3>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tile.dim N
  %z = arith.constant dense<0.0> : tensor<32xf32>
  tile.async_store %o to %C[%c0, %c0] : !mem.buffer<8x32xf32, shared>, memref<?x32xf32>
  %sum = tile.pipelined %k = %c0 to %n stages(3) iter_args(%c = %z) {
    %slot = arith.remui %k, %c3 : index
    %v = mem.index %s[%slot] : !mem.buffer<3x32xf32, shared>
    tile.async_store_wait complete
    mem.channel_acquire %ch[%k] : !mem.channel<3>
    tile.async_copy %A[%k, %c0] to %v[%c0] tile tensor<32xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [1]>> width 1 into %ch[%k] : memref<?x32xf32>, !mem.buffer<32xf32, shared>, !mem.channel<3>
    mem.channel_commit %ch[%k] : !mem.channel<3>
    mem.channel_wait %ch[%k] : !mem.channel<3>
    %x = tile.load %v[%c0] : tensor<32xf32>
    mem.channel_release %ch[%k] : !mem.channel<3>
    %d = arith.addf %c, %x : tensor<32xf32>
    tile.yield %d
  }
  tile.store %sum, %C[%c0, %c0]
}
tile.kernel @buffers(%A: memref<?x32xf32>[N, ?], %C: memref<?x32xf32>[N, ?]) warps(1) grid(%b = 1) {
  %s = mem.alloc : !mem.buffer<3x32xf32, shared>
  %o = mem.alloc : !mem.buffer<8x32xf32, shared>
  %ch = mem.channel groups : !mem.channel<3>
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tile.dim N
  %z = arith.constant dense<0.0> : tensor<32xf32>
  tile.async_store %o to %C[%c0, %c0] : !mem.buffer<8x32xf32, shared>, memref<?x32xf32>
  %sum = tile.pipelined %k = %c0 to %n stages(3) iter_args(%c = %z) {
    %slot = arith.remui %k, %c3 : index
    %v = mem.index %s[%slot] : !mem.buffer<3x32xf32, shared>
    tile.async_store_wait
    mem.channel_acquire %ch[%k] : !mem.channel<3>
    tile.async_copy %A[%k, %c0] to %v[%c0] tile tensor<32xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [1]>> width 1 into %ch[%k] : memref<?x32xf32>, !mem.buffer<32xf32, shared>, !mem.channel<3>
    mem.channel_commit %ch[%k] : !mem.channel<3>
    mem.channel_wait %ch[%k] : !mem.channel<3>
    %x = tile.load %v[%c0] : tensor<32xf32>
    mem.channel_release %ch[%k] : !mem.channel<3>
    %d = arith.addf %c, %x : tensor<32xf32>
    tile.yield %d
  }
  tile.store %sum, %C[%c0, %c0]
}
