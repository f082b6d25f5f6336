// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=1000 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=1000 --param WARPS=12 --param BN=96 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=1000
// SHAPE: N=512
// SHAPE: N=3

// in[N - 1 - x], and odd places alone written back to another array, the first element dropped.
tile.params { BN = 512 : [1, 2, 96, 512], WARPS = 4 : [1, 4, 8, 12], T = f32 : [f32, f16, i8, i64] }
tile.kernel @scatter_reverse(%A: memref<?x$T>[N], %B: memref<?x$T>[N], %C: memref<?x$T>[N]) warps($WARPS) grid(%b = ceildiv(N, $BN)) {
  %n = tile.dim N
  %one = arith.constant 1 : index
  %bn = arith.constant $BN : index
  %first = arith.muli %b, %bn : index
  %last = arith.subi %n, %one : index
  %from = arith.subi %last, %first : index
  %f = tile.splat %from : index to tensor<$BNxindex>
  %k = tile.iota axis 0 : tensor<$BNxindex>
  %reversed = arith.subi %f, %k : tensor<$BNxindex>
  %x = tile.gather %A[%reversed] : tensor<$BNx$T>
  tile.store %x, %B[%b * $BN]
  %odd = arith.constant dense<1> : tensor<$BNxindex>
  %bit = arith.andi %k, %odd : tensor<$BNxindex>
  %zero = arith.constant dense<0> : tensor<$BNxindex>
  %mask = arith.cmpi ne, %bit, %zero : tensor<$BNxindex>
  tile.scatter %x, %C[%reversed] mask(%mask)
}
