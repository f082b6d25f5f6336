// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=70 --dim N=64 --dim K=320 --dim P=832 --dim T=5 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=70 N=64 K=320 P=832 T=5
// SHAPE: M=64 N=40 K=64 P=832 T=1

// A product whose right operand is in pages, of which memory says where they are: copies of them start iterations ahead,
// each behind the load of its page's number.
tile.params { STAGES = 3 : 1..5, WARPS = 4 : [1, 4], T = f16 : [f16, f32] }
tile.kernel @paged_product(%A: memref<?x?x$T>[M, K], %B: memref<?x?x$T>[P, N], %I: memref<?xi32>[T], %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, 64)) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %first = arith.constant 4 : index
  %acc = tile.pipelined %k = 0 to ceildiv(K, 64) stages($STAGES) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * 64, %k * 64] : tensor<64x64x$T>
    %number = memref.load %I[%k] : memref<?xi32>
    %page = arith.index_cast %number : i32 to index
    %at = arith.addi %page, %first : index
    %b = tile.load %B[%at * 64, 0] : tensor<64x64x$T>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%bm * 64, 0]
}
