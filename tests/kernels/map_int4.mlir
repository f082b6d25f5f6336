// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=40 --dim N=50 --dim N2=25 --dim G=5 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=40 --dim N=50 --dim N2=25 --dim G=5 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=32 N=64 N2=32 G=8
// SHAPE: M=40 N=50 N2=25 G=5

// Weights of four bits, two in a byte, the lower first, with a scale for each run of eight: an element reads its byte,
// shifts its half down and multiplies by the scale of its run.
tile.params { BM = 16 : [16, 24], BN = 32 : [32, 48, 96], WARPS = 4 : [1, 4, 8, 12], T = f16 : [f16, f32] }
tile.kernel @int4(%W: memref<?x?xi8>[M, N2], %S: memref<?x?x$T>[M, G], %B: memref<?x?x$T>[M, N]) warps($WARPS)
    grid(%bi = ceildiv(M, $BM), %bj = ceildiv(N, $BN)) {
  %bm = arith.constant $BM : index
  %bn = arith.constant $BN : index
  %row = arith.muli %bi, %bm : index
  %column = arith.muli %bj, %bn : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %four = arith.constant 4 : i8
  %two = arith.constant 2 : i8
  %w = tile.map (%i, %j) : tensor<$BMx$BNx$T> {
    %r = arith.addi %row, %i : index
    %c = arith.addi %column, %j : index
    %at = arith.shrui %c, %one : index
    %byte = memref.load %W[%r, %at] : memref<?x?xi8>
    %which = arith.andi %c, %one : index
    %high = arith.index_cast %which : index to i8
    %moved = arith.shli %high, %two : i8
    %up = arith.subi %four, %moved : i8
    %top = arith.shli %byte, %up : i8
    %nibble = arith.shrsi %top, %four : i8
    %run = arith.shrui %c, %three : index
    %scale = memref.load %S[%r, %run] : memref<?x?x$T>
    %v = arith.sitofp %nibble : i8 to $T
    %y = arith.mulf %v, %scale : $T
    tile.yield %y
  }
  tile.store %w, %B[%bi * $BM, %bj * $BN]
}
