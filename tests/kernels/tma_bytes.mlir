// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=70 --dim N=72 --dim K=48 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=70 --dim N=72 --dim K=48 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx --remarks-filter=mem-async-copy 2>&1 | FileCheck %s --check-prefix=BOXES
// BOXES: can be copied by TMA: 1 of !mem.tensor_map<64x32xi8, #mem.swizzle<32>>
// CHECK: verify: ok
// SHAPE: M=64 N=64 K=64
// SHAPE: M=70 N=72 K=48
// SHAPE: M=3 N=8 K=40
// SHAPE: M=1 N=1 K=1
// SHAPE: M=8 N=8 K=0

// Bytes that a person stages, by 16 to 128 in a row, and that become floats in front of the product.
tile.params { BK = 32 : [16, 32, 64, 128], SPAN = 32 : [0, 32, 64, 128], WARPS = 4 : [1, 4] } where (SPAN <= BK)
tile.kernel @tma_bytes(%A: memref<?x?xi8>[M, K], %B: memref<?x?xf16>[K, N], %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%bm = ceildiv(M, 64), %bn = ceildiv(N, 64)) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %s = mem.alloc : !mem.buffer<64x$BKxi8, #mem.swizzle<$SPAN>, shared>
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) stages(2) iter_args(%c = %zero) {
    tile.copy %A[%bm * 64, %k * $BK] to %s[0, 0] shape 64x$BK
    %bytes = tile.load %s[0, 0] : tensor<64x$BKxi8>
    %a = arith.sitofp %bytes : tensor<64x$BKxi8> to tensor<64x$BKxf16>
    %b = tile.load %B[%k * $BK, %bn * 64] : tensor<$BKx64xf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  tile.store %acc, %C[%bm * 64, %bn * 64]
}
