// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=37 --dim N=61 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=37 --dim N=61 --param BM=8 --param WARPS=8 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=64 N=64
// SHAPE: M=37 N=61

// Running sums of rows, and of columns from the last element on, those without the element itself; sums of small
// integers are exact in every order.
tile.params { BM = 32 : [1, 8, 32, 48], BN = 64 : [1, 4, 64, 96], WARPS = 4 : [1, 4, 8, 12], T = f32 : [f16, bf16, f32, f64] }
tile.kernel @scan(%A: memref<?x?x$T>[M, N], %R: memref<?x?x$T>[M, N], %C: memref<?x?x$T>[M, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  %x = tile.load %A[%i * $BM, %j * $BN] : tensor<$BMx$BNx$T>
  %rows = tile.scan arith.addf %x axis 1
  tile.store %rows, %R[%i * $BM, %j * $BN]
  %one = arith.constant 1.0 : $T
  %columns = tile.scan arith.addf %x axis 0 reverse exclusive(%one)
  tile.store %columns, %C[%i * $BM, %j * $BN]
}
