// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=70 --dim N=45 --dim K=50 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=70 --dim N=45 --dim K=50 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=64 N=64 K=64
// SHAPE: M=70 N=45 K=50
// SHAPE: M=1 N=1 K=2

// Operands of a product that are made element by element, with a loop of their own in one, and an epilogue that stores
// so, under a condition, to the transposed place.
tile.params { BM = 64 : [32, 64, 96], BN = 32 : [16, 32], STAGES = 2 : 1..3, WARPS = 4 : [4, 8, 12], T = f16 : [f16, bf16] }
tile.kernel @gemm(%A: memref<?x?x$T>[M, K], %S: memref<?x$T>[K], %B: memref<?x?x$T>[K, N], %C: memref<?x?xf32>[N, M]) warps($WARPS)
    grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %bk = arith.constant 32 : index
  %bm = arith.constant $BM : index
  %bn = arith.constant $BN : index
  %row = arith.muli %i, %bm : index
  %column = arith.muli %j, %bn : index
  %none = arith.constant 0.0 : f32
  %acc = tile.pipelined %k = 0 to ceildiv(K, 32) stages($STAGES) iter_args(%c = %zero) {
    %first = arith.muli %k, %bk : index
    %a = tile.load %A[%i * $BM, %k * 32] : tensor<$BMx32x$T>
    %scaled = tile.map %a (%r, %q, %x) : tensor<$BMx32x$T> {
      %at = arith.addi %first, %q : index
      %s = memref.load %S[%at] : memref<?x$T>
      %y = arith.mulf %x, %s : $T
      tile.yield %y
    }
    %b = tile.map (%q, %r) : tensor<32x$BNx$T> {
      %p = arith.addi %first, %q : index
      %n = arith.addi %column, %r : index
      %x = memref.load %B[%p, %n] : memref<?x?x$T>
      %one = arith.constant 1 : index
      %three = arith.constant 3 : index
      %z = arith.constant 0 : index
      %few = arith.andi %r, %three : index
      %y = scf.for %t = %z to %few step %one iter_args(%v = %x) -> ($T) {
        %w = arith.negf %v : $T
        scf.yield %w : $T
      }
      tile.yield %y
    }
    %d = tile.dot %scaled, %b, %c
    tile.yield %d
  }
  tile.parallel %acc (%r, %q, %x) in $BMx$BN {
    %m = arith.addi %row, %r : index
    %n = arith.addi %column, %q : index
    %positive = arith.cmpf ogt, %x, %none : f32
    scf.if %positive {
      memref.store %x, %C[%n, %m] : memref<?x?xf32>
    }
  }
}
