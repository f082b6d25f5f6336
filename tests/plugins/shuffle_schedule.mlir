// Schedules that are changed at random are refused with a reason, or compute the same.

// RUN: %cc -Wall -Wextra -Werror -std=c17 -shared -fPIC -I%source %S/Inputs/shuffle_schedule.c -o %t.so
// RUN: %python %S/Inputs/shuffle_schedules.py tile-opt %t.so %s --seeds=0:40 | FileCheck %s

// CHECK: {{[1-9][0-9]*}} applied, {{[1-9][0-9]*}} refused, 0 wrong

tile.kernel @k(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf32>[M, N]) warps(2) grid(%i = ceildiv(M, 32), %j = ceildiv(N, 32))
    assume(K mod 8 == 0, N mod 8 == 0, A.address mod 16 == 0, B.address mod 16 == 0) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 16) stages(3) iter_args(%c = %zero) {
    %a = tile.load %A[%i * 32, %k * 16] : tensor<32x16xf16>
    %b = tile.load %B[%k * 16, %j * 32] : tensor<16x32xf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%i * 32, %j * 32]
}
