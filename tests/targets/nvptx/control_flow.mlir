// RUN: tile-compile %s --pass-pipeline= --emit=llvm --llvm-passes=verify --debug-info=none -o - | FileCheck %s
// Blocks and their arguments: a phi for every register of a vector, and an edge of its own where
// both ways of a branch lead to one block.

// CHECK-LABEL: @vector_argument
// CHECK: phi <2 x half>
// CHECK-NEXT: phi <2 x half>
// CHECK-NEXT: phi i64
simt.kernel @vector_argument(%C: memref<?xf16>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %one = arith.constant dense<1.0> : vector<4xf16>
  cf.br ^head(%one, %c0 : vector<4xf16>, index)
^head(%x: vector<4xf16>, %i: index):
  %y = arith.addf %x, %one : vector<4xf16>
  %j = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %j, %c9 : index
  cf.cond_br %more, ^head(%y, %j : vector<4xf16>, index), ^done
^done:
  mem.store %y, %C[%c0] : memref<?xf16>, vector<4xf16>
  simt.return
}

// CHECK-LABEL: @both_ways
// CHECK: br i1 %{{.*}}, label %[[TO:[0-9]+]], label %[[EDGE:[0-9]+]]
// CHECK: phi i32 [ 1, %{{.*}} ], [ 2, %[[EDGE]] ]
// CHECK: [[EDGE]]:
// CHECK-NEXT: br label %[[TO]]
simt.kernel @both_ways(%C: memref<?xi32>[N], %p: i1) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  cf.cond_br %p, ^done(%one : i32), ^done(%two : i32)
^done(%x: i32):
  mem.store %x, %C[%c0] : memref<?xi32>, i32
  simt.return
}

// CHECK-LABEL: @many_ways
// CHECK: switch i8 %{{.*}}, label %[[DEFAULT:[0-9]+]] [
// CHECK-NEXT: i8 3, label %[[THREE:[0-9]+]]
// CHECK-NEXT: i8 -1, label %[[LAST:[0-9]+]]
// CHECK-NEXT: ]
// CHECK: phi i32 [ 1, %[[DEFAULT]] ], [ 2, %[[THREE]] ]
// CHECK: [[LAST]]:
// CHECK-NEXT: br label
simt.kernel @many_ways(%C: memref<?xi32>[N], %f: i8) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  cf.switch %f : i8, [
    default: ^done(%one : i32),
    3: ^done(%two : i32),
    -1: ^none
  ]
^done(%x: i32):
  mem.store %x, %C[%c0] : memref<?xi32>, i32
  simt.return
^none:
  simt.return
}
