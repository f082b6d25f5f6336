// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=128 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=508 --param BN=512 --param PAD=1 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// CHECK: verify: ok
// PTX: ld.global.v4.b32
// SHAPE: N=128
// SHAPE: N=127
// SHAPE: N=126
// SHAPE: N=125
// SHAPE: N=124
// SHAPE: N=512
// SHAPE: N=1

// Loads with the last elements off, zeros or another value in their place, and stores with them off.
tile.params { BN = 128 : [32, 96, 128, 512], OFF = 1 : [0, 1, 2, 3, 4, 200], PAD = 0 : [0, 1], WARPS = 4 : [1, 4, 12], T = i32 : [i8, i16, i32, i64] }
tile.kernel @masked_gather(%A: memref<?x$T>[N], %B: memref<?x$T>[N], %C: memref<?x$T>[N]) warps($WARPS) grid(%b = ceildiv(N, $BN)) {
  %bn = arith.constant $BN : index
  %off = arith.constant $OFF : index
  %pad = arith.constant $PAD : $T
  %first = arith.muli %b, %bn : index
  %end = arith.subi %bn, %off : index
  %f = tile.splat %first : index to tensor<$BNxindex>
  %e = tile.splat %end : index to tensor<$BNxindex>
  %k = tile.iota axis 0 : tensor<$BNxindex>
  %at = arith.addi %k, %f : tensor<$BNxindex>
  %mask = arith.cmpi slt, %k, %e : tensor<$BNxindex>
  %x = tile.gather %A[%at] mask(%mask) pad(%pad) : tensor<$BNx$T>
  tile.store %x, %B[%b * $BN]
  tile.scatter %x, %C[%at] mask(%mask)
}
