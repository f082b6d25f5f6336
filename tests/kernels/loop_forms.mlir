// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=100 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=64 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=100
// SHAPE: N=64

// Loops that count from large numbers, down, in steps, or until a carried condition is false; carried values
// that stay, and that swap places.
tile.params { WARPS = 2 : [1, 2, 4] }
tile.kernel @loop_forms(%A: memref<?xi64>[N], %B: memref<5x?xi64>[R, N]) warps($WARPS) grid(%b = ceildiv(N, 64)) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %big = arith.constant 34359738368 : index
  %end = arith.constant 34359738378 : index
  %a = tile.load %A[%b * 64] : tensor<64xi64>
  %zero = arith.constant dense<0> : tensor<64xi64>
  %far = scf.for %i = %big to %end step %c3 iter_args(%s = %zero) -> (tensor<64xi64>) {
    %n = arith.index_cast %i : index to i64
    %t = tile.splat %n : i64 to tensor<64xi64>
    %r = arith.addi %s, %t : tensor<64xi64>
    scf.yield %r : tensor<64xi64>
  }
  tile.store %far, %B[0, %b * 64]
  %x, %y, %z = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %a, %q = %zero, %same = %a) -> (tensor<64xi64>, tensor<64xi64>, tensor<64xi64>) {
    %r = arith.addi %q, %same : tensor<64xi64>
    scf.yield %r, %p, %same : tensor<64xi64>, tensor<64xi64>, tensor<64xi64>
  }
  tile.store %x, %B[1, %b * 64]
  tile.store %y, %B[2, %b * 64]
  tile.store %z, %B[3, %b * 64]
  %yes = arith.constant true
  %w, %last, %go = scf.while (%s = %a, %i = %c4, %g = %yes) : (tensor<64xi64>, index, i1) -> (tensor<64xi64>, index, i1) {
    scf.condition(%g) %s, %i, %g : tensor<64xi64>, index, i1
  } do {
  ^bb0(%s: tensor<64xi64>, %i: index, %g: i1):
    %r = arith.addi %s, %s : tensor<64xi64>
    %next = arith.subi %i, %c1 : index
    %more = arith.cmpi sgt, %next, %c0 : index
    scf.yield %r, %next, %more : tensor<64xi64>, index, i1
  }
  tile.store %w, %B[4, %b * 64]
}
