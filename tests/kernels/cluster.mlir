// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=37 --dim N=61 --dim P=40 --dim Q=20 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=37 --dim N=61 --dim P=40 --dim Q=20 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=37 --dim N=61 --dim P=40 --dim Q=20 --param CLUSTER=8 --param WARPS=16 --schedule=random:3 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// CHECK: verify: ok
// PTX: .explicitcluster
// PTX: .reqnctapercluster 4
// PTX-DAG: mapa.shared::cluster
// PTX-DAG: st.shared::cluster
// PTX-DAG: barrier.cluster.arrive.aligned
// SHAPE: M=64 N=64 P=64 Q=16
// SHAPE: M=37 N=61 P=37 Q=16

// Reductions of a tile that the blocks of a cluster share: each has some rows first, then some columns, so that it is
// converted across blocks on the way and one of each two reductions crosses them, too.
tile.params { BM = 32 : [1, 8, 32, 48], BN = 64 : [4, 64, 96], WARPS = 4 : [1, 2, 4, 8, 16], CLUSTER = 4 : [1, 2, 4, 8],
              T = f32 : [f16, bf16, f32, f64] }
#rows = #tile.blocked<per_thread = [1, 2], lanes = [4, 8], warps = [$CLUSTER, $WARPS], order = [1, 0]>
#columns = #tile.blocked<per_thread = [2, 1], lanes = [8, 4], warps = [$WARPS, $CLUSTER], order = [0, 1]>
tile.kernel @cluster(%A: memref<?x?x$T>[M, N], %R: memref<?x?x$T>[M, Q], %C: memref<?x?x$T>[P, N], %B: memref<?x?x$T>[P, N],
                     %D: memref<?x?x$T>[N, M])
    warps($WARPS) cluster($CLUSTER) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  %x = tile.load %A[%i * $BM, %j * $BN] {tile.layout = #rows} : tensor<$BMx$BNx$T>
  %y = arith.addf %x, %x : tensor<$BMx$BNx$T>
  %z = tile.convert_layout %y {tile.layout = #columns} : tensor<$BMx$BNx$T> to tensor<$BMx$BNx$T>
  %sum, %low = tile.reduce %y, %y axis 0 (%a, %p, %b, %q) {
    %s = arith.addf %a, %b : $T
    %m = arith.minimumf %p, %q : $T
    tile.yield %s, %m
  }
  %both = arith.subf %sum, %low : tensor<$BNx$T>
  %b = tile.expand_dims %both axis 0 : tensor<$BNx$T> to tensor<1x$BNx$T>
  tile.store %b, %B[%i, %j * $BN]
  %rows = tile.reduce arith.addf %z axis 1
  %r = tile.expand_dims %rows axis 1 : tensor<$BMx$T> to tensor<$BMx1x$T>
  tile.store %r, %R[%i * $BM, %j]
  %columns = tile.reduce arith.maximumf %x axis 0
  %c = tile.expand_dims %columns axis 0 : tensor<$BNx$T> to tensor<1x$BNx$T>
  tile.store %c, %C[%i, %j * $BN]
  %t = tile.trans %x : tensor<$BMx$BNx$T> to tensor<$BNx$BMx$T>
  tile.store %t, %D[%j * $BN, %i * $BM]
}
