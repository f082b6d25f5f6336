// RUN: tile-run %s --device=cpu --init=zero --print=C --print=D --print=T | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --init=zero --print=C --print=D --print=T | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=zero | FileCheck %s --check-prefix=VERIFY
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: %C = [1024]
// CHECK: %D = [1024]
// CHECK: %T = [1024, 1024, 1024, 1024]
// VERIFY: verify: ok

// 1024 blocks take a lock in turn; what they do to a scalar and to a tile meanwhile is seen by the next.
tile.params { WARPS = 2 : [1, 2, 4] }
tile.kernel @spin_lock(%L: memref<1xi32>, %C: memref<1xf32>, %D: memref<1xi32>, %T: memref<4xi32>) warps($WARPS) grid(%b = 1024) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %f = arith.constant 1.0 : f32
  %ones = arith.constant dense<1> : tensor<4xi32>
  scf.while : () -> () {
    %old = mem.atomic_cas %zero, %one, %L[%c0] acquire gpu : memref<1xi32>, i32
    %taken = arith.cmpi ne, %old, %zero : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  %x = memref.load %C[%c0] : memref<1xf32>
  %y = arith.addf %x, %f : f32
  memref.store %y, %C[%c0] : memref<1xf32>
  %t = tile.load %T[0] : tensor<4xi32>
  %u = arith.addi %t, %ones : tensor<4xi32>
  tile.store %u, %T[0]
  %r = mem.atomic_rmw assign %zero, %L[%c0] release gpu : memref<1xi32>, i32
  %n = memref.atomic_rmw addi %one, %D[%c0] : (i32, memref<1xi32>) -> i32
}
