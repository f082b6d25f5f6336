// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=256 --dim N=128 --dim K=200 --op-counts | FileCheck %s --check-prefix=PAIRS
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=256 --dim N=128 --dim K=200 --param BLOCKS=4 --op-counts | FileCheck %s --check-prefix=FOURS
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=192 --dim N=128 --dim K=200 --op-counts | FileCheck %s --check-prefix=ALONE
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// SHAPE: M=512 N=64 K=200
// SHAPE: M=250 N=136 K=64
// SHAPE: M=128 N=256 K=40
// SHAPE: M=64 N=64 K=64

// Two blocks beside each other load half of B's tile each, for both, and each its own of A: 4 times (2 + 1) iterations for
// each pair of blocks. Three blocks are no pairs.
// PAIRS: verify: ok
// PAIRS: mem.tma_load 64{{$}}
// FOURS: verify: ok
// FOURS: mem.tma_load 64{{$}}
// ALONE: verify: ok
// ALONE-NOT: simt.cluster_arrive
// PTX-DAG: cp.async.bulk.tensor.2d{{.*}}.multicast::cluster
// PTX-DAG: mapa.shared::cluster.u32
// JSON: "assume": [{{.*}}"ceildiv(M, 64) mod 2 == 0"
// JSON: "cluster": 2
tile.params { BLOCKS = 2 : [1, 2, 4, 8], STAGES = 3 : 1..4, WARPS = 4 : [4, 8], SPECIALIZE = true : [false, true], PERSISTENT = true : [false, true],
              SWIZZLE = 128 : [32, 64, 128], T = f16 : [f16, bf16], TB = false : [false, true] }
tile.kernel @multicast(%A: memref<?x?x$T>[M, K], %B: memref<?x?x$T>[K, N] transposed($TB), %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, 64), %bn = ceildiv(N, 64))
    attributes {tile.multicast = $BLOCKS, tile.specialize = $SPECIALIZE, tile.persistent = $PERSISTENT, tile.swizzle = $SWIZZLE} {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 64) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * 64, %k * 64] : tensor<64x64x$T>
    %b = tile.load %B[%k * 64, %bn * 64] : tensor<64x64x$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%bm * 64, %bn * 64]
}
