// RUN: split-file %s %t
// RUN: tile-run %t/sums.mlir --device=cpu --level=thread --verify --exact --init=int --dim M=130 --dim K=600 --schedule=late
// RUN: tile-run %t/sums.mlir --device=cpu --level=thread --verify --exact --init=int --dim M=130 --dim K=64 --schedule=random:1
// RUN: tile-run %t/sums.mlir --device=cpu --level=thread --verify --exact --init=int --dim M=1 --dim K=600 --schedule=random:2
// RUN: tile-opt %t/sums.mlir --tile-to-thread-level=arch=sm_90a | FileCheck %t/sums.mlir
// RUN: tile-compile %t/sums.mlir --arch=sm_90a --emit=ptx -o %t.ptx
// RUN: FileCheck %t/sums.mlir --check-prefix=JSON < %t.json
// RUN: FileCheck %t/sums.mlir --check-prefix=PTX < %t.ptx
// RUN: tile-run %t/stored.mlir --device=cpu --level=thread --verify --exact --init=int --dim M=130 --dim K=600 --schedule=late
// RUN: tile-run %t/stored.mlir --device=cpu --level=thread --verify --exact --init=int --dim M=130 --dim K=600 --schedule=random:1
// RUN: tile-opt %t/stored.mlir --tile-to-thread-level=arch=sm_90a | FileCheck %t/stored.mlir
// RUN: sed 's/, #rows> width 8 into/> width 8 tma into/' %t/stored.mlir > %t/both.mlir
// RUN: tile-run %t/both.mlir --device=cpu --level=thread --verify --exact --init=int --dim M=130 --dim K=600 --schedule=late
// RUN: tile-run %t/both.mlir --device=cpu --level=thread --verify --exact --init=int --dim M=130 --dim K=600 --schedule=random:1
// RUN: tile-opt %t/both.mlir --tile-to-thread-level=arch=sm_90a | FileCheck %t/stored.mlir --check-prefix=BOTH
// RUN: tile-opt %t/groups.mlir --pass-pipeline="builtin.module(tile-set-target{arch=sm_80},tile-to-thread)" | FileCheck %t/groups.mlir
// RUN: tile-opt %t/one.mlir --pass-pipeline="builtin.module(tile-to-thread)" | FileCheck %t/one.mlir
// RUN: not tile-opt %t/apart.mlir --tile-to-thread 2>&1 | FileCheck %t/apart.mlir

//--- sums.mlir
// The sum of the columns of each row, in blocks of 64 columns that one warp has TMA copy four positions ahead.

// Two mbarriers a slot, made by the lane that has TMA fill the slots, which goes on at once. The others wait for that,
// and their warps say when they have read a slot; the tensor map is made by the host.
// CHECK: simt.kernel @sums{{.*}} threads(160) shared(65600)
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i32
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 16384 : i32
// CHECK-DAG: %[[SLOTS:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[EIGHT:.*]] = arith.constant 8 : index
// CHECK: %ch = mem.alloc {offset = 65536 : i64} : !mem.buffer<8x!mem.mbarrier, shared>
// CHECK-NEXT: %[[MAP:.*]] = mem.tensor_map %A : memref<?x?xf16> to !mem.tensor_map<128x64xf16, #mem.swizzle<128>>
// CHECK: cf.cond_br
// CHECK: mem.prefetch_tensor_map %[[MAP]]
// CHECK-COUNT-4: mem.mbarrier_init %ch[%{{.*}}] count 1
// CHECK-COUNT-4: mem.mbarrier_init %ch[%{{.*}}] count 4
// CHECK-NEXT: mem.fence_mbarrier_init
// CHECK: simt.barrier_arrive id %[[C0]] threads 160
// CHECK-NOT: simt.elect
// CHECK: %[[EMPTY:.*]] = arith.addi %[[AT:.*]], %[[C4]] : i32
// CHECK: %[[P:.*]] = arith.extui %{{.*}} : i1 to i32
// CHECK-NEXT: %[[BEFORE:.*]] = arith.xori %[[P]], %[[C1]] : i32
// CHECK-NEXT: mem.mbarrier_wait %ch[%[[EMPTY]]] parity %[[BEFORE]]
// CHECK: mem.tma_load %[[MAP]][%{{.*}}, %{{.*}}] to %{{.*}}[%[[C0]]] signal %ch[%[[AT]]]
// CHECK-NEXT: mem.mbarrier_arrive_expect_tx %ch[%[[AT]]] bytes %[[BYTES]]
// CHECK: simt.barrier id %[[C0]] threads 160
// CHECK: %[[SLOT:.*]] = arith.remui %[[N:.*]], %[[SLOTS]] : index
// CHECK: %[[FULL:.*]] = arith.index_cast %[[SLOT]] : index to i32
// CHECK-NEXT: %[[TURNS:.*]] = arith.remui %[[N]], %[[EIGHT]] : index
// CHECK-NEXT: %[[ODD:.*]] = arith.cmpi uge, %[[TURNS]], %[[SLOTS]] : index
// CHECK-NEXT: %[[PARITY:.*]] = arith.extui %[[ODD]] : i1 to i32
// CHECK-NEXT: mem.mbarrier_wait %ch[%[[FULL]]] parity %[[PARITY]]
// CHECK: mem.fence_proxy_async shared
// CHECK-NEXT: simt.warp_sync
// CHECK: mem.mbarrier_arrive %ch

// JSON: {"kind": "tensor_map", "arg": "A", "element": "f16", "dims": [1, 0], "box": [64, 128], "swizzle": 128, "fill": "zeros"}
// PTX: cp.async.bulk.tensor.2d

tile.kernel @sums(%A: memref<?x?xf16>[M, K], %S: memref<?xf32>[M]) warps(4) grid(%i = ceildiv(M, 128))
    assume(K mod 8 == 0, A.address mod 16 == 0, min(M, K) > 0, max(M, K) < 1000000) {
  %s = mem.alloc : !mem.buffer<4x128x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier : !mem.channel<4>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %k = tile.dim K
  %n = arith.ceildivsi %k, %c64 : index
  %row = arith.muli %i, %c128 : index
  tile.warp_specialize
    role("sum") warps(4) {
      %start = arith.constant dense<0.0> : tensor<128xf32>
      %sum = scf.for %p = %zero to %n step %one iter_args(%x = %start) -> (tensor<128xf32>) {
        %slot = arith.remui %p, %four : index
        %v = mem.index %s[%slot] : !mem.buffer<4x128x64xf16, #mem.swizzle<128>, shared>
        mem.channel_wait %ch[%p] : !mem.channel<4>
        %t = tile.load %v[%zero, %zero] : tensor<128x64xf16>
        %f = arith.extf %t : tensor<128x64xf16> to tensor<128x64xf32>
        %r = tile.reduce arith.addf %f axis 1
        mem.channel_release %ch[%p] : !mem.channel<4>
        %y = arith.addf %x, %r : tensor<128xf32>
        scf.yield %y : tensor<128xf32>
      }
      tile.store %sum, %S[%row]
    }
    role("load") warps(1) {
      scf.for %p = %zero to %n step %one {
        %slot = arith.remui %p, %four : index
        %v = mem.index %s[%slot] : !mem.buffer<4x128x64xf16, #mem.swizzle<128>, shared>
        %column = arith.muli %p, %c64 : index
        mem.channel_acquire %ch[%p] : !mem.channel<4>
        tile.async_copy %A[%row, %column] to %v[%zero, %zero] tile tensor<128x64xf16> width 8 tma into %ch[%p] : memref<?x?xf16>, !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>, !mem.channel<4>
        mem.channel_commit %ch[%p] : !mem.channel<4>
      }
    }
}

//--- stored.mlir
// What cp.async copies, or TMA, beside what the producer stores itself: each thread says that it has stored, and when
// its copies are there.
// CHECK-COUNT-4: mem.mbarrier_init %ch[%{{.*}}] count 256
// CHECK-COUNT-4: mem.mbarrier_init %ch[%{{.*}}] count 4
// CHECK: mem.cp_async_mbarrier_arrive %ch[%[[AT:.*]]] noinc
// CHECK-NEXT: mem.mbarrier_arrive %ch[%[[AT]]]
// BOTH-COUNT-4: mem.mbarrier_init %ch[%{{.*}}] count 129
// BOTH: mem.tma_load
// BOTH: mem.mbarrier_arrive %ch[%[[AT:.*]]] :
// BOTH: mem.mbarrier_arrive_expect_tx %ch[%[[AT]]]
#rows = #tile.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0], [64, 0]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]]>
tile.kernel @sums(%A: memref<?x?xf16>[M, K], %S: memref<?xf32>[M]) warps(4) grid(%i = ceildiv(M, 128))
    assume(K mod 8 == 0, A.address mod 16 == 0, min(M, K) > 0, max(M, K) < 1000000) {
  %s = mem.alloc : !mem.buffer<4x128x64xf16, #mem.swizzle<128>, shared>
  %e = mem.alloc : !mem.buffer<4x128xf32, shared>
  %ch = mem.channel mbarrier : !mem.channel<4>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %k = tile.dim K
  %n = arith.ceildivsi %k, %c64 : index
  %row = arith.muli %i, %c128 : index
  tile.warp_specialize
    role("sum") warps(4) {
      %start = arith.constant dense<0.0> : tensor<128xf32>
      %sum = scf.for %p = %zero to %n step %one iter_args(%x = %start) -> (tensor<128xf32>) {
        %slot = arith.remui %p, %four : index
        %v = mem.index %s[%slot] : !mem.buffer<4x128x64xf16, #mem.swizzle<128>, shared>
        %w = mem.index %e[%slot] : !mem.buffer<4x128xf32, shared>
        mem.channel_wait %ch[%p] : !mem.channel<4>
        %more = tile.load %w[%zero] : tensor<128xf32>
        %t = tile.load %v[%zero, %zero] : tensor<128x64xf16>
        %f = arith.extf %t : tensor<128x64xf16> to tensor<128x64xf32>
        %r = tile.reduce arith.addf %f axis 1
        mem.channel_release %ch[%p] : !mem.channel<4>
        %r2 = arith.addf %more, %r : tensor<128xf32>
        %y = arith.addf %x, %r2 : tensor<128xf32>
        scf.yield %y : tensor<128xf32>
      }
      tile.store %sum, %S[%row]
    }
    role("load") warps(4) {
      scf.for %p = %zero to %n step %one {
        %slot = arith.remui %p, %four : index
        %v = mem.index %s[%slot] : !mem.buffer<4x128x64xf16, #mem.swizzle<128>, shared>
        %w = mem.index %e[%slot] : !mem.buffer<4x128xf32, shared>
        %o = arith.index_cast %p : index to i32
        %of = arith.sitofp %o : i32 to f32
        %ones = tile.splat %of : f32 to tensor<128xf32>
        %column = arith.muli %p, %c64 : index
        mem.channel_acquire %ch[%p] : !mem.channel<4>
        tile.async_copy %A[%row, %column] to %v[%zero, %zero] tile tensor<128x64xf16, #rows> width 8 into %ch[%p] : memref<?x?xf16>, !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>, !mem.channel<4>
        tile.store %ones, %w[%zero]
        mem.channel_commit %ch[%p] : !mem.channel<4>
      }
    }
}

//--- groups.mlir
// A group for each position, whether its copies are made or not; a wait leaves as many under way as it says.
// CHECK: mem.cp_async {{.*}} if %p
// CHECK-NOT: mem.async_commit
// CHECK: mem.async_commit
// CHECK: mem.cp_async {{.*}} if %p
// CHECK-NOT: mem.async_commit
// CHECK: mem.cp_async {{.*}} if %p
// CHECK-NEXT: mem.async_commit
// CHECK-NEXT: mem.async_wait 1
// CHECK-NEXT: simt.barrier
// CHECK-NOT: mbarrier
#rows = #tile.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [0, 32]]>
tile.kernel @groups(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[M, K], %p: i1) warps(4) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<2x32x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel groups : !mem.channel<2>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %v = mem.index %s[%zero] : !mem.buffer<2x32x64xf16, #mem.swizzle<128>, shared>
  %w = mem.index %s[%one] : !mem.buffer<2x32x64xf16, #mem.swizzle<128>, shared>
  scf.if %p {
    mem.channel_acquire %ch[%zero] : !mem.channel<2>
    tile.async_copy %A[%zero, %zero] to %v[%zero, %zero] tile tensor<32x64xf16, #rows> width 8 tma into %ch[%zero] : memref<?x?xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>, !mem.channel<2>
    mem.channel_commit %ch[%zero] : !mem.channel<2>
  }
  scf.if %p {
    mem.channel_acquire %ch[%one] : !mem.channel<2>
    tile.async_copy %A[%one, %zero] to %w[%zero, %zero] tile tensor<32x64xf16, #rows> width 8 into %ch[%one] : memref<?x?xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>, !mem.channel<2>
    mem.channel_commit %ch[%one] : !mem.channel<2>
  }
  mem.channel_wait %ch[%zero] pending 1 : !mem.channel<2>
  simt.barrier
  %t = tile.load %v[%zero, %zero] : tensor<32x64xf16, #rows>
  tile.store %t, %B[%zero, %zero] {width = 8 : i64}
}

//--- one.mlir
// Where all warps copy and read, one thread waits for the slot, copies and commits, in one branch: the others need not
// know that the slot was free.
// CHECK: mem.fence_mbarrier_init
// CHECK-NOT: mem.mbarrier_wait
// CHECK: scf.if
// CHECK-NEXT: mem.mbarrier_wait %ch[%{{.*}}] parity %{{.*}}
// CHECK-NEXT: mem.tma_load
// CHECK-NEXT: mem.tma_load
// CHECK-NEXT: mem.mbarrier_arrive_expect_tx
// CHECK-NEXT: }
// CHECK: mem.mbarrier_wait
// CHECK: mem.fence_proxy_async shared
// CHECK-NEXT: simt.warp_sync
// CHECK-NEXT: mem.mbarrier_arrive %{{.*}} if %
#rows = #tile.layout<register = [[0, 1], [0, 2], [0, 4], [16, 0]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [0, 32]]>
tile.kernel @one(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[M, K], %n: index) warps(4) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<2x32x64xf16, #mem.swizzle<128>, shared>
  %t = mem.alloc : !mem.buffer<2x32x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier : !mem.channel<2>
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %slot = arith.remui %n, %two : index
  %v = mem.index %s[%slot] : !mem.buffer<2x32x64xf16, #mem.swizzle<128>, shared>
  %w = mem.index %t[%slot] : !mem.buffer<2x32x64xf16, #mem.swizzle<128>, shared>
  mem.channel_acquire %ch[%n] : !mem.channel<2>
  tile.async_copy %A[%n, %zero] to %v[%zero, %zero] tile tensor<32x64xf16, #rows> width 8 tma into %ch[%n] : memref<?x?xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>, !mem.channel<2>
  tile.async_copy %B[%n, %zero] to %w[%zero, %zero] tile tensor<32x64xf16, #rows> width 8 tma into %ch[%n] : memref<?x?xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>, !mem.channel<2>
  mem.channel_commit %ch[%n] : !mem.channel<2>
  mem.channel_wait %ch[%n] : !mem.channel<2>
  %x = tile.load %v[%zero, %zero] : tensor<32x64xf16, #rows>
  %y = tile.load %w[%zero, %zero] : tensor<32x64xf16, #rows>
  mem.channel_release %ch[%n] : !mem.channel<2>
  %z = arith.addf %x, %y : tensor<32x64xf16, #rows>
  tile.store %z, %B[%n, %zero] {width = 8 : i64}
}

//--- apart.mlir
// CHECK: error: 'tile.async_copy' op has no mem.channel_commit of its channel behind it in its block
// CHECK: help: let all copies of a position stand between its mem.channel_acquire and its mem.channel_commit, in one block
tile.kernel @apart(%A: memref<?x?xf16>[M, K], %p: i1) warps(4) grid(%i = 1) {
  %s = mem.alloc : !mem.buffer<1x32x64xf16, #mem.swizzle<128>, shared>
  %ch = mem.channel mbarrier : !mem.channel<1>
  %zero = arith.constant 0 : index
  %v = mem.index %s[%zero] : !mem.buffer<1x32x64xf16, #mem.swizzle<128>, shared>
  mem.channel_acquire %ch[%zero] : !mem.channel<1>
  scf.if %p {
    tile.async_copy %A[%zero, %zero] to %v[%zero, %zero] tile tensor<32x64xf16> width 8 tma into %ch[%zero] : memref<?x?xf16>, !mem.buffer<32x64xf16, #mem.swizzle<128>, shared>, !mem.channel<1>
  }
  mem.channel_commit %ch[%zero] : !mem.channel<1>
}
