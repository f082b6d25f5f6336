// Each mistake that a pass may make in a schedule is found: behind tile-pipeline by the check of the protocol, and by
// running the kernel at the tile level; in the code of threads by running that. The schedule as it is passes silently.

// RUN: %cc -Wall -Wextra -Werror -std=c17 -shared -fPIC -I%source %S/Inputs/break_schedule.c -o %t.so
// RUN: %python %S/Inputs/schedule_faults.py tile-opt %t.so %s --arch=sm_90a --set=tile-persistent=blocks=1 | FileCheck %s --check-prefixes=ALL,TMA
// (The wait behind the loop waits for nothing; it says where the slots' memory may be used again.)
// RUN: %python %S/Inputs/schedule_faults.py tile-opt %t.so %s --arch=sm_80 --spare=no-cp-commit,no-cp-wait,more-groups | FileCheck %s --check-prefixes=ALL,GROUPS
// Products of warps, which load what TMA brings.
// RUN: sed 's/ == 0) {$/ == 0) attributes {tile.swizzle = 0 : i64} {/' %s > %t.mlir
// RUN: %python %S/Inputs/schedule_faults.py tile-opt %t.so %t.mlir --set=tile-persistent=blocks=1 --faults=no-proxy-fence,late-proxy-fence | FileCheck %s --check-prefix=LOADS
// Two blocks that load for each other, and two tiles each.
// RUN: sed -e 's/ == 0) {$/ == 0) attributes {tile.multicast = 2 : i64} {/' -e 's/memref<128x/memref<256x/g' -e 's/grid(%i = 2)/grid(%i = 4)/' %s > %t.mlir
// RUN: %python %S/Inputs/schedule_faults.py tile-opt %t.so %t.mlir --set=tile-persistent=blocks=2 --faults=no-acquire,no-release,no-copy,shared-copy,early-release,small-channel,late-product,no-arrival,no-phase,more-arrivals,no-init,no-init-fence,no-box,half-bytes,other-blocks,other-peer,not-met | FileCheck %s --check-prefix=BLOCKS

// ALL: unbroken: silent
// ALL-DAG: protocol check: no-acquire: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: protocol check: no-commit: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: protocol check: no-wait: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: protocol check: no-release: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: protocol check: no-copy: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: protocol check: early-release: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: protocol check: next-acquire: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: protocol check: next-commit: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: protocol check: next-wait: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: protocol check: next-release: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: protocol check: next-slot: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: protocol check: small-channel: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: protocol check: no-store-wait: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: protocol check: late-product: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: tile level: no-acquire: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: tile level: no-commit: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: tile level: no-wait: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: tile level: no-release: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: tile level: no-copy: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: tile level: next-acquire: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: tile level: next-commit: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: tile level: next-wait: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: tile level: next-release: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: tile level: next-slot: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: tile level: no-store-wait: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: tile level: late-product: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: no-proxy-fence: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: no-init-fence: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: no-init: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: more-arrivals: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: no-arrival: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: no-bytes: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: fewer-bytes: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: no-phase: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: other-phase: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: other-barrier: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: no-box: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: no-bulk-commit: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: no-bulk-wait: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: no-product-commit: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: more-products: {{[0-9]+ of [0-9]+ found$}}
// TMA-DAG: threads: no-grid-wait: 2 of 2 found
// GROUPS-DAG: threads: no-cp-commit: {{[0-9]+ of [0-9]+ found$}}
// GROUPS-DAG: threads: no-cp-wait: {{[0-9]+ of [0-9]+ found$}}
// GROUPS-DAG: threads: more-groups: {{[0-9]+ of [0-9]+ found$}}
// ALL-DAG: threads: no-barrier: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS: unbroken: silent
// BLOCKS-DAG: protocol check: no-acquire: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: protocol check: no-release: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: protocol check: no-copy: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: protocol check: shared-copy: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: protocol check: early-release: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: protocol check: small-channel: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: protocol check: late-product: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: threads: no-arrival: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: threads: no-phase: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: threads: more-arrivals: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: threads: no-init: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: threads: no-init-fence: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: threads: no-box: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: threads: half-bytes: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: threads: other-blocks: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: threads: other-peer: {{[0-9]+ of [0-9]+ found$}}
// BLOCKS-DAG: threads: not-met: 1 of 1 found{{$}}
// LOADS: unbroken: silent
// LOADS-DAG: threads: no-proxy-fence: 2 of 2 found{{$}}
// LOADS-DAG: threads: late-proxy-fence: 1 of 1 found{{$}}

// Roles, TMA and products of warpgroups, or one role and groups of cp.async.
tile.kernel @k(%A: memref<128x112xf16>, %B: memref<112x64xf16>, %C: memref<128x64xf16>) warps(4) grid(%i = 2)
    assume(A.address mod 16 == 0, B.address mod 16 == 0, C.address mod 16 == 0) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to 7 stages(3) iter_args(%c = %zero) {
    %a = tile.load %A[%i * 64, %k * 16] : tensor<64x16xf16>
    %b = tile.load %B[%k * 16, 0] : tensor<16x64xf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %out = arith.truncf %acc : tensor<64x64xf32> to tensor<64x64xf16>
  tile.store %out, %C[%i * 64, 0]
}
