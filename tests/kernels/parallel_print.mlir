// Lines and assertions in the code of elements, of elements that took the branch: the same at every level.
// DEFINE: %{flags} =
// DEFINE: %{same} = tile-run %s --device=cpu --dim=N=200 --init=index %{flags} | grep ": block" | sort > %t.tile && \
// DEFINE:   tile-run %s --device=cpu --level=thread --dim=N=200 --init=index %{flags} | grep ": block" | sort > %t.thread && \
// DEFINE:   diff %t.tile %t.thread
// RUN: %{same} && FileCheck %s < %t.tile
// REDEFINE: %{flags} = --param=BN=96 --param=WARPS=12
// RUN: %{same}
// CHECK-COUNT-135: block ({{[01]}}): large[] =
// CHECK-NOT: block
// RUN: not tile-run %s --device=cpu --dim=N=200 --init=index --arg=limit=150 2>&1 | FileCheck %s --check-prefix=FAILS
// RUN: not tile-run %s --device=cpu --level=thread --dim=N=200 --init=index --arg=limit=150 2>&1 | FileCheck %s --check-prefix=FAILS
// FAILS: error: {{.*}} does not hold{{.*}}: below the limit
// SHAPE: N=200
tile.params { BN = 128 : [1, 96, 128], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @parallel_print(%A: memref<?xi32>[N], %limit: i32) warps($WARPS) grid(%i = ceildiv(N, $BN)) {
  %a = tile.load %A[%i * $BN] : tensor<$BNxi32>
  %first = tile.compute %i * $BN
  %c64 = arith.constant 64 : i32
  %one = arith.constant 1 : i32
  %none = arith.cmpi eq, %limit, %one : i32
  tile.parallel %a (%k, %x) in $BN {
    %at = arith.addi %first, %k : index
    %large = arith.cmpi sgt, %x, %c64 : i32
    scf.if %large {
      tile.print "large[]", %at, %x : index, i32 all_blocks
    }
    %below = arith.cmpi slt, %x, %limit : i32
    %fine = arith.ori %below, %none : i1
    tile.assert %fine, "below the limit" : i1
    memref.store %x, %A[%at] : memref<?xi32>
  }
}
