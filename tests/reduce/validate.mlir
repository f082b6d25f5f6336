// A kernel in which a pass changes what is computed becomes one op of the kind that it changes.

// RUN: %cc -Wall -Wextra -Werror -std=c17 -shared -fPIC -I%source %source/tests/plugins/Inputs/break_kernel.c -o %t.so
// RUN: tile-reduce %s --load-plugin=%t.so --validate-each=sizes:3 --test-passes='canonicalize,tile.kernel(cse,test-break-kernel{fault=swap},tile-stage)' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: tile-opt %s --load-plugin=%t.so --validate-each=sizes:3 --pass-pipeline='tile.kernel(test-break-kernel{fault=swap})' --reduce -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: not tile-reduce %s --test=true --validate-each 2>&1 | FileCheck %s --check-prefix=ALONE

// CHECK: // tile-opt %s --load-plugin={{.*}} --validate-each=seed:1,sizes:3,steps:100000000 --pass-pipeline='builtin.module(tile.kernel(test-break-kernel{fault=swap}))'
// CHECK: tile.kernel @k
// CHECK: arith.subf
// CHECK-NEXT: tile.store
// CHECK-NEXT: }
// ALONE: error: '--validate-each' goes with '--test-passes'

tile.kernel @k(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf32>[M, N],
               %R: memref<?x?xf32>[M, N]) warps(2) grid(%i = ceildiv(M, 32), %j = ceildiv(N, 32)) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 16) iter_args(%c = %zero) {
    %a = tile.load %A[%i * 32, %k * 16] : tensor<32x16xf16>
    %b = tile.load %B[%k * 16, %j * 32] : tensor<16x32xf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %r = tile.load %R[%i * 32, %j * 32] : tensor<32x32xf32>
  %d = arith.subf %acc, %r : tensor<32x32xf32>
  tile.store %d, %C[%i * 32, %j * 32]
}
tile.kernel @other(%A: memref<?xf32>[N]) warps(1) grid(%i = ceildiv(N, 32)) {
  %a = tile.load %A[%i * 32] : tensor<32xf32>
  %b = arith.addf %a, %a : tensor<32xf32>
  tile.store %b, %A[%i * 32]
}
