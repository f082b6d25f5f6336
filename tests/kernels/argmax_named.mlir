// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=37 --dim N=61 --dim Q=61 --dim R=40 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=37 --dim N=61 --dim Q=61 --dim R=40 --param BN=48 --param WARPS=12 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=64 N=64 Q=64 R=64
// SHAPE: M=37 N=61 Q=61 R=40

// Where the largest and the smallest elements of rows and columns are: of equal ones, of which small integers have many,
// the first; as many as are NaN come before. What lies outside is below or above all.
tile.params { BM = 16 : [1, 4, 16, 24], BN = 64 : [1, 8, 48, 64, 128], WARPS = 4 : [1, 4, 8, 12], T = f32 : [f16, bf16, f32, f64] }
tile.kernel @argmax_named(%A: memref<?x?x$T>[M, N], %V: memref<?x?x$T>[M, Q], %P: memref<?x?xi32>[M, Q], %W: memref<?x?x$T>[R, N],
                          %S: memref<?x?xi32>[R, N], %F: memref<?x?xi32>[M, Q], %U: memref<?x?xi32>[R, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) assume(Q >= ceildiv(N, $BN), R >= ceildiv(M, $BM)) {
  %x = tile.load %A[%i * $BM, %j * $BN] : tensor<$BMx$BNx$T>
  %v, %p = tile.argmax %x axis 1
  %v1 = tile.expand_dims %v axis 1 : tensor<$BMx$T> to tensor<$BMx1x$T>
  %p1 = tile.expand_dims %p axis 1 : tensor<$BMxi32> to tensor<$BMx1xi32>
  tile.store %v1, %V[%i * $BM, %j]
  tile.store %p1, %P[%i * $BM, %j]
  %w, %s = tile.argmin %x axis 0
  %w1 = tile.expand_dims %w axis 0 : tensor<$BNx$T> to tensor<1x$BNx$T>
  %s1 = tile.expand_dims %s axis 0 : tensor<$BNxi32> to tensor<1x$BNxi32>
  tile.store %w1, %W[%i, %j * $BN]
  tile.store %s1, %S[%i, %j * $BN]
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNx$T>
  %bits = arith.divf %x, %zero : tensor<$BMx$BNx$T>
  %n, %nan = tile.argmax %bits axis 1
  %nan1 = tile.expand_dims %nan axis 1 : tensor<$BMxi32> to tensor<$BMx1xi32>
  tile.store %nan1, %F[%i * $BM, %j]
  %m, %low = tile.argmin %bits axis 0
  %low1 = tile.expand_dims %low axis 0 : tensor<$BNxi32> to tensor<1x$BNxi32>
  tile.store %low1, %U[%i, %j * $BN]
}
