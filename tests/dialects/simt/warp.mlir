// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: simt.kernel @warp
simt.kernel @warp(%x: f32, %n: i32, %p: i1) threads(64) grid(1) {
  // CHECK: simt.warp_sync
  // CHECK-NEXT: simt.warp_sync mask %n
  simt.warp_sync
  simt.warp_sync mask %n
  // CHECK: simt.shuffle xor %x, %n : f32
  // CHECK: simt.shuffle idx %x, %n width 16 : f32
  // CHECK: simt.shuffle up %x, %n width 8 mask %n : f32
  // CHECK: simt.shuffle down %{{.*}}, %n : vector<4xf16>
  %a = simt.shuffle xor %x, %n : f32
  %b = simt.shuffle idx %x, %n width 16 : f32
  %c = simt.shuffle up %x, %n width 8 mask %n : f32
  %v = arith.constant dense<1.0> : vector<4xf16>
  %d = simt.shuffle down %v, %n : vector<4xf16>
  // CHECK: simt.vote all %p : i1
  // CHECK: simt.vote any %p mask %n : i1
  // CHECK: simt.vote ballot %p : i32
  %e = simt.vote all %p : i1
  %f = simt.vote any %p mask %n : i1
  %g = simt.vote ballot %p : i32
  // CHECK: simt.elect : i1
  // CHECK: simt.elect mask %n : i1
  %h = simt.elect : i1
  %i = simt.elect mask %n : i1
  // CHECK: simt.redux addi %n : i32
  // CHECK: simt.redux maxu %n mask %n : i32
  %j = simt.redux addi %n : i32
  %k = simt.redux maxu %n mask %n : i32
  simt.return
}

// CHECK-LABEL: simt.kernel @block
simt.kernel @block(%n: i32) threads(256) grid(1) attributes {simt.max_registers = 168 : i64} {
  // CHECK: simt.barrier{{$}}
  // CHECK-NEXT: simt.barrier id %n{{$}}
  // CHECK-NEXT: simt.barrier threads 128{{$}}
  // CHECK-NEXT: simt.barrier id %n threads 128{{$}}
  // CHECK-NEXT: simt.barrier_arrive id %n threads 256
  simt.barrier
  simt.barrier id %n
  simt.barrier threads 128
  simt.barrier id %n threads 128
  simt.barrier_arrive id %n threads 256
  // CHECK-NEXT: simt.fence cta
  // CHECK-NEXT: simt.fence cluster
  // CHECK-NEXT: simt.fence gpu seq_cst
  // CHECK-NEXT: simt.fence sys
  simt.fence cta
  simt.fence cluster
  simt.fence gpu seq_cst
  simt.fence sys
  // CHECK-NEXT: simt.setmaxnreg dec 40
  // CHECK-NEXT: simt.setmaxnreg inc 232
  simt.setmaxnreg dec 40
  simt.setmaxnreg inc 232
  // CHECK-NEXT: simt.griddepcontrol wait
  // CHECK-NEXT: simt.griddepcontrol launch_dependents
  simt.griddepcontrol wait
  simt.griddepcontrol launch_dependents
  simt.return
}

// CHECK-LABEL: simt.kernel @cluster(%A: memref<?xf32>[N]) threads(32) shared(64) cluster(2) version("c", 0) grid(N)
simt.kernel @cluster(%A: memref<?xf32>[N]) threads(32) shared(64) cluster(2) version("c", 0) grid(N) {
  // CHECK: simt.cluster_rank : i32
  // CHECK-NEXT: simt.cluster_arrive{{$}}
  // CHECK-NEXT: simt.cluster_arrive relaxed
  // CHECK-NEXT: simt.cluster_wait
  %r = simt.cluster_rank : i32
  simt.cluster_arrive
  simt.cluster_arrive relaxed
  simt.cluster_wait
  simt.return
}
