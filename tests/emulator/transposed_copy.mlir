// RUN: tile-run %s --device=cpu --profile=json:%t.json --verify --exact --dim M=256 --dim N=128 | FileCheck %s --check-prefix=VERIFY
// RUN: python3 -c "import json; d = json.load(open('%t.json')); lines = {l['line']: l for l in d['lines']}; print('load', lines[14]['global']); print('store', lines[16]['global']); print('all', d['all']['shared'])" | FileCheck %s
// RUN: tile-opt %s --tile-to-thread-level --debug-only=convert -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN

// A transposed copy: 16 bytes an access on both sides of global memory, every sector used, and no bank conflict.  32768
// elements of 2 bytes are 4096 accesses of 16 bytes, 128 of warps.
// VERIFY: verify: ok
// CHECK: load {'accesses': 128, 'sectors': 2048, 'ideal': 2048, 'read_bytes': 65536, 'written_bytes': 0}
// CHECK: store {'accesses': 128, 'sectors': 2048, 'ideal': 2048, 'read_bytes': 0, 'written_bytes': 65536}
// CHECK: all {'accesses': [[#]], 'wavefronts': 1024, 'ideal': 1024,
// PLAN: goes by shared, {{.*}} stores vectors of 8, 16 wavefronts in 1 ways; loads {{vectors|transposed matrices}} of {{4|8}}, 16 wavefronts in 1 ways
tile.kernel @transpose(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16>[N, M]) warps(4)
    grid(%i = ceildiv(M, 64), %j = ceildiv(N, 64)) assume(M mod 8 == 0, N mod 8 == 0, A.address mod 16 == 0, B.address mod 16 == 0) {
  %a = tile.load %A[%i * 64, %j * 64] : tensor<64x64xf16>
  %t = tile.trans %a : tensor<64x64xf16> to tensor<64x64xf16>
  tile.store %t, %B[%j * 64, %i * 64]
}
