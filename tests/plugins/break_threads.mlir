// The same mistakes in the code of threads: what is computed changes, or the executor finds an access that may not be.

// RUN: split-file %s %t
// RUN: %cc -Wall -Wextra -Werror -std=c17 -shared -fPIC -I%source %S/Inputs/break_kernel.c -o %t/break.so
// RUN: tile-opt %t/product.mlir --validate-each --tile-to-thread-level --verify-diagnostics -o /dev/null
// RUN: tile-opt %t/product.mlir --pass-pipeline='tile-to-thread-level' --stop-after=tile-to-thread -o %t/threads.mlir
// RUN: tile-opt %t/padding.mlir --pass-pipeline='tile-to-thread-level' --stop-after=tile-to-thread -o %t/padded.mlir

// RUN: not tile-opt %t/threads.mlir --load-plugin=%t/break.so --validate-each -o /dev/null --no-crash-reproducer \
// RUN:   --pass-pipeline='simt.kernel(canonicalize,test-break-kernel{fault=mask},cse)' 2>&1 | FileCheck %s --check-prefix=MASK
// RUN: not tile-opt %t/threads.mlir --load-plugin=%t/break.so --validate-each -o /dev/null --no-crash-reproducer \
// RUN:   --pass-pipeline='simt.kernel(canonicalize,test-break-kernel{fault=swap},cse)' 2>&1 | FileCheck %s --check-prefix=SWAP
// RUN: not tile-opt %t/threads.mlir --load-plugin=%t/break.so --validate-each -o /dev/null --no-crash-reproducer \
// RUN:   --pass-pipeline='simt.kernel(canonicalize,test-break-kernel{fault=trip},cse)' 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: not tile-opt %t/threads.mlir --load-plugin=%t/break.so --validate-each -o /dev/null --no-crash-reproducer \
// RUN:   --pass-pipeline='simt.kernel(canonicalize,test-break-kernel{fault=layout},cse)' 2>&1 | FileCheck %s --check-prefix=CHANGED
// RUN: not tile-opt %t/threads.mlir --load-plugin=%t/break.so --validate-each -o /dev/null --no-crash-reproducer \
// RUN:   --pass-pipeline='simt.kernel(canonicalize,test-break-kernel{fault=shift},cse)' 2>&1 | FileCheck %s --check-prefix=SHIFT
// RUN: not tile-opt %t/threads.mlir --load-plugin=%t/break.so --validate-each -o /dev/null --no-crash-reproducer \
// RUN:   --pass-pipeline='simt.kernel(canonicalize,test-break-kernel{fault=barrier},cse)' 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: not tile-opt %t/padded.mlir --load-plugin=%t/break.so --validate-each -o /dev/null --no-crash-reproducer \
// RUN:   --pass-pipeline='simt.kernel(test-break-kernel{fault=pad})' 2>&1 | FileCheck %s --check-prefix=PADDING

// MASK: error: after pass 'test-break-kernel' @k fails: 'mem.{{cp_async|load}}' op reads outside in lane {{[0-9]+}}: 
// SWAP: error: after pass 'test-break-kernel' @k fails: 'mem.load' op reads outside in lane {{[0-9]+}}: 
// CHANGED: error: pass 'test-break-kernel' changed what @k computes
// CHANGED: note: C[{{[0-9]+, [0-9]+}}] was {{[-0-9]+}} and is {{[-0-9]+}}, for M =
// SHIFT: error: after pass 'test-break-kernel' @k fails: 'mem.load' op {{reads outside|is not aligned to its size}} in lane {{[0-9]+}}: 
// BARRIER: error: after pass 'test-break-kernel' @k fails: {{.*}} op races in shared memory: {{.*}}thread {{[0-9]+}} (warp {{[0-9]+}}){{.*}}
// BARRIER: note: it fails here
// BARRIER: note: {{.*}}{{read|wrote}}
// PADDING: error: pass 'test-break-kernel' changed what @p computes
// PADDING: note: B[{{[0-9]+}}] was 1 and is 3, for N =

//--- product.mlir
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
//--- padding.mlir
tile.kernel @p(%A: memref<?xf32>[N], %B: memref<?xf32>[P]) warps(1) grid(%b = ceildiv(P, 64)) {
  %one = arith.constant 1.0 : f32
  %a = tile.load %A[%b * 64] pad(%one) : tensor<64xf32>
  tile.store %a, %B[%b * 64]
}
