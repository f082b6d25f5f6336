// RUN: tile-run %s --device=cpu --verify --exact --dim M=37 --dim N=61 --init=int | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --dim M=37 --dim N=61 --init=int --param BM=8 --param WARPS=8 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// The mask depends on the element alone: not on tiles, warps or the level.
// DEFINE: %{shape} =
// DEFINE: %{mask} = tile-run %s --device=cpu --dim=M=37 --dim=N=61 --init=int --arg=seed=3 --print=B %{shape} | grep '^%B'
// RUN: %{mask} > %t.mask && FileCheck %s --check-prefix=MASK < %t.mask
// REDEFINE: %{shape} = --level=thread
// RUN: %{mask} | diff - %t.mask
// REDEFINE: %{shape} = --level=thread --param=BM=1 --param=BN=96 --param=WARPS=1
// RUN: %{mask} | diff - %t.mask
// REDEFINE: %{shape} = --level=thread --param=BM=24 --param=BN=4 --param=WARPS=12
// RUN: %{mask} | diff - %t.mask
// MASK: %B = {{.*}} 0,
// SHAPE: M=64 N=64
// SHAPE: M=37 N=61

// Dropout: an element is kept, and scaled, where its random number is below the probability.
tile.params { BM = 16 : [1, 8, 16, 24], BN = 64 : [4, 64, 96], WARPS = 4 : [1, 4, 8, 12], T = f32 : [f16, bf16, f32] }
tile.kernel @dropout(%A: memref<?x?x$T>[M, N], %B: memref<?x?x$T>[M, N], %seed: i64)
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  // The number of each element: row * N + column.
  %rows = tile.iota axis 0 : tensor<$BMx$BNxi64>
  %columns = tile.iota axis 1 : tensor<$BMx$BNxi64>
  %n = tile.compute N
  %first = tile.compute %i * $BM * N + %j * $BN
  %n64 = arith.index_cast %n : index to i64
  %first64 = arith.index_cast %first : index to i64
  %width = tile.splat %n64 : i64 to tensor<$BMx$BNxi64>
  %begin = tile.splat %first64 : i64 to tensor<$BMx$BNxi64>
  %row = arith.muli %rows, %width : tensor<$BMx$BNxi64>
  %place = arith.addi %row, %columns : tensor<$BMx$BNxi64>
  %number = arith.addi %place, %begin : tensor<$BMx$BNxi64>
  %offset = arith.constant 0 : i64
  %r:4 = tile.philox %seed, %offset, %number : i64, i64, tensor<$BMx$BNxi64>
  %u = tile.uniform %r#0 : tensor<$BMx$BNxi32> to tensor<$BMx$BNxf32>
  %p = arith.constant dense<0.75> : tensor<$BMx$BNxf32>
  %keep = arith.cmpf olt, %u, %p : tensor<$BMx$BNxf32>
  %a = tile.load %A[%i * $BM, %j * $BN] : tensor<$BMx$BNx$T>
  %scale = arith.constant dense<1.5> : tensor<$BMx$BNx$T>
  %scaled = arith.mulf %a, %scale : tensor<$BMx$BNx$T>
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNx$T>
  %b = arith.select %keep, %scaled, %zero : tensor<$BMx$BNxi1>, tensor<$BMx$BNx$T>
  tile.store %b, %B[%i * $BM, %j * $BN]
}
