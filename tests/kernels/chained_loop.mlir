// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=130 --dim N=328 --dim K=64 --dim D=64 --schedule=late | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=mem --arch=sm_90a --dim M=70 --dim N=192 --dim K=64 --dim D=64 --schedule=random:2 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=64 --dim N=64 --dim K=64 --dim D=64 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=64 --dim N=0 --dim K=64 --dim D=64 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim M=260 --dim N=200 --dim K=64 --dim D=64 --param BM=128 --param WARPS=8 --processors=1 --schedule=random:9 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_80 --dim M=64 --dim N=130 --dim K=64 --dim D=64 --schedule=random:1 | FileCheck %s
// RUN: tile-compile %s --arch=sm_90a -o %t.ptx --remarks-filter=tile-warp-specialize,tile-pipeline 2>&1 | FileCheck %s --check-prefix=ROLES
// RUN: %if ptxas %{ tile-compile %s --arch=sm_90a --emit=cubin -o %t.cubin 2>&1 | FileCheck %s --check-prefix=CUBIN --allow-empty %}
// CHECK: verify: ok
// ROLES: remark: 4 warps compute
// ROLES-NOT: have one role
// ROLES: remark: overlaps 2 iterations
// CUBIN-NOT: serialized
// SHAPE: M=130 N=192 K=64 D=64
// SHAPE: M=64 N=33 K=64 D=33

// Two products in a loop, the second of which multiplies what becomes of the first, as in attention: the next iteration's first one goes on
// beside this one's second one. Rows have their maximum carried along, and accumulators that change their sign where it grows.
tile.params { BM = 64 : [64, 128], BN = 64 : [32, 64], STAGES = 2 : [2, 3, 4], WARPS = 4 : [4, 8], SWIZZLE = 128 : [0, 128] }
tile.kernel @chained(%Q: memref<?x?xf16>[M, K], %P: memref<?x?xf16>[K, N], %V: memref<?x?xf16>[N, D], %C: memref<?x?xf32>[M, D], %L: memref<?xf32>[M])
    warps($WARPS) grid(%i = ceildiv(M, $BM)) attributes {tile.swizzle = $SWIZZLE : i64} {
  %none = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %ones = arith.constant dense<1.0> : tensor<$BMx64xf32>
  %plus = arith.constant dense<1.0> : tensor<$BMxf32>
  %minus = arith.constant dense<-1.0> : tensor<$BMxf32>
  %least = arith.constant dense<-1000.0> : tensor<$BMxf32>
  %q = tile.load %Q[%i * $BM, 0] : tensor<$BMx64xf16>
  %r, %l = tile.pipelined %n = 0 to ceildiv(N, $BN) stages($STAGES) iter_args(%c = %ones, %m = %least) {
    %p = tile.load %P[0, %n * $BN] : tensor<64x$BNxf16>
    %v = tile.load %V[%n * $BN, 0] : tensor<$BNx64xf16>
    %s = tile.dot %q, %p, %none
    %t = tile.reduce arith.maximumf %s axis 1
    %top = tile.compute max(%m, %t)
    %sign = tile.compute select(%top > %m, %minus, %plus)
    %w = tile.compute %s to f16
    %turned = tile.compute %c * %sign axis 1
    %d = tile.dot %w, %v, %turned
    tile.yield %d, %top
  }
  tile.store %r, %C[%i * $BM, 0]
  tile.store %l, %L[%i * $BM]
}
