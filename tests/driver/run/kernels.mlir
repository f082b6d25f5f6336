// Which kernel runs when there are several, and scalar arguments.
// RUN: tile-run %s --kernel=@scale --arg alpha=2.5 --device=cpu --verify --dim N=10 | FileCheck %s
// RUN: not tile-run %s --device=cpu 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not tile-run %s --device=cpu --kernel=scael 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not tile-run %s --device=cpu --kernel=@scale --arg alpha=x 2>&1 | FileCheck %s --check-prefix=NUMBER
// CHECK: scale on the emulator
// CHECK: verify: ok, 1 of 1 blocks, 10 elements, all identical
// SEVERAL: error: {{.*}} has 2 kernels
// SEVERAL: help: choose one with --kernel=@
// NEAR: error: {{.*}} has no kernel '@scael'
// NEAR: help: did you mean '@scale'?
// NUMBER: error: 'alpha' takes a number, got 'x'

tile.kernel @copy(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 64)) {
  %a = tile.load %A[%b * 64] : tensor<64xf32>
  tile.store %a, %B[%b * 64]
}

tile.kernel @scale(%A: memref<?xf32>[N], %B: memref<?xf32>[N], %alpha: f32) warps(1) grid(%b = ceildiv(N, 64)) {
  %a = tile.load %A[%b * 64] : tensor<64xf32>
  %s = tile.splat %alpha : f32 to tensor<64xf32>
  %p = arith.mulf %a, %s : tensor<64xf32>
  tile.store %p, %B[%b * 64]
}
