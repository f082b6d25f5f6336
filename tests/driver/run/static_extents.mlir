// A type that fixes an extent gives the dimension its extent; nothing else may be asked for.
// RUN: tile-run %s --device=cpu --verify --dim N=40 | FileCheck %s
// RUN: not tile-run %s --device=cpu --dim M=48 --dim N=40 2>&1 | FileCheck %s --check-prefix=OTHER
// CHECK: M=32 N=40
// CHECK: verify: ok, 1 of 1 blocks, 1280 elements
// OTHER: error: extents of 'M' disagree: 48 here, 32 in the kernel
// OTHER: static_extents.mlir:9:1: note: the kernel's types fix the extent

tile.kernel @copy(%A: memref<32x?xf32>[M, N], %B: memref<32x?xf32>[M, N]) warps(1) grid(%b = ceildiv(N, 64)) {
  %a = tile.load %A[0, %b * 64] : tensor<32x64xf32>
  tile.store %a, %B[0, %b * 64]
}
