// A dynamic extent without a name is called ARG.i; rows can be kept apart where the type allows it.
// RUN: tile-run %s --device=cpu --verify --dim A.0=5 --dim A.1=40 --dim B.0=5 --dim B.1=40 --pitch B=64 | FileCheck %s
// RUN: not tile-run %s --device=cpu --pitch A=64 2>&1 | FileCheck %s --check-prefix=FIXED
// RUN: not tile-run %s --device=cpu --pitch C=64 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tile-run %s --device=cpu --dim A,1=5 2>&1 | FileCheck %s --check-prefix=NEAR
// CHECK: A.0=5 A.1=40 B.0=5 B.1=40
// CHECK: verify: ok, 1 of 1 blocks, 200 elements, all identical
// FIXED: error: the type of '%A' fixes its strides
// FIXED: help: give the memref a layout such as strided<[?, 1]>
// UNKNOWN: error: kernel 'copy' has no argument 'C'
// NEAR: error: kernel 'copy' has no dimension 'A,1'
// NEAR: help: did you mean 'A.1'?

tile.kernel @copy(%A: memref<?x?xf32>, %B: memref<?x?xf32, strided<[?, 1]>>) warps(1) grid(%b = 1) {
  %a = tile.load %A[0, 0] : tensor<8x64xf32>
  tile.store %a, %B[0, 0]
}
