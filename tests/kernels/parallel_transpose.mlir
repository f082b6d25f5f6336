// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=70 --dim N=45 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=70 --dim N=45 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=64 N=64
// SHAPE: M=70 N=45
// SHAPE: M=3 N=1

// A copy that swaps rows and columns, through a shared buffer and straight.
tile.params { BM = 32 : [8, 32, 48], BN = 32 : [24, 32], WARPS = 4 : [1, 4, 12], T = f16 : [f16, i8, f64] }
tile.kernel @transpose(%A: memref<?x?x$T>[M, N], %B: memref<?x?x$T>[N, M], %C: memref<?x?x$T>[N, M]) warps($WARPS)
    grid(%bi = ceildiv(M, $BM), %bj = ceildiv(N, $BN)) {
  %bm = arith.constant $BM : index
  %bn = arith.constant $BN : index
  %row = arith.muli %bi, %bm : index
  %column = arith.muli %bj, %bn : index
  %s = mem.alloc : !mem.buffer<$BMx$BNx$T, shared>
  tile.parallel (%i, %j) in $BMx$BN {
    %r = arith.addi %row, %i : index
    %c = arith.addi %column, %j : index
    %x = memref.load %A[%r, %c] : memref<?x?x$T>
    mem.store %x, %s[%i, %j] : !mem.buffer<$BMx$BNx$T, shared>, $T
    memref.store %x, %C[%c, %r] : memref<?x?x$T>
  }
  tile.parallel (%j, %i) in $BNx$BM {
    %r = arith.addi %row, %i : index
    %c = arith.addi %column, %j : index
    %x = mem.load %s[%i, %j] : !mem.buffer<$BMx$BNx$T, shared>, $T
    memref.store %x, %B[%c, %r] : memref<?x?x$T>
  }
}
