// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=130 --dim N=72 --dim K=192 --dim S=3 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=mem --arch=sm_90a --dim M=64 --dim N=72 --dim K=328 --dim S=6 --schedule=late | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=64 --dim N=72 --dim K=328 --dim S=6 --schedule=random:3 | FileCheck %s
// RUN: tile-compile %s --arch=sm_90a --emit=ptx -o %t.ptx --remarks-filter=specialized 2>&1 | FileCheck %s --check-prefix=ROLES
// CHECK: verify: ok
// ROLES: 4 warps compute ({{.*}}), 4 copy
// SHAPE: M=130 N=72 K=160 S=5
// SHAPE: M=64 N=72 K=256 S=8
// SHAPE: M=64 N=33 K=32 S=1

// A product whose sums after each step of K are kept, too: a loop that stores while it loads.
tile.params { BM = 64 : [64, 128], BN = 64 : [64, 128], BK = 64 : [32, 64], WARPS = 4 : [4, 8], STAGES = 3 : 1..4 }
tile.kernel @partial(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %P: memref<?x?x?xf16>[S, M, N], %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %r = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%i * $BM, %k * $BK] : tensor<$BMx$BKxf16>
    %b = tile.load %B[%k * $BK, %j * $BN] : tensor<$BKx$BNxf16>
    %d = tile.dot %a, %b, %c
    %h = arith.truncf %d : tensor<$BMx$BNxf32> to tensor<$BMx$BNxf16>
    tile.store %h, %P[%k, %i * $BM, %j * $BN]
    tile.yield %d
  }
  tile.store %r, %C[%i * $BM, %j * $BN]
}
