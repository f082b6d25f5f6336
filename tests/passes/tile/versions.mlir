// RUN: tile-opt %s --tile-versions | FileCheck %s

// The aligned version assumes what 16-byte accesses need, the general one nothing.

// CHECK-LABEL: tile.kernel @copy__v0
// CHECK-SAME: assume(N mod 8 == 0, A.address mod 16 == 0, B.stride0 mod 8 == 0, B.address mod 16 == 0)
// CHECK-LABEL: tile.kernel @copy__v1
// CHECK-NOT: assume
// CHECK: tile.load
tile.kernel @copy(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16, strided<[?, 1]>>[M, N]) warps(4)
    grid(%i = ceildiv(M, 32), %j = ceildiv(N, 64)) {
  %a = tile.load %A[%i * 32, %j * 64] : tensor<32x64xf16>
  tile.store %a, %B[%i * 32, %j * 64]
}

// A kernel that moves no tiles of memrefs has one version.

// CHECK-LABEL: tile.kernel @nothing__v0
// CHECK-NOT: tile.kernel
tile.kernel @nothing(%A: memref<?xf32>[N]) warps(1) grid(%i = N) {
}
