// Each mistake that a pass may make at tile level is found by --validate-each, and put down to the pass that made it.

// RUN: split-file %s %t
// RUN: %cc -Wall -Wextra -Werror -std=c17 -shared -fPIC -I%source %S/Inputs/break_kernel.c -o %t/break.so
// RUN: tile-opt %t/product.mlir --tile-to-thread-level --validate-each --verify-diagnostics -o /dev/null
// RUN: tile-opt %t/padding.mlir --tile-to-thread-level --validate-each --verify-diagnostics -o /dev/null
// RUN: tile-opt %t/conversion.mlir --tile-to-thread-level --validate-each --verify-diagnostics -o /dev/null

// Of a large grid some blocks run, and all where a pass gives them other numbers.
// RUN: tile-opt %t/conversion.mlir --load-plugin=%t/break.so --cse --test-turn-grid --cse --validate-each=seed:3,sizes:12 --verify-diagnostics | FileCheck %s --check-prefix=TURNED
// RUN: not tile-opt %t/conversion.mlir --load-plugin=%t/break.so --test-turn-grid --test-break-kernel='fault=shift' --validate-each=sizes:12 --no-crash-reproducer 2>&1 | FileCheck %s --check-prefix=LATER

// RUN: not tile-opt %t/product.mlir --load-plugin=%t/break.so --validate-each -o /dev/null --crash-reproducer=%t/r.mlir \
// RUN:   --pass-pipeline='tile-set-target,canonicalize,cse,tile-versions,tile.kernel(tile-stage,tc-select,tile-layout,test-break-kernel{fault=mask},mem-vectorize)' 2>&1 | FileCheck %s --check-prefixes=PRODUCT,MASK
// RUN: not tile-opt %t/product.mlir --load-plugin=%t/break.so --validate-each -o /dev/null --no-crash-reproducer \
// RUN:   --pass-pipeline='canonicalize,tile.kernel(cse,test-break-kernel{fault=swap},tile-stage)' 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not tile-opt %t/product.mlir --load-plugin=%t/break.so --validate-each -o /dev/null --no-crash-reproducer \
// RUN:   --pass-pipeline='canonicalize,tile.kernel(cse,test-break-kernel{fault=shift at=3},tile-stage)' 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not tile-opt %t/product.mlir --load-plugin=%t/break.so --validate-each -o /dev/null --no-crash-reproducer \
// RUN:   --pass-pipeline='canonicalize,tile.kernel(cse,test-break-kernel{fault=trip},tile-stage)' 2>&1 | FileCheck %s --check-prefix=PRODUCT
// RUN: not tile-opt %t/padding.mlir --load-plugin=%t/break.so --validate-each -o /dev/null --no-crash-reproducer \
// RUN:   --pass-pipeline='canonicalize,tile.kernel(test-break-kernel{fault=pad})' 2>&1 | FileCheck %s --check-prefix=PADDING
// RUN: not tile-opt %t/conversion.mlir --load-plugin=%t/break.so --validate-each -o /dev/null --no-crash-reproducer \
// RUN:   --pass-pipeline='tile-set-target,tile.kernel(tile-stage,tc-select,tile-layout,test-break-kernel{fault=layout})' 2>&1 | FileCheck %s --check-prefix=CONVERSION

// The reproducer does it again, on the input of that pass alone.
// RUN: not tile-opt %t/r.mlir --run-reproducer 2>&1 | FileCheck %s --check-prefix=AGAIN

// TURNED: grid(%{{.*}} = ceildiv(N, 32), %{{.*}} = ceildiv(M, 32))
// LATER: error: pass 'test-break-kernel' changed what @c computes
// PRODUCT: product.mlir:2:1: error: pass 'test-break-kernel' changed what @k computes{{$}}
// PRODUCT: note: C[{{[0-9]+, [0-9]+}}] was {{[-0-9]+}} and is {{[-0-9]+}}, for M = {{[0-9]+}}, K = {{[0-9]+}}, N = {{[0-9]+}}, {{.*}}values of seed
// PRODUCT-NEXT: note: {{[0-9]+}} of {{[0-9]+}} elements of C differ
// MASK: note: the version that runs is @k__v0
// MASK: remark: pass 'test-break-kernel' fails on 'tile.kernel' @k__v0
// MASK: note: it is pass 8 of 9
// MASK: note: the pass with its input is in '{{.*}}r.mlir'
// MASK-NEXT: help: run it with: {{.*}}tile-opt {{.*}}r.mlir --run-reproducer
// AGAIN: error: pass 'test-break-kernel' changed what @k computes
// AGAIN: note: C[{{.*}}, for M = {{[0-9]+}}, K =
// PADDING: error: pass 'test-break-kernel' changed what @p computes
// PADDING: note: B[{{[0-9]+}}] was 1 and is 3, for N =
// CONVERSION: error: pass 'test-break-kernel' changed what @c computes
// CONVERSION: note: B[

//--- product.mlir
// A product with edges, less a tile, and its negative elements cut off.
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
  %less = arith.cmpf olt, %d, %zero : tensor<32x32xf32>
  %m = arith.select %less, %zero, %d : tensor<32x32xi1>, tensor<32x32xf32>
  tile.store %m, %C[%i * 32, %j * 32]
}
//--- padding.mlir
// What lies outside of A is 1, and B may be longer.
tile.kernel @p(%A: memref<?xf32>[N], %B: memref<?xf32>[P]) warps(1) grid(%b = ceildiv(P, 64)) {
  %one = arith.constant 1.0 : f32
  %a = tile.load %A[%b * 64] pad(%one) : tensor<64xf32>
  tile.store %a, %B[%b * 64]
}
//--- conversion.mlir
// Loaded along rows and stored along columns, so a layout has to change.
tile.kernel @c(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[N, M]) warps(2) grid(%i = ceildiv(M, 32), %j = ceildiv(N, 32)) {
  %a = tile.load %A[%i * 32, %j * 32] : tensor<32x32xf32>
  %t = tile.trans %a : tensor<32x32xf32> to tensor<32x32xf32>
  tile.store %t, %B[%j * 32, %i * 32]
}
