// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=3 --dim K=100 --dim N=70 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=3 --dim K=100 --dim N=70 --param R=48 --param WARPS=12 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=3 --dim K=5 --dim N=7 --param T=i8 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=3 K=100 N=70
// SHAPE: M=20 K=24 N=64 --init=R:index
// SHAPE: M=3 K=1 N=1 --init=R:index

// Rows that an array names, some of them outside, and the same rows back where they came from.
tile.params { R = 32 : [1, 16, 32, 48], C = 64 : [32, 64, 96], WARPS = 4 : [1, 4, 8, 12], T = f32 : [f16, f32, i8, i64] }
tile.kernel @gather_rows(%A: memref<?x?x$T>[M, N], %R: memref<?xi32>[K], %B: memref<?x?x$T>[K, N], %C: memref<?x?x$T>[K, N])
    warps($WARPS) grid(%i = ceildiv(K, $R), %j = ceildiv(N, $C)) {
  %minus = arith.constant -1 : i32
  %c0 = arith.constant 0 : index
  %pad = memref.load %A[%c0, %c0] : memref<?x?x$T>
  %r = tile.load %R[%i * $R] pad(%minus) : tensor<$Rxi32>
  %column = tile.expand_dims %r axis 1 : tensor<$Rxi32> to tensor<$Rx1xi32>
  %rows = tile.broadcast %column : tensor<$Rx1xi32> to tensor<$Rx$Cxi32>
  %c = arith.constant $C : index
  %left = arith.muli %j, %c : index
  %l = tile.splat %left : index to tensor<$Rx$Cxindex>
  %n = tile.iota axis 1 : tensor<$Rx$Cxindex>
  %columns = arith.addi %n, %l : tensor<$Rx$Cxindex>
  %x = tile.gather %A[%rows, %columns] : tensor<$Rx$Cx$T>
  tile.store %x, %B[%i * $R, %j * $C]
  %k = arith.constant $R : index
  %first = arith.muli %i, %k : index
  %f = tile.splat %first : index to tensor<$Rx$Cxindex>
  %m = tile.iota axis 0 : tensor<$Rx$Cxindex>
  %to = arith.addi %m, %f : tensor<$Rx$Cxindex>
  %two = arith.constant dense<1> : tensor<$Rx$Cxi32>
  %some = arith.cmpi sle, %rows, %two : tensor<$Rx$Cxi32>
  %y = tile.gather %A[%rows, %columns] mask(%some) pad(%pad) : tensor<$Rx$Cx$T>
  tile.scatter %y, %C[%to, %columns]
}
