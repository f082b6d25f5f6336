// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=64 --dim N=64 --dim K=64 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=128 --dim N=64 --dim K=192 --param MOST=64 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=64 --dim N=64 --dim K=64 --param MOST=40 | FileCheck %s
// RUN: tile-compile %s --arch=sm_90a --param MOST=40 -o %t.ptx --remarks-filter=missed-wgmma 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: %if ptxas %{ tile-compile %s --arch=sm_90a --param MOST=40 --emit=cubin -o %t.cubin %}
// CHECK: verify: ok
// FEW: remark: is not computed by wgmma: its instruction needs 64 registers, and the kernel leaves a thread 40
// SHAPE: M=64 N=64 K=64
// SHAPE: M=128 N=64 K=192

// Roles give each other no more registers than threads begin with, which the kernel bounds. An instruction for which these
// are too few is not chosen.
tile.params { MOST = 96 : [0, 40, 64, 96, 200], STAGES = 3 : 1..4 }
tile.kernel @few_registers(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf32>[M, N]) warps(4)
    grid(%i = ceildiv(M, 64), %j = ceildiv(N, 64)) attributes {simt.max_registers = $MOST} {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = tile.pipelined %k = 0 to ceildiv(K, 64) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%i * 64, %k * 64] : tensor<64x64xf16>
    %b = tile.load %B[%k * 64, %j * 64] : tensor<64x64xf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %r, %C[%i * 64, %j * 64]
}
