// RUN: tile-opt %s --tile-to-thread-level=arch=sm_90a | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=100 --dim K=296
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=100 --dim K=64 --schedule=random:1
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=100 --dim K=296 --schedule=random:2

// Both blocks of a cluster add up the same rows, of which each loads half of every slot for both.
!slots = !mem.buffer<2x64x64xf16, #mem.swizzle<128>, shared>
!slot = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>

// CHECK: simt.kernel @both{{.*}} cluster(2) {{.*}} grid(2, ceildiv(M, 64))
// CHECK-DAG: %[[ALL:.*]] = arith.constant 3 : i16
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 8192 : i32
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[RANK:.*]] = simt.cluster_rank : i32
// Four warps of each block release a slot; those of the other one end.
// CHECK: cf.cond_br
// CHECK-DAG: mem.mbarrier_init %done[%[[C0]]] count 4
// CHECK-DAG: mem.mbarrier_init %ch[%[[C0]]] count 1
// CHECK-DAG: mem.mbarrier_init %ch[%[[C1]]] count 1
// CHECK-DAG: mem.mbarrier_init %ch[%{{.*}}] count 8
// CHECK-DAG: mem.mbarrier_init %ch[%{{.*}}] count 8
// CHECK: mem.fence_mbarrier_init
// CHECK: simt.cluster_arrive relaxed
// CHECK-NEXT: simt.cluster_wait
// CHECK-DAG: %[[PEER:.*]] = arith.xori %[[RANK]], %[[C1]] : i32
// CHECK-DAG: %[[THERE:.*]] = mem.map_cluster %ch, %[[PEER]]
// CHECK-DAG: %[[END:.*]] = mem.map_cluster %done, %[[PEER]]
// Rows 32 of memory and of the slot begin the part of the second block. All of the slot's bytes come here.
// CHECK: mem.tma_load %{{.*}}[%{{.*}}, %{{.*}}] to %{{.*}}[%{{.*}}] signal %ch[%[[AT:.*]]] multicast %[[ALL]] : !mem.tensor_map<32x64xf16, #mem.swizzle<128>>
// CHECK-NEXT: mem.mbarrier_arrive_expect_tx %ch[%[[AT]]] bytes %[[BYTES]]
// CHECK: mem.mbarrier_wait %ch
// CHECK: mem.mbarrier_arrive %ch[%[[EMPTY:.*]]]
// CHECK-NEXT: mem.mbarrier_arrive %[[THERE]][%[[EMPTY]]]
// The last that a warp does.
// CHECK: mem.mbarrier_arrive %[[END]][%[[C0]]]
// CHECK: mem.mbarrier_wait %done[%[[C0]]] parity %[[C0]]
// CHECK: simt.return
tile.kernel @both(%A: memref<?x?xf16>[M, K], %S: memref<2x?xf32>[?, M]) warps(4) multicast(2) grid(%rank = 2, %i = ceildiv(M, 64))
    assume(K mod 8 == 0, A.address mod 16 == 0, min(M, K) > 0, max(M, K) < 1000000) {
  %s = mem.alloc : !slots
  %ch = mem.channel mbarrier multicast 2 : !mem.channel<2>
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %row = arith.muli %i, %c64 : index
  %sums = tile.pipelined %k = 0 to ceildiv(K, 64) iter_args(%sum = %none) {
    %at = arith.muli %k, %c64 : index
    %n = arith.remui %k, %two : index
    %slot = mem.index %s[%n] : !slots
    mem.channel_acquire %ch[%k] : !mem.channel<2>
    tile.async_copy %A[%row, %at] to %slot[%zero, %zero] tile tensor<64x64xf16> width 8 tma multicast into %ch[%k] : memref<?x?xf16>, !slot, !mem.channel<2>
    mem.channel_commit %ch[%k] : !mem.channel<2>
    mem.channel_wait %ch[%k] : !mem.channel<2>
    %x = tile.load %slot[%zero, %zero] : tensor<64x64xf16>
    mem.channel_release %ch[%k] : !mem.channel<2>
    %y = arith.extf %x : tensor<64x64xf16> to tensor<64x64xf32>
    %t = tile.reduce arith.addf %y axis 1
    %more = arith.addf %sum, %t : tensor<64xf32>
    tile.yield %more
  }
  tile.store %sums, %S[%rank, %row]
}
