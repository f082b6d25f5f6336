// SHAPE: M=37
// Blocks share rows of which there are more than blocks: each takes every n-th one, n as the launch says.
// RUN: tile-run %s --device=cpu --dim M=37 --verify --exact | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --processors=3 --dim M=37 --verify --exact | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --processors=7 --dim M=5 --verify --exact | FileCheck %s
// RUN: tile-compile %s --param CLUSTER=2 --arch=sm_90a -o %t.ptx && FileCheck %s --input-file=%t.json --check-prefix=META
// RUN: tile-run %s --param CLUSTER=2 --device=cpu --level=thread --processors=3 --dim M=37 --verify --exact | FileCheck %s
// CHECK: verify: ok
// META: "grid": ["min(M, device.processors) * 2"]
tile.params { CLUSTER = 1 : [1, 2] }
tile.kernel @shared_rows(%A: memref<?x64xi32>[M, ?], %S: memref<?xi32>[M]) warps(1) cluster($CLUSTER)
    grid(%block = min(M, device.processors)) {
  %rows = tile.dim M
  %n = tile.num_blocks
  scf.for %row = %block to %rows step %n {
    %x = tile.load %A[%row, 0] : tensor<64xi32>
    %s = tile.reduce arith.addi %x axis 0
    tile.store %s, %S[%row]
  }
}
