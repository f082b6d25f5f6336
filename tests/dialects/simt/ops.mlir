// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: simt.kernel @gemm__v0(%A: memref<?x?xf16>[M, K], %n: i32) threads(128) shared(32768) version("gemm", 0)
// CHECK-SAME: grid(ceildiv(M, 128), ceildiv(K, 128)) assume(K mod 8 == 0)
simt.kernel @gemm__v0(%A: memref<?x?xf16>[M, K], %n: i32) threads(128) shared(32768) version("gemm", 0)
    grid(ceildiv(M, 128), ceildiv(K, 128)) assume(K mod 8 == 0) {
  // CHECK: simt.thread_id : i32
  // CHECK: simt.lane_id : i32
  // CHECK: simt.warp_id : i32
  // CHECK: simt.block_id : i32
  // CHECK: simt.num_blocks : i32
  %t = simt.thread_id : i32
  %l = simt.lane_id : i32
  %w = simt.warp_id : i32
  %b = simt.block_id : i32
  %blocks = simt.num_blocks : i32
  // CHECK: simt.barrier
  simt.barrier
  %p = arith.cmpi slt, %t, %n : i32
  // CHECK: cf.cond_br
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  // CHECK: simt.return
  simt.return
^bb2:
  // CHECK: simt.return
  simt.return
}

// CHECK-LABEL: simt.kernel @alone() threads(32) grid(1)
simt.kernel @alone() threads(32) grid(1) {
  simt.return
}
