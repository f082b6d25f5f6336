// RUN: tile-run %s --device=cpu --verify --exact --init=int | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// Memory that is read back after a store, by threads other than those that stored.
tile.kernel @in_place(%A: memref<64x64xf32>, %B: memref<64x64xf32>) warps(4) grid(%b = 1) {
  %a = tile.load %A[0,0] : tensor<64x64xf32>
  tile.store %a, %B[0,0]
  %x = tile.load %B[0,0] : tensor<64x64xf32>
  %t = tile.trans %x : tensor<64x64xf32> to tensor<64x64xf32>
  tile.store %t, %A[0,0]
}
