// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=9 --dim N=37 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=9 --dim N=37 --param WARPS=12 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=8 N=32
// SHAPE: M=9 N=37
// SHAPE: M=1 N=1

// Steps of the Collatz sequence from an element's own number: each element's loop has its own length; and the sum of
// as many loads as its column says.
tile.params { BM = 4 : [1, 4, 6], BN = 16 : [16, 24], WARPS = 4 : [1, 4, 8, 12], T = i32 : [i32, i64] }
tile.kernel @while(%A: memref<?x?x$T>[M, N], %B: memref<?x?x$T>[M, N], %C: memref<?x?x$T>[M, N]) warps($WARPS)
    grid(%bi = ceildiv(M, $BM), %bj = ceildiv(N, $BN)) {
  %a = tile.load %A[%bi * $BM, %bj * $BN] : tensor<$BMx$BNx$T>
  %zero = arith.constant 0 : $T
  %one = arith.constant 1 : $T
  %two = arith.constant 2 : $T
  %three = arith.constant 3 : $T
  %bits = arith.constant 31 : $T
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %bm = arith.constant $BM : index
  %row = arith.muli %bi, %bm : index
  %steps, %sums = tile.map %a (%i, %j, %x) : tensor<$BMx$BNx$T>, tensor<$BMx$BNx$T> {
    %few = arith.andi %x, %bits : $T
    %start = arith.ori %few, %one : $T
    %n:2 = scf.while (%v = %start, %c = %zero) : ($T, $T) -> ($T, $T) {
      %go = arith.cmpi ne, %v, %one : $T
      scf.condition(%go) %v, %c : $T, $T
    } do {
    ^bb0(%v: $T, %c: $T):
      %low = arith.andi %v, %one : $T
      %odd = arith.cmpi eq, %low, %one : $T
      %next = scf.if %odd -> ($T) {
        %t = arith.muli %v, %three : $T
        %u = arith.addi %t, %one : $T
        scf.yield %u : $T
      } else {
        %h = arith.divui %v, %two : $T
        scf.yield %h : $T
      }
      %d = arith.addi %c, %one : $T
      scf.yield %next, %d : $T, $T
    }
    %r = arith.addi %row, %i : index
    %sum = scf.for %k = %i0 to %j step %i1 iter_args(%s = %zero) -> ($T) {
      %y = memref.load %A[%r, %k] : memref<?x?x$T>
      %t = arith.addi %s, %y : $T
      scf.yield %t : $T
    }
    tile.yield %n#1, %sum
  }
  tile.store %steps, %B[%bi * $BM, %bj * $BN]
  tile.store %sums, %C[%bi * $BM, %bj * $BN]
}
