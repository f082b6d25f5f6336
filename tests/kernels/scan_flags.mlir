// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=1000 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=1000 --param BN=96 --param WARPS=12 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=1024
// SHAPE: N=1000

// A running maximum of 64-bit places that begins anew where a flag is set, and how many flags are set from each
// element on; the first of an exclusive scan has the parity of none.
tile.params { BN = 256 : [1, 7, 64, 96, 256, 1024], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @scan_flags(%A: memref<?xi64>[N], %S: memref<?xi8>[N], %M: memref<?xi64>[N], %C: memref<?xi8>[N], %P: memref<?xi8>[N])
    warps($WARPS) grid(%b = ceildiv(N, $BN)) {
  %a = tile.load %A[%b * $BN] : tensor<$BNxi64>
  %s = tile.load %S[%b * $BN] : tensor<$BNxi8>
  %one = arith.constant dense<1> : tensor<$BNxi8>
  %f = arith.cmpi sgt, %s, %one : tensor<$BNxi8>
  %m, %any = tile.scan %a, %f axis 0 (%x, %p, %y, %q) {
    %more = arith.maxsi %x, %y : i64
    %v = arith.select %q, %y, %more : i64
    %g = arith.ori %p, %q : i1
    tile.yield %v, %g
  }
  tile.store %m, %M[%b * $BN]
  %n = arith.extui %f : tensor<$BNxi1> to tensor<$BNxi8>
  %count = tile.scan arith.addi %n axis 0 reverse
  tile.store %count, %C[%b * $BN]
  %false = arith.constant false
  %parity = tile.scan arith.xori %f axis 0 exclusive(%false)
  %e = arith.extui %parity : tensor<$BNxi1> to tensor<$BNxi8>
  tile.store %e, %P[%b * $BN]
}
