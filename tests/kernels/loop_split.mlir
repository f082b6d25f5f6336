// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=10 --arg at=5 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=2 --arg at=5 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=10 --arg at=5
// SHAPE: N=2 --arg at=5

// A condition on the induction variable that splits the loop in two, at a point known or not, and
// one that is carried.
tile.params { STAGES = 2 : 1..5, WARPS = 1 : [1, 2, 4] }
tile.kernel @loop_split(%A: memref<?xi32>[N], %at: i32, %B: memref<?x32xi32>[N, ?]) warps($WARPS) grid(%b = 1) {
  %c3 = arith.constant 3 : index
  %at_index = arith.index_cast %at : i32 to index
  %first = arith.constant true
  %e = tile.pipelined %i = 0 to N stages($STAGES) iter_args(%f = %first) {
    %v = mem.load %A[%i] : memref<?xi32>, i32
    %t = tile.splat %v : i32 to tensor<1x32xi32>
    %late = arith.cmpi sge, %i, %c3 : index
    %x = scf.if %late -> (tensor<1x32xi32>) {
      %ten = arith.constant dense<10> : tensor<1x32xi32>
      %m = arith.muli %t, %ten : tensor<1x32xi32>
      scf.yield %m : tensor<1x32xi32>
    } else {
      scf.yield %t : tensor<1x32xi32>
    }
    %after = arith.cmpi sgt, %i, %at_index : index
    %y = scf.if %after -> (tensor<1x32xi32>) {
      %n = arith.addi %x, %x : tensor<1x32xi32>
      scf.yield %n : tensor<1x32xi32>
    } else {
      scf.yield %x : tensor<1x32xi32>
    }
    scf.if %f {
      tile.store %y, %B[%i, 0]
    }
    %no = arith.constant true
    %g = arith.xori %f, %no : i1
    tile.yield %g
  }
}
