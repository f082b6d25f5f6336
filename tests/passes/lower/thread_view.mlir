// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=5 --dim N=70 --arg p=3 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=5 --dim N=70 --arg p=3 | FileCheck %s
// CHECK: verify: ok

// A part of an argument has extents of its own, which are known where it is made.
tile.kernel @view(%A: memref<?x?xi32>[M, N], %p: index, %B: memref<?xi32>[N]) warps(4) grid(%b = 1) {
  %n = tile.dim N
  %v = memref.subview %A[%p, 0] [1, %n] [1, 1] : memref<?x?xi32> to memref<1x?xi32, strided<[?, 1], offset: ?>>
  %z = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %x = tile.load %v[0, 0] : tensor<1x64xi32>
  %y = tile.reshape %x : tensor<1x64xi32> to tensor<64xi32>
  tile.parallel %y (%i, %a) in 64 {
    scf.while : () -> () {
      %e = memref.load %v[%z, %i] : memref<1x?xi32, strided<[?, 1], offset: ?>>
      %s = arith.addi %e, %a : i32
      memref.store %s, %B[%i] : memref<?xi32>
      %c = arith.cmpi slt, %one, %one : i32
      scf.condition(%c)
    } do {
      scf.yield
    }
  }
}
