// RUN: tile-opt %s --tile-versions | FileCheck %s
// RUN: tile-opt %s --tile-set-target=arch=sm_80 --tile-versions | FileCheck %s --check-prefix=AMPERE

// The aligned version assumes what 16-byte accesses need, the general one nothing.

// CHECK-LABEL: tile.kernel @copy__v0
// CHECK-SAME: assume(N mod 8 == 0, A.address mod 16 == 0, B.stride0 mod 8 == 0, B.address mod 16 == 0)
// CHECK-LABEL: tile.kernel @copy__v1
// CHECK-NOT: assume
// CHECK: tile.load
tile.kernel @copy(%A: memref<?x?xf16>[M, N], %B: memref<?x?xf16, strided<[?, 1]>>[M, N]) warps(4)
    grid(%i = ceildiv(M, 32), %j = ceildiv(N, 64)) {
  %a = tile.load %A[%i * 32, %j * 64] : tensor<32x64xf16>
  tile.store %a, %B[%i * 32, %j * 64]
}

// What ends inside an access is cut, so an extent that is no row's length may be anything.

// CHECK-LABEL: tile.kernel @rows__v0
// CHECK-SAME: assume(A.stride0 mod 8 == 0, A.address mod 16 == 0, B.address mod 16 == 0)
// CHECK-LABEL: tile.kernel @rows__v1
tile.kernel @rows(%A: memref<?x?xf16, strided<[?, 1]>>[M, N], %B: memref<?xf16>[N]) warps(4)
    grid(%j = ceildiv(N, 64)) {
  %a = tile.load %A[0, %j * 64] : tensor<64xf16>
  tile.store %a, %B[%j * 64]
}

// A kernel with a product has many accesses: there none is to be cut. And where there is TMA, it takes no empty
// matrices and no huge ones.

// CHECK-LABEL: tile.kernel @product__v0
// CHECK-SAME: assume(M mod 8 == 0, A.stride1 mod 8 == 0, A.address mod 16 == 0, N mod 8 == 0, B.address mod 16 == 0,
// CHECK-SAME: min(M, min(K, min(A.stride1, N))) > 0, max(M, max(K, N)) < 1073741824, A.stride1 < 68719476736) attributes
// AMPERE-LABEL: tile.kernel @product__v0
// AMPERE-SAME: B.address mod 16 == 0) attributes
// CHECK-LABEL: tile.kernel @product__v1
tile.kernel @product(%A: memref<?x?xf16>[M, K] transposed(true), %B: memref<?x?xf16>[K, N]) warps(4)
    grid(%i = ceildiv(M, 64)) {
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%i * 64, 0] : tensor<64x16xf16>
  %b = tile.load %B[0, 0] : tensor<16x64xf16>
  %d = tile.dot %a, %b, %c
}

// A kernel that moves no tiles of memrefs has one version.

// CHECK-LABEL: tile.kernel @nothing__v0
// CHECK-NOT: tile.kernel
tile.kernel @nothing(%A: memref<?xf32>[N]) warps(1) grid(%i = N) {
}

// What is known already needs no version of its own.

// CHECK-LABEL: tile.kernel @known__v0
// CHECK-NOT: tile.kernel
// CHECK: tile.load
tile.kernel @known(%A: memref<?xf16>[N]) warps(1) grid(%i = ceildiv(N, 64)) assume(A.address mod 64 == 0) {
  %a = tile.load %A[%i * 64] : tensor<64xf16>
}

// Nor does what helps no access: the offset is odd, the tile has one element in a row, or rows are an odd
// number of elements apart.

// CHECK-LABEL: tile.kernel @narrow__v0
// CHECK-NOT: tile.kernel
// CHECK: tile.load
tile.kernel @narrow(%A: memref<?xf16>[N], %B: memref<?x?xf16>[M, N], %C: memref<64x33xf16>) warps(1) grid(%i = ceildiv(N, 64)) {
  %a = tile.load %A[%i * 64 + 1] : tensor<64xf16>
  %b = tile.load %B[0, %i * 64] : tensor<64x1xf16>
  %c = tile.load %C[0, 0] : tensor<64x32xf16>
}

// A copy counts on either side.

// CHECK-LABEL: tile.kernel @copies__v0
// CHECK-SAME: assume(B.address mod 16 == 0)
// CHECK-LABEL: tile.kernel @copies__v1
tile.kernel @copies(%A: memref<?xf16>[N], %B: memref<?xf16>[N]) warps(1) grid(%i = ceildiv(N, 64)) {
  tile.copy %A[%i * 64 + 1] to %B[%i * 64] shape 64
}

// Rows beside the matrices of a product ask for nothing: here the sums of rows, of any number.

// CHECK-LABEL: tile.kernel @rows_of_product__v0
// CHECK-SAME: assume(A.address mod 16 == 0, B.address mod 16 == 0, M > 0, M < 1073741824) attributes
tile.kernel @rows_of_product(%A: memref<?x32xf16>[M, ?], %B: memref<32x32xf16>, %L: memref<?xf32>[M]) warps(4) grid(%i = ceildiv(M, 64)) {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %a = tile.load %A[%i * 64, 0] : tensor<64x32xf16>
  %b = tile.load %B[0, 0] : tensor<32x32xf16>
  %d = tile.dot %a, %b, %zero
  %l = tile.reduce arith.addf %d axis 1
  tile.store %l, %L[%i * 64]
}

// What bounds an extent already is not asked for again. Of a batch the stride is a product.

// CHECK-LABEL: tile.kernel @bounded__v0
// CHECK-SAME: assume(min(K, N) >= 8, M == 64, K mod 8 == 0, 4096 >= max(N, K), B.address mod 16 == 0, A.address mod 16 == 0, N mod 8 == 0,
// CHECK-SAME: L > 0, L < 1073741824, A.stride0 < 68719476736) attributes
tile.kernel @bounded(%A: memref<?x?x?xf16>[L, M, K], %B: memref<?x?xf16>[K, N]) warps(4) grid(%l = L)
    assume(min(K, N) >= 8, M == 64, K mod 8 == 0, 4096 >= max(N, K), B.address mod 16 == 0) {
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  %a3 = tile.load %A[%l, 0, 0] : tensor<1x64x16xf16>
  %a = tile.reshape %a3 : tensor<1x64x16xf16> to tensor<64x16xf16>
  %b = tile.load %B[0, 0] : tensor<16x64xf16>
  %d = tile.dot %a, %b, %c
}

// Rows of a result may be of any length where those of the operands are whole accesses.

// CHECK-LABEL: tile.kernel @odd_result__v0
// CHECK-SAME: assume(K mod 8 == 0, A.address mod 16 == 0, B.stride1 mod 8 == 0, B.address mod 16 == 0, N mod 4 == 0, C.address mod 16 == 0,
// CHECK-LABEL: tile.kernel @odd_result__v1
// CHECK-SAME: assume(K mod 8 == 0, A.address mod 16 == 0, B.stride1 mod 8 == 0, B.address mod 16 == 0,
// CHECK-SAME: min(M, min(K, min(N, B.stride1))) > 0,
// CHECK-LABEL: tile.kernel @odd_result__v2
// CHECK-NOT: assume
// CHECK: tile.load
tile.kernel @odd_result(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N] transposed(true), %C: memref<?x?xf32>[M, N]) warps(4)
    grid(%i = ceildiv(M, 64)) {
  %c = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%i * 64, 0] : tensor<64x16xf16>
  %b = tile.load %B[0, 0] : tensor<16x64xf16>
  %d = tile.dot %a, %b, %c
  tile.store %d, %C[%i * 64, 0]
}

// What a loop loads for products had better not be what it stores: the aligned version assumes so, and one behind it
// takes arguments that overlap. %D is written behind the loop, and %E loaded and written.

// CHECK-LABEL: tile.kernel @partial__v0
// CHECK-SAME: assume(max(E.begin, A.begin) >= min(E.end, A.end),
// CHECK-SAME: A.address mod 16 == 0
// CHECK-SAME: max(A.begin, P.begin) >= min(A.end, P.end), max(B.begin, E.begin) >= min(B.end, E.end), max(B.begin, P.begin) >= min(B.end, P.end)) attributes
// CHECK-LABEL: tile.kernel @partial__v1
// CHECK-SAME: A.address mod 16 == 0
// CHECK-NOT: P.begin
// CHECK-LABEL: tile.kernel @partial__v2
// CHECK-SAME: assume(max(E.begin, A.begin) >= min(E.end, A.end)) attributes
tile.kernel @partial(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N], %P: memref<?x?x?xf32>[S, M, N], %D: memref<?x?xf32>[M, N],
                     %E: memref<?x?xf32>[M, N]) warps(4) grid(%i = ceildiv(M, 64)) assume(disjoint(E, A)) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = tile.pipelined %k = 0 to ceildiv(K, 16) iter_args(%c = %zero) {
    %a = tile.load %A[%i * 64, %k * 16] : tensor<64x16xf16>
    %b = tile.load %B[%k * 16, 0] : tensor<16x64xf16>
    %d = tile.dot %a, %b, %c
    %e = tile.load %E[%i * 64, 0] : tensor<64x64xf32>
    tile.store %e, %E[%i * 64, 0]
    tile.store %d, %P[%k, %i * 64, 0]
    tile.yield %d
  }
  tile.store %r, %D[%i * 64, 0]
}
