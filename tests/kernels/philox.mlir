// RUN: tile-run %s --device=cpu --verify --exact --dim M=37 --dim N=61 --init=int | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --dim M=37 --dim N=61 --init=int --param BM=8 --param WARPS=8 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --dim M=37 --dim N=61 --init=int --param BM=24 --param BN=96 --param WARPS=12 --param T=f16 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// CHECK: verify: ok
// PTX-COUNT-40: mul.wide.u32
// SHAPE: M=64 N=64
// SHAPE: M=37 N=61

// All four words of counters that are loaded, side by side, and a fraction.
tile.params { BM = 16 : [1, 8, 16, 24], BN = 64 : [4, 64, 96], WARPS = 4 : [1, 4, 8, 12], T = f32 : [f16, bf16, f32, f64] }
tile.kernel @philox(%A: memref<?x?xi32>[M, N], %B: memref<?x?x4xi32>[M, N, ?], %U: memref<?x?x$T>[M, N], %seed: i64)
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  %offset = arith.constant 0x123456789 : i64
  %c = tile.load %A[%i * $BM, %j * $BN] : tensor<$BMx$BNxi32>
  %r:4 = tile.philox %seed, %offset, %c : i64, i64, tensor<$BMx$BNxi32>
  %u = tile.uniform %r#3 : tensor<$BMx$BNxi32> to tensor<$BMx$BNx$T>
  tile.store %u, %U[%i * $BM, %j * $BN]
  %even = tile.join %r#0, %r#2 : tensor<$BMx$BNxi32> to tensor<$BMx$BNx2xi32>
  %odd = tile.join %r#1, %r#3 : tensor<$BMx$BNxi32> to tensor<$BMx$BNx2xi32>
  %all = tile.join %even, %odd : tensor<$BMx$BNx2xi32> to tensor<$BMx$BNx2x2xi32>
  %words = tile.reshape %all : tensor<$BMx$BNx2x2xi32> to tensor<$BMx$BNx4xi32>
  tile.store %words, %B[%i * $BM, %j * $BN, 0]
}
