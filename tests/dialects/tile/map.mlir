// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --canonicalize --cse -o /dev/null
// RUN: interp-run %s | FileCheck %s --check-prefix=VALUE

// CHECK-LABEL: @triangle
// CHECK: %{{.*}} = tile.map %x (%i, %j, %a) : tensor<2x3xi32> {
// CHECK: tile.yield %r
// VALUE: @triangle: [1, 0, 0, 4, 5, 0]
func.func @triangle() -> tensor<2x3xi32> {
  %x = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %zero = arith.constant 0 : i32
  %y = tile.map %x (%i, %j, %a) : tensor<2x3xi32> {
    %below = arith.cmpi sge, %i, %j : index
    %r = arith.select %below, %a, %zero : i32
    tile.yield %r
  }
  return %y : tensor<2x3xi32>
}

// No input, several results of different elements, a captured scalar.
// CHECK-LABEL: @coordinates
// CHECK: tile.map (%i, %j) : tensor<2x2xindex>, tensor<2x2xi1> attributes {test.note = 1 : i64} {
func.func @coordinates(%s: index) -> (tensor<2x2xindex>, tensor<2x2xi1>) {
  %p, %q = tile.map (%i, %j) : tensor<2x2xindex>, tensor<2x2xi1> attributes {test.note = 1 : i64} {
    %n = arith.muli %i, %s : index
    %m = arith.addi %n, %j : index
    %e = arith.cmpi eq, %i, %j : index
    tile.yield %m, %e
  }
  return %p, %q : tensor<2x2xindex>, tensor<2x2xi1>
}

// One element; loops of its own.
// CHECK-LABEL: @rank0
// VALUE: @rank0: [30]
func.func @rank0() -> tensor<i32> {
  %t = arith.constant dense<5> : tensor<i32>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // CHECK: tile.map %t (%a) : tensor<i32> {
  %y = tile.map %t (%a) : tensor<i32> {
    %n = arith.index_cast %a : i32 to index
    %s = scf.for %i = %zero to %n step %one iter_args(%c = %a) -> (i32) {
      %d = arith.addi %c, %a : i32
      scf.yield %d : i32
    }
    tile.yield %s
  }
  return %y : tensor<i32>
}

// CHECK-LABEL: tile.kernel @effects
tile.kernel @effects(%A: memref<?xi32>[N], %f: f32) warps(4) grid(%b = 1) {
  %s = mem.alloc : !mem.buffer<8x8xf32, shared>
  %x = arith.constant dense<1> : tensor<8x8xi32>
  // One element.
  // CHECK: tile.parallel () {
  tile.parallel () {
    %c = arith.constant 0 : index
    mem.store %f, %s[%c, %c] : !mem.buffer<8x8xf32, shared>, f32
  }
  // CHECK: tile.parallel (%i, %j) in 8x8 {
  // CHECK-NEXT: mem.store %f, %s[%i, %j]
  // CHECK-NEXT: }
  tile.parallel (%i, %j) in 8x8 {
    mem.store %f, %s[%i, %j] : !mem.buffer<8x8xf32, shared>, f32
  }
  // CHECK: tile.parallel %x, %x (%i, %j, %u, %v) in 8x8 attributes {test.note} {
  tile.parallel %x, %x (%i, %j, %u, %v) in 8x8 attributes {test.note} {
    %old = mem.atomic_rmw addi %u, %A[%i] relaxed gpu : memref<?xi32>, i32
    tile.yield
  }
}
