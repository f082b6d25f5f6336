// RUN: tile-opt %s --pass-pipeline="builtin.module(tile-to-thread)" | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --dim M=11 --dim N=5
// A division by the smaller of a number and a power of two is a shift, or one by the number.

// CHECK-LABEL: simt.kernel @places
// CHECK: %[[WHOLE:.*]] = arith.cmpi uge, %[[H:.*]], %{{.*}} : i32
// CHECK-NEXT: %q = scf.if %[[WHOLE]] -> (i32) {
// CHECK-NEXT: arith.shrui %[[T:.*]], %{{.*}} : i32
// CHECK: } else {
// CHECK-NEXT: arith.divui %[[T]], %[[H]] : i32
// CHECK: arith.divui %[[T]], %{{.*}} : i32
tile.kernel @places(%C: memref<?x?xi32>[M, N]) warps(1) grid(%b = M * N) {
  %m = tile.dim M
  %n = tile.dim N
  %h = arith.index_cast %m : index to i32
  %w = arith.index_cast %n : index to i32
  %t = arith.index_cast %b : index to i32
  %eight = arith.constant 8 : i32
  %six = arith.constant 6 : i32
  %least = arith.minui %h, %eight : i32
  %other = arith.minui %w, %six : i32
  %q = arith.divui %t, %least : i32
  %p = arith.divui %t, %other : i32
  %s = arith.addi %q, %p : i32
  %i = arith.divui %t, %w : i32
  %j = arith.remui %t, %w : i32
  %row = arith.index_cast %i : i32 to index
  %column = arith.index_cast %j : i32 to index
  memref.store %s, %C[%row, %column] : memref<?x?xi32>
}
