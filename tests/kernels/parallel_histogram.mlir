// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=100 --dim P=4 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=100 --dim P=4 --param WARPS=12 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=100 P=4
// SHAPE: N=7 P=1
// SHAPE: N=64 P=20

// Counts numbers, some of which have no place; those behind the last one are not counted.  A tile of fewer elements
// than threads counts each once.
tile.params { BN = 32 : [1, 32, 48, 256], WARPS = 4 : [1, 4, 8, 12], T = i32 : [i32, i64] }
tile.kernel @histogram(%A: memref<?xi32>[N], %H: memref<?x$T>[P], %L: memref<?xi32>[P]) warps($WARPS) grid(%b = ceildiv(N, $BN)) {
  %x = tile.load %A[%b * $BN] : tensor<$BNxi32>
  %one = arith.constant 1 : $T
  %size = arith.constant $BN : index
  %first = arith.muli %b, %size : index
  %n = tile.dim N
  tile.parallel %x (%i, %v) in $BN {
    %at = arith.addi %first, %i : index
    %is = arith.cmpi ult, %at, %n : index
    scf.if %is {
      %bin = arith.index_cast %v : i32 to index
      %old = mem.atomic_rmw addi %one, %H[%bin] relaxed gpu : memref<?x$T>, $T
      %most = mem.atomic_rmw maxs %v, %L[%bin] relaxed gpu if %is : memref<?xi32>, i32
    }
  }
}
