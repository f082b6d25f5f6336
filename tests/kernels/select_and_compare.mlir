// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=500 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=512 --param T=f16 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=512 --param T=bf16 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// Comparisons give tiles of i1; casts go through f32.
tile.params { T = f32 : [f16, bf16, f32, f64] }
tile.kernel @select_and_compare(%A: memref<?x$T>[N], %B: memref<?x$T>[N], %C: memref<?xi32>[N]) warps(2) grid(%b = ceildiv(N, 128)) {
  %a = tile.load %A[%b * 128] : tensor<128x$T>
  %x = tile.load %B[%b * 128] : tensor<128x$T>
  %less = arith.cmpf olt, %a, %x : tensor<128x$T>
  %m = arith.select %less, %a, %x : tensor<128xi1>, tensor<128x$T>
  %n = arith.fptosi %m : tensor<128x$T> to tensor<128xi32>
  tile.store %n, %C[%b * 128]
}
