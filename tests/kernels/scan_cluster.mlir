// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=37 --dim N=61 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=37 --dim N=61 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=37 --dim N=61 --param CLUSTER=8 --param WARPS=8 --param ALL=64 --schedule=random:3 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=64 N=64
// SHAPE: M=37 N=61

// Scans of a tile that the blocks of a cluster share: along rows and columns that go through warps, then through blocks,
// or through blocks first.
tile.params { BM = 32 : [8, 32, 48], BN = 64 : [8, 64, 96], WARPS = 4 : [1, 2, 4, 8], CLUSTER = 4 : [1, 2, 4, 8],
              ALL = 16 : [4, 8, 16, 64] } where (WARPS * CLUSTER == ALL)
#rows = #tile.blocked<per_thread = [1, 2], lanes = [4, 8], warps = [1, $ALL], order = [1, 0]>
tile.kernel @scan_cluster(%A: memref<?x?xi32>[M, N], %P: memref<?x?xi32>[M, N], %Q: memref<?x?xi32>[M, N], %I: memref<?x?xi32>[M, N])
    warps($WARPS) cluster($CLUSTER) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  %x = tile.load %A[%i * $BM, %j * $BN] {tile.layout = #rows} : tensor<$BMx$BNxi32>
  %p, %q = tile.scan %x, %x axis 1 (%m, %n, %r, %s) {
    %mr = arith.muli %m, %r : i32
    %nr = arith.muli %n, %r : i32
    %t = arith.addi %nr, %s : i32
    tile.yield %mr, %t
  }
  tile.store %q, %P[%i * $BM, %j * $BN]
  %three = arith.constant 3 : i32
  %c = tile.scan %x axis 0 reverse exclusive(%three) (%a, %b) {
    tile.yield %b
  }
  tile.store %c, %Q[%i * $BM, %j * $BN]
  %v, %at = tile.argmax %x axis 1
  %w = tile.broadcast %at axis 1 : tensor<$BMxi32> to tensor<$BMx$BNxi32>
  tile.store %w, %I[%i * $BM, %j * $BN]
}
