// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=50 --dim N=200 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// RUN: tile-compile %s --param=WARPS=12 --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=96 N=96
// SHAPE: M=33 N=200
// SHAPE: M=7 N=1

// Row operations on 96 columns: a row and a column spread over the tile, which is stored also once
// more without one of its dimensions being read.
tile.params { R = 16 : [1, 16, 48, 96], C = 96 : [24, 72, 96], WARPS = 4 : [1, 4, 8, 12], T = f32 : [f32, f16] }
tile.kernel @odd_rows(%A: memref<?x?x$T>[M, N], %max: memref<?x$T>[M], %scale: memref<?x$T>[N], %B: memref<?x?x$T>[M, N],
                      %D: memref<?x?x$T>[N, M]) warps($WARPS) grid(%i = ceildiv(M, $R), %j = ceildiv(N, $C)) {
  %a = tile.load %A[%i * $R, %j * $C] : tensor<$Rx$Cx$T>
  %m = tile.load %max[%i * $R] : tensor<$Rx$T>
  %s = tile.load %scale[%j * $C] : tensor<$Cx$T>
  %m1 = tile.expand_dims %m axis 1 : tensor<$Rx$T> to tensor<$Rx1x$T>
  %ms = tile.broadcast %m1 : tensor<$Rx1x$T> to tensor<$Rx$Cx$T>
  %ss = tile.broadcast %s : tensor<$Cx$T> to tensor<$Rx$Cx$T>
  %x = arith.subf %a, %ms : tensor<$Rx$Cx$T>
  %y = arith.mulf %x, %ss : tensor<$Rx$Cx$T>
  tile.store %y, %B[%i * $R, %j * $C]
  %s1 = tile.expand_dims %s axis 1 : tensor<$Cx$T> to tensor<$Cx1x$T>
  %wide = tile.broadcast %s1 : tensor<$Cx1x$T> to tensor<$Cx$Rx$T>
  tile.store %wide, %D[%j * $C, %i * $R]
}
