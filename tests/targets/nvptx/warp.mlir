// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o %t.ptx && FileCheck %s < %t.ptx
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// What lanes, warps and blocks do together: an instruction each, one for every 32 bits of a shuffle.

// CHECK-LABEL: .entry lanes
simt.kernel @lanes(%A: memref<?xi32>[N], %x: f32, %y: f64, %h: f16) threads(32) grid(N) {
  %t = simt.lane_id : i32
  %two = arith.constant 2 : i32
  %i = arith.index_cast %t : i32 to index
  // CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 2, 31, -1;
  // CHECK: shfl.sync.idx.b32 %{{.*}}, %{{.*}}, %{{.*}}, 4127, -1;
  // CHECK: shfl.sync.up.b32 %{{.*}}, %{{.*}}, 2, 6144, -1;
  // CHECK: shfl.sync.down.b32 %{{.*}}, %{{.*}}, 2, 31, %r{{[0-9]+}};
  %a = simt.shuffle xor %t, %two : i32
  %b = simt.shuffle idx %x, %t width 16 : f32
  %c = simt.shuffle up %h, %two width 8 : f16
  %d = simt.shuffle down %y, %two mask %t : f64
  // CHECK: shfl.sync.down.b32
  // CHECK: vote.sync.all.pred
  // CHECK: vote.sync.any.pred
  // CHECK: vote.sync.ballot.b32
  %p = arith.cmpi slt, %a, %t : i32
  %all = simt.vote all %p : i1
  %any = simt.vote any %p : i1
  %ballot = simt.vote ballot %p : i32
  // CHECK: elect.sync
  %one = simt.elect : i1
  // CHECK: redux.sync.add.s32
  // CHECK: redux.sync.max.u32
  // CHECK: redux.sync.min.s32
  // CHECK: redux.sync.xor.b32
  %s0 = simt.redux addi %a : i32
  %s1 = simt.redux maxu %s0 : i32
  %s2 = simt.redux mins %s1 : i32
  %s3 = simt.redux xori %s2 : i32
  // CHECK: bar.warp.sync
  simt.warp_sync
  %bi = arith.bitcast %b : f32 to i32
  %df = arith.truncf %d : f64 to f32
  %di = arith.bitcast %df : f32 to i32
  %cf = arith.extf %c : f16 to f32
  %ci = arith.bitcast %cf : f32 to i32
  %e0 = arith.extui %all : i1 to i32
  %e1 = arith.extui %any : i1 to i32
  %e2 = arith.extui %one : i1 to i32
  %u0 = arith.addi %bi, %ci : i32
  %u1 = arith.addi %di, %e0 : i32
  %u2 = arith.addi %e1, %e2 : i32
  %u3 = arith.addi %u0, %u1 : i32
  %u4 = arith.addi %u2, %u3 : i32
  %u5 = arith.addi %ballot, %s3 : i32
  %u6 = arith.addi %u4, %u5 : i32
  mem.store %u6, %A[%i] : memref<?xi32>, i32
  simt.return
}

// CHECK-LABEL: .entry warps
// CHECK: .maxnreg 168
simt.kernel @warps() threads(384) grid(1) attributes {simt.max_registers = 168 : i64} {
  %three = arith.constant 3 : i32
  %w = simt.warp_id : i32
  // CHECK: bar.sync 0;
  // CHECK: bar.sync 3;
  // CHECK: bar.sync 0, 128;
  // CHECK: bar.sync %r{{[0-9]+}}, 256;
  // CHECK: bar.arrive 3, 256;
  simt.barrier
  simt.barrier id %three
  simt.barrier threads 128
  simt.barrier id %w threads 256
  simt.barrier_arrive id %three threads 256
  // CHECK: fence.acq_rel.cta;
  // CHECK: fence.acq_rel.cluster;
  // CHECK: fence.sc.gpu;
  // CHECK: fence.acq_rel.sys;
  simt.fence cta
  simt.fence cluster
  simt.fence gpu seq_cst
  simt.fence sys
  // CHECK: setmaxnreg.dec.sync.aligned.u32 40;
  // CHECK: setmaxnreg.inc.sync.aligned.u32 232;
  simt.setmaxnreg dec 40
  simt.setmaxnreg inc 232
  simt.return
}

// A load stays behind the wait.
// CHECK-LABEL: .entry grids
// CHECK: griddepcontrol.wait;
// CHECK: ld.global.b32
// CHECK: griddepcontrol.launch_dependents;
// JSON: "entry": "grids"
// JSON-NEXT: "dependent_launch": true
// JSON: "entry": "cluster"
// JSON-NOT: dependent_launch
simt.kernel @grids(%A: memref<2xi32>) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  simt.griddepcontrol wait
  %a = mem.load %A[%c0] : memref<2xi32>, i32
  simt.griddepcontrol launch_dependents
  mem.store %a, %A[%c1] : memref<2xi32>, i32
  simt.return
}

// CHECK-LABEL: .entry cluster
// CHECK: .explicitcluster
// CHECK: .reqnctapercluster 2, 1, 1
simt.kernel @cluster(%A: memref<?xi32>[N]) threads(32) cluster(2) grid(N) {
  // CHECK: %cluster_ctarank
  // CHECK: barrier.cluster.arrive.aligned;
  // CHECK: barrier.cluster.arrive.relaxed.aligned;
  // CHECK: barrier.cluster.wait.aligned;
  %r = simt.cluster_rank : i32
  %i = arith.index_cast %r : i32 to index
  simt.cluster_arrive
  simt.cluster_arrive relaxed
  simt.cluster_wait
  mem.store %r, %A[%i] : memref<?xi32>, i32
  simt.return
}
