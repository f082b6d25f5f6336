// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: func.func @rmw
func.func @rmw(%A: memref<?x?xi32>, %s: !mem.buffer<64xf32, shared>, %i: index, %j: i32, %x: f32, %p: i1) {
  // CHECK: %[[A:.*]] = mem.atomic_rmw addi %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] relaxed gpu : memref<?x?xi32>, i32
  // CHECK: mem.atomic_rmw maxu %[[A]], %{{.*}}[%{{.*}}, %{{.*}}] acq_rel sys if %{{.*}} : memref<?x?xi32>, i32
  // CHECK: mem.atomic_rmw addf %{{.*}}, %{{.*}}[%{{.*}}] release cta : !mem.buffer<64xf32, shared>, f32
  %a = mem.atomic_rmw addi %j, %A[%i, %i] relaxed gpu : memref<?x?xi32>, i32
  %b = mem.atomic_rmw maxu %a, %A[%i, %i] acq_rel sys if %p : memref<?x?xi32>, i32
  %c = mem.atomic_rmw addf %x, %s[%j] release cta : !mem.buffer<64xf32, shared>, f32
  return
}

// CHECK-LABEL: func.func @cas
func.func @cas(%A: memref<?xi64>, %s: !mem.buffer<64xi32, shared>, %i: index, %j: i32, %x: i64, %p: i1, %r: i32) {
  // CHECK: mem.atomic_cas %{{.*}}, %{{.*}}, %{{.*}}[%{{.*}}] acquire gpu : memref<?xi64>, i64
  // CHECK: %[[M:.*]] = mem.map_cluster %{{.*}}, %{{.*}} : !mem.buffer<64xi32, shared> to !mem.buffer<64xi32, cluster>
  // CHECK: mem.atomic_cas %{{.*}}, %{{.*}}, %[[M]][%{{.*}}] relaxed cluster if %{{.*}} : !mem.buffer<64xi32, cluster>, i32
  %a = mem.atomic_cas %x, %x, %A[%i] acquire gpu : memref<?xi64>, i64
  %m = mem.map_cluster %s, %r : !mem.buffer<64xi32, shared> to !mem.buffer<64xi32, cluster>
  %b = mem.atomic_cas %j, %r, %m[%j] relaxed cluster if %p : !mem.buffer<64xi32, cluster>, i32
  return
}
