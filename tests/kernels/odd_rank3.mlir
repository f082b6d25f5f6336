// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim B=7 --dim M=11 --dim N=50 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// RUN: tile-compile %s --param=WARPS=12 --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: B=3 M=10 N=48
// SHAPE: B=7 M=11 N=50

// Tiles of three dimensions that are all odd numbers times a power of two.
tile.params { P = 3 : [1, 3, 6], Q = 10 : [5, 10, 12], R = 24 : [24, 16], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @odd_rank3(%A: memref<?x?x?xf32>[B, M, N], %v: memref<?x?xf32>[M, N], %C: memref<?x?x?xf32>[B, M, N])
    warps($WARPS) grid(%i = ceildiv(B, $P), %j = ceildiv(M, $Q), %k = ceildiv(N, $R)) {
  %a = tile.load %A[%i * $P, %j * $Q, %k * $R] : tensor<$Px$Qx$Rxf32>
  %w = tile.load %v[%j * $Q, %k * $R] : tensor<$Qx$Rxf32>
  %s = tile.broadcast %w : tensor<$Qx$Rxf32> to tensor<$Px$Qx$Rxf32>
  %x = arith.addf %a, %s : tensor<$Px$Qx$Rxf32>
  tile.store %x, %C[%i * $P, %j * $Q, %k * $R]
}
