// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=70 --dim N=61 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=70 --dim N=61 --param WARPS=12 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=64 N=64
// SHAPE: M=70 N=61
// SHAPE: M=1 N=1

// What is above the diagonal becomes a number known only at run time; which elements are, is a second result.
tile.params { BM = 32 : [1, 24, 32], BN = 64 : [48, 64], WARPS = 4 : [1, 4, 12], T = f32 : [f16, f32, i8, i64], CMP = sge : [sge, slt] }
tile.kernel @causal(%A: memref<?x?x$T>[M, N], %fill: $T, %B: memref<?x?x$T>[M, N], %K: memref<?x?xi1>[M, N]) warps($WARPS)
    grid(%bi = ceildiv(M, $BM), %bj = ceildiv(N, $BN)) {
  %x = tile.load %A[%bi * $BM, %bj * $BN] : tensor<$BMx$BNx$T>
  %bm = arith.constant $BM : index
  %bn = arith.constant $BN : index
  %row = arith.muli %bi, %bm : index
  %column = arith.muli %bj, %bn : index
  %y, %kept = tile.map %x (%i, %j, %a) : tensor<$BMx$BNx$T>, tensor<$BMx$BNxi1> {
    %q = arith.addi %row, %i : index
    %k = arith.addi %column, %j : index
    %below = arith.cmpi $CMP, %q, %k : index
    %r = arith.select %below, %a, %fill : $T
    tile.yield %r, %below
  }
  tile.store %y, %B[%bi * $BM, %bj * $BN]
  tile.store %kept, %K[%bi * $BM, %bj * $BN]
}
