// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=300 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=300 --param BN=48 --param WARPS=12 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=300
// SHAPE: N=1

// Zeros become their number, at an offset and at places; what was there.
tile.params { BN = 128 : [1, 32, 48, 128], T = i32 : [i32, i64], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @compare_and_swap(%A: memref<?x$T>[N], %B: memref<?x$T>[N], %C: memref<?x$T>[N], %D: memref<?x$T>[N])
    warps($WARPS) grid(%b = ceildiv(N, $BN)) {
  %zero = arith.constant dense<0> : tensor<$BNx$T>
  %k = tile.iota axis 0 : tensor<$BNx$T>
  %old = tile.atomic_cas %zero, %k, %A[%b * $BN] acquire gpu
  tile.store %old, %B[%b * $BN]
  %bn = arith.constant $BN : index
  %first = arith.muli %b, %bn : index
  %f = tile.splat %first : index to tensor<$BNxindex>
  %n = tile.iota axis 0 : tensor<$BNxindex>
  %at = arith.addi %f, %n : tensor<$BNxindex>
  %some = arith.cmpi ne, %old, %zero : tensor<$BNx$T>
  %was = tile.atomic_cas %old, %k, %C[%at] mask(%some)
  tile.store %was, %D[%b * $BN]
}
