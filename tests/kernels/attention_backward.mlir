// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim L=130 --dim S=72 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=mem --arch=sm_90a --dim L=200 --dim S=64 --schedule=late | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_90a --dim L=200 --dim S=64 --schedule=random:5 | FileCheck %s
// RUN: tile-run %s --device=cpu --verify --exact --init=int --level=thread --arch=sm_80 --dim L=136 --dim S=64 --schedule=random:6 | FileCheck %s
// RUN: tile-compile %s --arch=sm_90a --emit=ptx -o %t.ptx --remarks-filter=specialized,channel,tensor-core 2>&1 | FileCheck %s --check-prefix=ROLES
// CHECK: verify: ok
// ROLES-COUNT-5: is computed by wgmma
// ROLES: has 2 slots
// ROLES: 4 warps compute ({{.*}}), 4 copy
// SHAPE: L=130 S=72
// SHAPE: L=64 S=128
// SHAPE: L=65 S=33

// The five products of attention's backward pass, with a minimum in place of the softmax so that sums are exact. A block has
// keys and values and goes over all queries: K is multiplied as it is and turned, out of one buffer; what each block
// contributes to the gradient of the queries is added in memory, inside of the loop.
tile.params { BM = 64 : [32, 64], BN = 64 : [64, 128], D = 64 : [32, 64], WARPS = 4 : [4, 8], STAGES = 2 : 1..3 }
tile.kernel @backward(%Q: memref<?x$Dxf16>[L, D], %K: memref<?x$Dxf16>[S, D], %V: memref<?x$Dxf16>[S, D], %O: memref<?x$Dxf16>[L, D],
                      %DQ: memref<?x$Dxf32>[L, D], %DK: memref<?x$Dxf32>[S, D], %DV: memref<?x$Dxf32>[S, D])
    warps($WARPS) grid(%j = ceildiv(S, $BN)) {
  %none = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %rows = arith.constant dense<0.0> : tensor<$BMx$Dxf32>
  %zero = arith.constant dense<0.0> : tensor<$BNx$Dxf32>
  %most = arith.constant dense<8.0> : tensor<$BMx$BNxf32>
  %k = tile.load %K[%j * $BN, 0] : tensor<$BNx$Dxf16>
  %v = tile.load %V[%j * $BN, 0] : tensor<$BNx$Dxf16>
  %kt = tile.trans %k : tensor<$BNx$Dxf16> to tensor<$Dx$BNxf16>
  %vt = tile.trans %v : tensor<$BNx$Dxf16> to tensor<$Dx$BNxf16>
  %dk, %dv = tile.pipelined %i = 0 to ceildiv(L, $BM) stages($STAGES) iter_args(%ck = %zero, %cv = %zero) {
    %q = tile.load %Q[%i * $BM, 0] : tensor<$BMx$Dxf16>
    %o = tile.load %O[%i * $BM, 0] : tensor<$BMx$Dxf16>
    %s = tile.dot %q, %kt, %none
    %p32 = tile.compute min(%s, %most)
    %p = arith.truncf %p32 : tensor<$BMx$BNxf32> to tensor<$BMx$BNxf16>
    %pt = tile.trans %p : tensor<$BMx$BNxf16> to tensor<$BNx$BMxf16>
    %nv = tile.dot %pt, %o, %cv
    %dp = tile.dot %o, %vt, %none
    %ds32 = tile.compute min(%dp, %most)
    %ds = arith.truncf %ds32 : tensor<$BMx$BNxf32> to tensor<$BMx$BNxf16>
    %dst = tile.trans %ds : tensor<$BMx$BNxf16> to tensor<$BNx$BMxf16>
    %nk = tile.dot %dst, %q, %ck
    %dq = tile.dot %ds, %k, %rows
    %old = tile.atomic_rmw addf %dq, %DQ[%i * $BM, 0] relaxed gpu
    tile.yield %nk, %nv
  }
  tile.store %dk, %DK[%j * $BN, 0]
  tile.store %dv, %DV[%j * $BN, 0]
}
