// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=100 --dim P=256 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// What lies outside is the padding value, not zero.
tile.kernel @padding(%A: memref<?xf32>[N], %B: memref<?xf32>[P]) warps(1) grid(%b = ceildiv(P, 64)) {
  %one = arith.constant 1.0 : f32
  %a = tile.load %A[%b * 64] pad(%one) : tensor<64xf32>
  tile.store %a, %B[%b * 64]
}
