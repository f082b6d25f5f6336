// The kernel's attribute tile.swizzle bounds the span of staged buffers, for the layout that is found for them, too.

// RUN: split-file %s %t
// RUN: tile-opt %t/kernel.mlir --param SWIZZLE=128 --pass-pipeline='tile.kernel(tile-stage)' | FileCheck %s --check-prefix=WIDE
// RUN: tile-opt %t/kernel.mlir --param SWIZZLE=64 --pass-pipeline='tile-set-target,tile.kernel(tile-stage,tc-select,tile-layout)' | FileCheck %s --check-prefix=HALF
// RUN: tile-opt %t/kernel.mlir --param SWIZZLE=0 --pass-pipeline='tile-set-target,tile.kernel(tile-stage,tc-select,tile-layout)' | FileCheck %s --check-prefix=NONE
// RUN: tile-opt %t/invalid.mlir --tile-stage --split-input-file --verify-diagnostics

// WIDE-COUNT-2: mem.alloc {{.*}}#mem.swizzle<128{{.*}}>, shared>
// HALF-COUNT-2: mem.alloc {{.*}}#mem.swizzle<64{{.*}}>, shared>
// NONE-NOT: #mem.swizzle<{{32|64|128}}
// NONE-NOT: #mem.padded

//--- kernel.mlir
tile.params { SWIZZLE = 128 : [0, 32, 64, 128] }
tile.kernel @k(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf32>[M, N]) warps(4) grid(%i = ceildiv(M, 64), %j = ceildiv(N, 64))
    attributes {tile.swizzle = $SWIZZLE : i64} {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 64) iter_args(%c = %zero) {
    %a = tile.load %A[%i * 64, %k * 64] : tensor<64x64xf16>
    %b = tile.load %B[%k * 64, %j * 64] : tensor<64x64xf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%i * 64, %j * 64]
}

//--- invalid.mlir
// expected-error @below {{'tile.kernel' op attribute tile.swizzle must be 0, 32, 64 or 128, got 16 : i64}}
// expected-help @below {{it is the widest span of the buffers that operands of products are staged in, in bytes; 0 is no swizzle}}
tile.kernel @k(%A: memref<?xf32>[N]) warps(1) grid(%i = N) attributes {tile.swizzle = 16 : i64} {
}

// -----
// expected-error @below {{got true}}
// expected-help @below {{it is the widest span}}
tile.kernel @k(%A: memref<?xf32>[N]) warps(1) grid(%i = N) attributes {tile.swizzle = true} {
}
