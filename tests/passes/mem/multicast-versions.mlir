// RUN: tile-compile %s --emit=thread | FileCheck %s
// RUN: tile-compile %s --param STAGES=1 --emit=thread | FileCheck %s --check-prefix=ALONE
// RUN: tile-compile %s --param PAD=1 --emit=thread | FileCheck %s --check-prefix=ALONE
// RUN: tile-compile %s --param BLOCKS=8 --param B=16 --param BK=16 --emit=thread | FileCheck %s --check-prefix=ALONE
// RUN: tile-compile %s --param B=256 --param BK=128 --emit=thread | FileCheck %s --check-prefix=ALONE
// RUN: tile-compile %s --assume='M == 64 and N == 64' --emit=thread | FileCheck %s --check-prefix=ALONE
// RUN: tile-compile %s --assume='M == 64' --emit=thread | FileCheck %s --check-prefix=COLUMNS
// RUN: tile-compile %s --param BLOCKS=1 --emit=thread | FileCheck %s --check-prefix=ALONE

// A version with clusters is there only where its blocks load for each other: not where the loop has one stage, where a
// copy is made by threads, where boxes have no eight parts, where shared memory has no room for two slots, and where
// there is one block. Of one row of blocks those beside each other load A's tiles for each other.

// CHECK: simt.kernel @product__v0({{.*}} cluster(2) version("product", 0){{.*}}ceildiv(M, 64) mod 2 == 0
// CHECK: simt.kernel @product__v1({{.*}}version("product", 1)
// CHECK: simt.kernel @product__v2({{.*}}version("product", 2)
// CHECK-NOT: simt.kernel
// ALONE-NOT: cluster(
// ALONE: simt.kernel @product__v0({{.*}}version("product", 0)
// ALONE: simt.kernel @product__v1({{.*}}version("product", 1)
// ALONE-NOT: simt.kernel
// COLUMNS: simt.kernel @product__v0({{.*}} cluster(2) version("product", 0){{.*}}ceildiv(N, 64) mod 2 == 0
tile.params { BLOCKS = 2 : [1, 2, 8], STAGES = 3 : 1..3, B = 64 : [16, 64, 256], BK = 64 : [16, 64, 128], PAD = 0 : 0..1 }
tile.kernel @product(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf32>[M, N])
    warps(4) grid(%bm = ceildiv(M, $B), %bn = ceildiv(N, $B)) attributes {tile.multicast = $BLOCKS} {
  %bits = arith.constant $PAD : i16
  %pad = arith.bitcast %bits : i16 to f16
  %zero = arith.constant dense<0.0> : tensor<$Bx$Bxf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * $B, %k * $BK] pad(%pad) : tensor<$Bx$BKxf16>
    %b = tile.load %B[%k * $BK, %bn * $B] pad(%pad) : tensor<$BKx$Bxf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%bm * $B, %bn * $B]
}
