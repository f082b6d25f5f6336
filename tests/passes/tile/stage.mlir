// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-stage)' --split-input-file | FileCheck %s

// Operands of a product are stored to swizzled buffers right before it; a column-major source gives a
// column-major buffer.

// CHECK-LABEL: tile.kernel @gemm
// CHECK: %[[A:.*]] = mem.alloc {tile.staged} : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
// CHECK: %[[B:.*]] = mem.alloc {tile.staged} : !mem.buffer<64x32xf16, #mem.swizzle<128, column>, shared>
// CHECK: tile.pipelined
// CHECK: %[[a:.*]] = tile.load %A
// CHECK: %[[b:.*]] = tile.load %B
// CHECK: tile.store %[[a]], %[[A]]
// CHECK: tile.store %[[b]], %[[B]]
// CHECK: tile.dot %[[A]], %[[B]], %c
tile.kernel @gemm(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16>[K, N] transposed(true), %C: memref<?x?xf32>[M, N])
    warps(4) grid(%bm = ceildiv(M, 64), %bn = ceildiv(N, 32)) {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 64) stages(2) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * 64, %k * 64] : tensor<64x64xf16>
    %b = tile.load %B[%k * 64, %bn * 32] : tensor<64x32xf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%bm * 64, %bn * 32]
}

// -----

// An operand that does not change in the loop is stored once, outside; a short row gets a narrower swizzle.

// CHECK-LABEL: tile.kernel @invariant
// CHECK-DAG: mem.alloc {tile.staged} : !mem.buffer<16x16xf16, #mem.swizzle<32>, shared>
// CHECK: %[[a:.*]] = tile.load %A
// CHECK: tile.store %[[a]]
// CHECK: tile.pipelined
// CHECK-NOT: tile.store %[[a]]
// CHECK: tile.dot
tile.kernel @invariant(%A: memref<16x16xf16>, %B: memref<?x16xf16>[K, N], %C: memref<16x16xf32>) warps(1) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %a = tile.load %A[0, 0] : tensor<16x16xf16>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 16) iter_args(%c = %zero) {
    %b1 = tile.load %B[%k * 16, 0] : tensor<16x16xf16>
    %d = tile.dot %a, %b1, %c
    tile.yield %d
  }
  tile.store %acc, %C[0, 0]
}

// -----

// A copy is a load and a store.

// CHECK-LABEL: tile.kernel @copy
// CHECK: %[[s:.*]] = mem.alloc
// CHECK: %[[t:.*]] = tile.load %A
// CHECK: tile.store %[[t]], %[[s]]
// CHECK: %[[u:.*]] = tile.load %[[s]]
// CHECK: tile.store %[[u]], %B
tile.kernel @copy(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = ceildiv(N, 128)) {
  %s = mem.alloc : !mem.buffer<128xf32, shared>
  tile.copy %A[%b * 128] to %s[0] shape 128
  tile.copy %s[0] to %B[%b * 128] shape 128
}

// -----

// What another product of the same block becomes stays in registers as a left operand, through a branch, too;
// a right operand is stored. A transposed load gives a column-major buffer.

// CHECK-LABEL: tile.kernel @chained
// CHECK: mem.alloc {tile.staged} : !mem.buffer<32x64xf16, #mem.swizzle<64, column>, shared>
// CHECK: %[[x:.*]] = tile.dot
// CHECK: %[[y:.*]] = scf.if
// CHECK: %[[h:.*]] = arith.truncf %[[y]]
// CHECK-NOT: tile.store %[[h]]
// CHECK: %[[d:.*]] = tile.dot %[[h]], %staged
// CHECK: %[[g:.*]] = arith.truncf %[[d]]
// CHECK: tile.store %[[g]]
// CHECK: tile.dot %staged{{.*}}, %staged
tile.kernel @chained(%A: memref<?x32xf16>[M, ?], %B: memref<64x32xf16>, %C: memref<64x64xf16>, %D: memref<?x64xf32>[M, ?],
                     %neg: i1) warps(4) grid(%i = ceildiv(M, 64)) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tile.load %A[%i * 64, 0] : tensor<64x32xf16>
  %b = tile.load %B[0, 0] : tensor<64x32xf16>
  %bt = tile.trans %b : tensor<64x32xf16> to tensor<32x64xf16>
  %c = tile.load %C[0, 0] : tensor<64x64xf16>
  %x = tile.dot %a, %bt, %zero
  %y = scf.if %neg -> (tensor<64x64xf32>) {
    %n = arith.negf %x : tensor<64x64xf32>
    scf.yield %n : tensor<64x64xf32>
  } else {
    scf.yield %x : tensor<64x64xf32>
  }
  %h = arith.truncf %y : tensor<64x64xf32> to tensor<64x64xf16>
  %d = tile.dot %h, %c, %zero
  %g = arith.truncf %d : tensor<64x64xf32> to tensor<64x64xf16>
  %e = tile.dot %c, %g, %zero
  tile.store %e, %D[%i * 64, 0]
}

// -----

// A tile that products take as it is and turned lies in one buffer, whose layout is then fixed. One that something else
// takes, too, or of elements that tensor cores read one way only, has two.
// CHECK-LABEL: tile.kernel @turned
// CHECK: %[[S:.*]] = mem.alloc : !mem.buffer<64x32xf16, #mem.swizzle<64>, shared>
// CHECK-COUNT-4: mem.alloc {tile.staged}
// CHECK: tile.store %a, %[[S]]
// CHECK-NOT: tile.trans %a
// CHECK: %[[T:.*]] = mem.trans %[[S]] : !mem.buffer<64x32xf16, #mem.swizzle<64>, shared>
// CHECK: tile.dot %[[S]], %[[T]]
// CHECK: tile.trans %b
// CHECK: tile.trans %c
tile.kernel @turned(%A: memref<64x32xf16>, %B: memref<64x32xf16>, %C: memref<64x32xi8>, %D: memref<64x64xf32>, %E: memref<64x32xf16>,
                    %F: memref<64x64xi32>) warps(4) grid(%i = 1) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %none = arith.constant dense<0> : tensor<64x64xi32>
  %a = tile.load %A[0, 0] : tensor<64x32xf16>
  %at = tile.trans %a : tensor<64x32xf16> to tensor<32x64xf16>
  %x = tile.dot %a, %at, %zero
  %b = tile.load %B[0, 0] : tensor<64x32xf16>
  %bt = tile.trans %b : tensor<64x32xf16> to tensor<32x64xf16>
  %y = tile.dot %b, %bt, %x
  tile.store %b, %E[0, 0]
  %c = tile.load %C[0, 0] : tensor<64x32xi8>
  %ct = tile.trans %c : tensor<64x32xi8> to tensor<32x64xi8>
  %z = tile.dot %c, %ct, %none
  tile.store %y, %D[0, 0]
  tile.store %z, %F[0, 0]
}
