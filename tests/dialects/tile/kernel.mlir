// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --number-values | tile-opt | FileCheck %s --check-prefix=NUMBERS

// What a kernel's text says besides its body.

// Names that expressions use are kept where the text has numbers.
// NUMBERS: tile.kernel @signature({{.*}} attributes {arg_names = ["A", "B", "C", "n"]}
// NUMBERS: tile.kernel @expressions({{.*}} assume({{.*}}A.address mod 16 == 0{{.*}} attributes {arg_names = ["A"]}

// CHECK-LABEL: tile.kernel @signature(
// CHECK-SAME: %A: memref<?x?xf16, strided<[1, ?]>>[M, K],
// CHECK-SAME: %B: memref<64x?xf16, strided<[1, 64]>>[K, ?],
// CHECK-SAME: %C: memref<?x?xf16>,
// CHECK-SAME: %n: i32)
// CHECK-SAME: warps(16) grid(%x = 1)
// GENERIC: arg_dims = {{\[\[}}"M", "K"], ["K", ""], [], []]
// GENERIC-SAME: arg_names = ["A", "B", "C", "n"]
// GENERIC-SAME: warps = 16 : i64
tile.kernel @signature(%A: memref<?x?xf16>[M, K] transposed(true), %B: memref<64x?xf16>[K, ?] transposed(true),
                       %C: memref<?x?xf16> transposed(false), %n: i32) warps(16) grid(%x = 1) {
}

// Expressions print with as few parentheses as their meaning needs.
// CHECK-LABEL: tile.kernel @expressions
// CHECK-SAME: grid(%i = ceildiv(M, 32) * 2 - (1 - K mod 3), %j = (M + K) * 4, %k = -M + -3)
// CHECK-SAME: assume(K mod 8 == 0 and A.stride0 mod 8 == 0, A.address mod 16 == 0, floordiv(M, 2) <= 3,
// CHECK-SAME: M < K, M > K, M >= K, M != K)
// GENERIC: assume = [#tile.expr<"K mod 8 == 0 and A.stride0 mod 8 == 0">, #tile.expr<"A.address mod 16 == 0">
// GENERIC-SAME: grid = [#tile.expr<"ceildiv(M, 32) * 2 - (1 - K mod 3)">
tile.kernel @expressions(%A: memref<?x?xf32>[M, K]) warps(1)
    grid(%i = (ceildiv((M), 32) * 2) - (1 - (K mod 3)), %j = (M + K) * 4, %k = -M + -3)
    assume((K mod 8 == 0) and (A.stride0 mod 8 == 0), A.address mod 16 == 0, floordiv(M, 2) <= 3,
           M < K, M > K, M >= K, M != K) {
}

// Index expressions become ops in front of the op they stand in.
// CHECK-LABEL: tile.kernel @index_expressions
tile.kernel @index_expressions(%A: memref<?x?xf32>[M, K]) warps(1) grid(%i = 1) {
  // CHECK-NEXT: %[[M:.*]] = tile.dim M
  // CHECK-NEXT: %[[C3:.*]] = arith.constant 3 : index
  // CHECK-NEXT: %[[D:.*]] = arith.ceildivsi %[[M]], %[[C3]] : index
  // CHECK-NEXT: %[[S:.*]] = arith.subi %i, %[[D]] : index
  // CHECK-NEXT: %[[C7:.*]] = arith.constant 7 : index
  // CHECK-NEXT: %[[R:.*]] = arith.andi %i, %[[C7]] : index
  // CHECK-NEXT: tile.load %A[%[[S]], %[[R]]] : tensor<8xf32>
  %a = tile.load %A[%i - ceildiv(M, 3), %i mod 8] : tensor<8xf32>
}

// CHECK-LABEL: tile.kernel @cluster(
// CHECK-SAME: warps(2) cluster(8) grid(%b = ceildiv(N, 128)) {
// GENERIC: cluster = 8
tile.kernel @cluster(%A: memref<?xf32>[N]) warps(2) cluster(8) grid(%b = ceildiv(N, 128)) {
}

// CHECK-LABEL: tile.kernel @multicast(
// CHECK-SAME: warps(4) multicast(2) grid(%rank = 2, %i = floordiv(ceildiv(N, 128), 2)) assume(ceildiv(N, 128) mod 2 == 0) {
// GENERIC: multicast = 2
tile.kernel @multicast(%A: memref<?xf32>[N]) warps(4) multicast(2) grid(%rank = 2, %i = floordiv(ceildiv(N, 128), 2))
    assume(ceildiv(N, 128) mod 2 == 0) {
}
