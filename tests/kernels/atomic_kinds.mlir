// RUN: tile-run %s --device=cpu --verify --exact --init=int --init=A:zero --dim N=8 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --init=A:zero --dim N=8 --param KIND=maxs --param WARPS=12 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --init=A:zero --dim N=8 --param KIND=xori --param T=i64 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: N=8 --init=A:zero
// SHAPE: N=5 --init=A:zero
// SHAPE: N=6 --init=A:zero

// 2x8 values at two rows of places: with duplicates for small N, at offsets, and at places that nobody
// shares, with the values that were there.
tile.params { KIND = addi : [addi, andi, maxs, maxu, mins, minu, ori, xori], T = i32 : [i32, i64], WARPS = 4 : [1, 2, 4, 8, 12], BN = 8 : [1, 8, 48, 128] }
tile.kernel @atomic_kinds(%A: memref<?x?x$T>[N, N], %X: memref<2x$BNx$T>, %I: memref<2x$BNxi32>, %B: memref<2x$BNx$T>, %O: memref<2x$BNx$T>)
    warps($WARPS) grid(%b = 1) {
  %x = tile.load %X[0, 0] : tensor<2x$BNx$T>
  %i = tile.load %I[0, 0] : tensor<2x$BNxi32>
  %k = tile.iota axis 1 : tensor<2x$BNxi32>
  %0 = tile.atomic_rmw $KIND %x, %A[%i, %k]
  %1 = tile.atomic_rmw $KIND %x, %A[%k, %i]
  %2 = tile.atomic_rmw $KIND %x, %A[1, 2]
  // Each place once.
  %row = tile.iota axis 0 : tensor<2x$BNxi32>
  %zero = arith.constant dense<0> : tensor<2x$BNx$T>
  %some = arith.cmpi sge, %x, %zero : tensor<2x$BNx$T>
  %old = tile.atomic_rmw $KIND %x, %B[%row, %k] mask(%some)
  %older = tile.atomic_rmw assign %old, %B[%row, %k] relaxed cta
  %sum = arith.addi %old, %older : tensor<2x$BNx$T>
  tile.store %sum, %O[0, 0]
}
