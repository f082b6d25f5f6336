// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=130 --dim N=72 --dim K=72 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --arch=sm_90a --processors=3 --verify --exact --init=int --dim M=130 --dim N=192 --dim K=72 | FileCheck %s
// RUN: sed "s/device.processors))/5))/" %s > %t.five.mlir
// RUN: tile-run %t.five.mlir --device=cpu --level=thread --arch=sm_90a --processors=3 --verify --exact --init=int --dim M=192 --dim N=192 --dim K=72 | FileCheck %s
// RUN: tile-compile %s --arch=sm_90a -o %t.ptx --remarks-filter=missed-persistent,missed-multicast,specialized 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// CHECK: verify: ok
// WHY: has no clusters of 2 blocks that load for each other: its blocks ask how many they are [missed-multicast]
// WHY: has a block for each tile: its blocks ask how many they are [missed-persistent]
// WHY: 4 warps compute ({{.*}}), 4 copy
// JSON: "grid": ["min(ceildiv(M, 64) * ceildiv(N, 64), device.processors)"]
// SHAPE: M=130 N=72 K=72
// SHAPE: M=64 N=64 K=0

// A person's own loop over tiles, whose blocks are as many as the grid says: the passes leave both alone.
tile.params { WARPS = 4 : [4, 8], STAGES = 3 : 1..4 }
tile.kernel @own_persistent(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf32>[M, N]) warps($WARPS)
    grid(%block = min(ceildiv(M, 64) * ceildiv(N, 64), device.processors)) attributes {tile.multicast = 2} {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c64 = arith.constant 64 : index
  %m = tile.dim M
  %n = tile.dim N
  %rows = arith.ceildivui %m, %c64 : index
  %columns = arith.ceildivui %n, %c64 : index
  %tiles = arith.muli %rows, %columns : index
  %blocks = tile.num_blocks
  scf.for %tile = %block to %tiles step %blocks {
    %i = arith.remui %tile, %rows : index
    %j = arith.divui %tile, %rows : index
    %r = tile.pipelined %k = 0 to ceildiv(K, 64) stages($STAGES) iter_args(%c = %zero) {
      %a = tile.load %A[%i * 64, %k * 64] : tensor<64x64xf16>
      %b = tile.load %B[%k * 64, %j * 64] : tensor<64x64xf16>
      %d = tile.dot %a, %b, %c
      tile.yield %d
    }
    tile.store %r, %C[%i * 64, %j * 64]
  }
}
