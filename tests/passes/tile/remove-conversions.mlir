// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-remove-conversions)' --split-input-file | FileCheck %s

// There and back, unused, and twice the same.

// CHECK-LABEL: tile.kernel @there_and_back
// CHECK: %[[A:.*]] = tile.load
// CHECK: %[[C:.*]] = tile.convert_layout %[[A]]
// CHECK-NOT: tile.convert_layout
// CHECK: %[[E:.*]] = math.exp %[[C]]
// CHECK-NEXT: %[[F:.*]] = math.absf %[[C]]
// CHECK: tile.store %[[A]]
!a = tensor<128xf32, #tile.blocked<per_thread = [4], lanes = [32], warps = [1]>>
!b = tensor<128xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [1]>>
tile.kernel @there_and_back(%A: memref<128xf32>, %B: memref<128xf32>) warps(1) grid(%g = 1) {
  %a = tile.load %A[0] : !a
  %b = tile.convert_layout %a : !a to !b
  %c = tile.convert_layout %b : !b to !a
  %unused = tile.convert_layout %c : !a to !b
  %e = math.exp %b : !b
  %d = tile.convert_layout %a : !a to !b
  %f = math.absf %d : !b
  tile.store %c, %B[0]
  tile.store %e, %A[0]
  tile.store %f, %A[0]
}

// -----

// One element everywhere has any layout.

// CHECK-LABEL: tile.kernel @constants
// CHECK-NOT: tile.convert_layout
// CHECK-DAG: %[[Z:.*]] = arith.constant dense<1.0{{.*}}> : tensor<128xf32, #tile.layout<register = {{\[}}[32]
// CHECK-DAG: %[[S:.*]] = tile.splat %x : f32 to tensor<128xf32, #tile.layout<register = {{\[}}[32]
// CHECK: arith.addf %[[Z]], %[[S]]
!a = tensor<128xf32, #tile.blocked<per_thread = [4], lanes = [32], warps = [1]>>
!b = tensor<128xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [1]>>
tile.kernel @constants(%x: f32, %B: memref<128xf32>) warps(1) grid(%g = 1) {
  %z = arith.constant dense<1.0> : !a
  %s = tile.splat %x : f32 to !a
  %y = tile.convert_layout %z : !a to !b
  %t = tile.convert_layout %s : !a to !b
  %r = arith.addf %y, %t : !b
  tile.store %r, %B[0]
}

// -----

// What a loop does not change is converted in front of it.

// CHECK-LABEL: tile.kernel @invariant
// CHECK: %[[A:v]] = math.sqrt
// CHECK: %[[C:.*]] = tile.convert_layout %[[A]]
// CHECK: tile.pipelined
// CHECK-NOT: tile.convert_layout
// CHECK: arith.addf %{{.*}}, %[[C]]
!a = tensor<4096xf32, #tile.blocked<per_thread = [4], lanes = [32], warps = [1]>>
!b = tensor<4096xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [1]>>
tile.kernel @invariant(%A: memref<4096xf32>, %B: memref<4096xf32>) warps(1) grid(%g = 1)
    assume(A.address mod 16 == 0) {
  %z = arith.constant dense<0.0> : !b
  %a = tile.load %A[0] : !a
  %m = math.exp %a : !a
  %x = math.sqrt %m : !a
  %y = math.exp %x : !a
  %w = math.sqrt %y : !a
  %v = math.sqrt %w : !a
  %r = tile.pipelined %k = 0 to 8 iter_args(%c = %z) {
    %b = tile.convert_layout %v : !a to !b
    %s = arith.addf %c, %b : !b
    tile.yield %s
  }
  tile.store %r, %B[0]
}

// -----

// A row that is needed in another layout is loaded in it.

// CHECK-LABEL: tile.kernel @row
// CHECK-COUNT-1: tile.load
// CHECK-NOT: tile.load
// CHECK: arith.extf
// CHECK-NOT: tile.convert_layout
!a = tensor<256xf16, #tile.blocked<per_thread = [2], lanes = [32], warps = [4]>>
!wa = tensor<256xf32, #tile.blocked<per_thread = [2], lanes = [32], warps = [4]>>
!wb = tensor<256xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [4]>>
tile.kernel @row(%A: memref<256xf16>, %B: memref<256xf32>) warps(4) grid(%g = 1) {
  %a = tile.load %A[0] : !a
  %w = arith.extf %a : !a to !wa
  %b = tile.convert_layout %w : !wa to !wb
  %e = math.exp %b : !wb
  tile.store %e, %B[0]
}

// -----

// A carried value that every iteration converts and converts back is carried in the other layout.

// CHECK-LABEL: tile.kernel @carried
// CHECK: %[[A:a]] = math.exp
// CHECK: %[[E:.*]] = tile.convert_layout %[[A]]
// CHECK: %[[R:.*]] = tile.pipelined {{.*}} iter_args(%[[C:.*]] = %[[E]])
// CHECK-NOT: tile.convert_layout
// CHECK: %[[D:.*]] = math.exp %[[C]]
// CHECK-NEXT: tile.yield %[[D]]
// CHECK: %[[S:.*]] = tile.convert_layout %[[R]]
// CHECK: tile.store %[[S]]
!a = tensor<128xf32, #tile.blocked<per_thread = [4], lanes = [32], warps = [1]>>
!b = tensor<128xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [1]>>
tile.kernel @carried(%A: memref<128xf32>, %B: memref<128xf32>) warps(1) grid(%g = 1) assume(A.address mod 16 == 0) {
  %s = mem.alloc : !mem.buffer<128xf32, shared>
  %l = tile.load %A[0] : !a
  %m = math.exp %l : !a
  %n = math.sqrt %m : !a
  %o = math.exp %n : !a
  %p = math.sqrt %o : !a
  %a = math.exp %p : !a
  %r = tile.pipelined %k = 0 to 8 iter_args(%c = %a) {
    %b = tile.convert_layout %c : !a to !b
    %d = math.exp %b : !b
    %e = tile.convert_layout %d : !b to !a
    tile.yield %e
  }
  tile.store %r, %B[0]
}

// -----

// A row whose layout a person named is not loaded in another one.

// CHECK-LABEL: tile.kernel @named_row
// CHECK: tile.load %A
// CHECK-NOT: tile.layout =
// CHECK: tile.convert_layout
!a = tensor<256xf32, #tile.blocked<per_thread = [2], lanes = [32], warps = [4]>>
!b = tensor<256xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [4]>>
tile.kernel @named_row(%A: memref<256xf32>, %B: memref<256xf32>) warps(4) grid(%g = 1) {
  %a = tile.load %A[0] {tile.layout = #tile.blocked<per_thread = [2], lanes = [32], warps = [4]>} : !a
  %b = tile.convert_layout %a : !a to !b
  tile.store %b, %B[0]
}

// -----

// A layout that a person named on the loop stays that of its value.

// CHECK-LABEL: tile.kernel @named_loop
// CHECK: scf.for {{.*}} iter_args(%[[C:[^ ]*]] =
// CHECK: %[[B:.*]] = tile.convert_layout %[[C]]
// CHECK: %[[D:.*]] = math.exp %[[B]]
// CHECK: %[[E:.*]] = tile.convert_layout %[[D]]
// CHECK: scf.yield %[[E]]
!a = tensor<128xf32, #tile.blocked<per_thread = [4], lanes = [32], warps = [1]>>
!b = tensor<128xf32, #tile.blocked<per_thread = [1], lanes = [32], warps = [1]>>
tile.kernel @named_loop(%A: memref<128xf32>, %B: memref<128xf32>) warps(1) grid(%g = 1) assume(A.address mod 16 == 0) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = tile.load %A[0] : !a
  %r = scf.for %k = %c0 to %c8 step %c1 iter_args(%c = %a) -> (!a) {
    %b = tile.convert_layout %c : !a to !b
    %d = math.exp %b : !b
    %e = tile.convert_layout %d : !b to !a
    scf.yield %e : !a
  } {tile.layout = #tile.blocked<per_thread = [4], lanes = [32], warps = [1]>}
  tile.store %r, %B[0]
}
