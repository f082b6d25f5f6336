// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=130 --dim N=72 --dim K=192 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=mem --arch=sm_90a --dim M=64 --dim N=72 --dim K=328 --schedule=late | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=128 --dim N=72 --dim K=136 --schedule=random:5 | FileCheck %s
// RUN: tile-compile %s --arch=sm_90a --emit=ptx -o %t.ptx --remarks-filter=specialized,channel 2>&1 | FileCheck %s --check-prefix=ROLES
// CHECK: verify: ok
// ROLES: has 2 slots
// ROLES: 4 warps compute ({{.*}}), 4 copy
// SHAPE: M=130 N=72 K=160
// SHAPE: M=64 N=72 K=256
// SHAPE: M=65 N=33 K=31

// As in the backward pass of attention: each block has rows of A, goes over all columns of S = A^T B in tiles, and adds
// what each of them contributes to the rows of G, which all blocks share.
tile.params { BM = 64 : [64, 128], BN = 64 : [32, 64], BK = 64 : [64, 128], WARPS = 4 : [4, 8], STAGES = 2 : 1..4 }
tile.kernel @gradient(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %G: memref<?x?xf32>[K, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) {
    %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
    %zeros = arith.constant dense<0.0> : tensor<$BKx$BNxf32>
    %a = tile.load %A[%i * $BM, %k * $BK] : tensor<$BMx$BKxf16>
    %b = tile.load %B[%k * $BK, %j * $BN] : tensor<$BKx$BNxf16>
    %s = tile.dot %a, %b, %zero
    %p = arith.truncf %s : tensor<$BMx$BNxf32> to tensor<$BMx$BNxf16>
    %t = tile.trans %a : tensor<$BMx$BKxf16> to tensor<$BKx$BMxf16>
    %g = tile.dot %t, %p, %zeros
    %old = tile.atomic_rmw addf %g, %G[%k * $BK, %j * $BN] relaxed gpu
    tile.yield
  }
}
