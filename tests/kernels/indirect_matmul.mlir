// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=128 --dim N=128 --dim K=128 --dim P=200 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=100 --dim N=70 --dim K=128 --dim P=130 --param BK=32 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o - | FileCheck %s --check-prefix=PTX
// CHECK: verify: ok
// PTX: ld.global.v4.b32
// SHAPE: M=128 N=128 K=128 P=200 --init=R:index
// SHAPE: M=100 N=72 K=130 P=90 --init=R:index

// Rows of A through an index vector that is loaded in the loop; B transposed.
tile.params { BM = 128 : [64, 128], BK = 64 : [32, 64, 128], STAGES = 3 : 1..5, WARPS = 4 : [4, 8], T = bf16 : [bf16, f16],
              SPECIALIZE = false : [false, true], SWIZZLE = 128 : [0, 32, 64, 128] }
tile.kernel @indirect_matmul(%A: memref<?x?x$T>[P, K], %R: memref<?xi32>[M], %B: memref<?x?x$T>[N, K], %C: memref<?x?xf32>[M, N])
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, 128))
    attributes {tile.specialize = $SPECIALIZE, tile.swizzle = $SWIZZLE : i64} {
  %minus = arith.constant -1 : i32
  %zero = arith.constant dense<0.0> : tensor<$BMx128xf32>
  %bk = arith.constant $BK : index
  %acc = tile.pipelined %k = 0 to ceildiv(K, $BK) stages($STAGES) iter_args(%c = %zero) {
    %r = tile.load %R[%i * $BM] pad(%minus) : tensor<$BMxi32>
    %column = tile.expand_dims %r axis 1 : tensor<$BMxi32> to tensor<$BMx1xi32>
    %rows = tile.broadcast %column : tensor<$BMx1xi32> to tensor<$BMx$BKxi32>
    %first = arith.muli %k, %bk : index
    %f = tile.splat %first : index to tensor<$BMx$BKxindex>
    %n = tile.iota axis 1 : tensor<$BMx$BKxindex>
    %columns = arith.addi %f, %n : tensor<$BMx$BKxindex>
    %a = tile.gather %A[%rows, %columns] : tensor<$BMx$BKx$T>
    %b = tile.load %B[%j * 128, %k * $BK] : tensor<128x$BKx$T>
    %bt = tile.trans %b : tensor<128x$BKx$T> to tensor<$BKx128x$T>
    %d = tile.dot %a, %bt, %c
    tile.yield %d
  }
  tile.store %acc, %C[%i * $BM, %j * 128]
}
