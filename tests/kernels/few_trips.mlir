// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=0 --dim N=78 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=1 --dim N=78 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=0 N=78
// SHAPE: M=1 N=78
// SHAPE: M=3 N=78
// SHAPE: M=2 N=256

// A loop with fewer trips than stages, and with none: then the output is left alone.
tile.params { STAGES = 3 : 1..5, WARPS = 4 : [1, 2, 4, 8] }
tile.kernel @few_trips(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[M, N]) warps($WARPS) grid(%b = ceildiv(N, 128)) {
  %one = arith.constant dense<1.0> : tensor<128xf32>
  tile.pipelined %i = 0 to M stages($STAGES) {
    %a = tile.load %A[%i, %b * 128] : tensor<128xf32>
    %x = arith.addf %a, %one : tensor<128xf32>
    tile.store %x, %B[%i, %b * 128]
    tile.yield
  }
}
