// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=72 --dim K=200 --dim M2=72 --dim K2=80 --schedule=late | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_80 --dim M=72 --dim K=200 --dim M2=72 --dim K2=80 --schedule=random:1 | FileCheck %s
// RUN: tile-compile %s --arch=sm_90a --emit=ptx -o %t.ptx --remarks-filter=tma,late-wait 2>&1 | FileCheck %s --check-prefix=ONCE
// CHECK: verify: ok
// ONCE-COUNT-2: can be copied by TMA
// ONCE-NOT: can be copied by TMA
// ONCE: leaves 2 of its 2 products in flight
// SHAPE: M=72 K=200 M2=72 K2=80
// SHAPE: M=64 K=64 M2=64 K2=64
// SHAPE: M=33 K=65 M2=40 K2=33

// A tile times itself turned, both ways round: it is copied once, in each of two versions, to one buffer, which
// all four operands are.
tile.params { BM = 64 : [32, 48, 64, 128], BK = 64 : [32, 64, 80], T = f16 : [f16, bf16, f32], WARPS = 4 : [4, 8], STAGES = 3 : 1..3,
              SWIZZLE = 128 : [0, 64, 128] }
tile.kernel @both(%A: memref<?x?x$T>[M, K], %C: memref<?x?xf32>[M, M2], %G: memref<?x?xf32>[K, K2])
    warps($WARPS) grid(%i = 1) attributes {tile.swizzle = $SWIZZLE : i64} {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BMxf32>
  %zk = arith.constant dense<0.0> : tensor<$BKx$BKxf32>
  %c, %g = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%x = %zero, %y = %zk) {
    %a = tile.load %A[0, %k * $BK] : tensor<$BMx$BKx$T>
    %at = tile.trans %a : tensor<$BMx$BKx$T> to tensor<$BKx$BMx$T>
    %d = tile.dot %a, %at, %x
    %e = tile.dot %at, %a, %y
    tile.yield %d, %e
  }
  tile.store %c, %C[0, 0]
  tile.store %g, %G[0, 0]
}
