// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=50 --dim N=200 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=48 --dim N=192 --param T=i8 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=25 --dim N=97 --param T=f16 --param WARPS=12 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=48 N=192
// SHAPE: M=50 N=200
// SHAPE: M=1 N=1

// Bits in memory: loaded as a row, a column and a tile, stretched, turned, regrouped, combined, chosen by and stored.
tile.params { WARPS = 4 : [1, 4, 8, 12], T = i64 : [i8, i16, i64, f16, f64, bf16] }
tile.kernel @bool_tiles(%A: memref<?x?x$T>[M, N], %R: memref<?xi1>[N], %C: memref<?xi1>[M], %K: memref<?x?xi1>[M, N],
                        %B: memref<?x?x$T>[M, N], %O: memref<?x?xi1>[M, N], %Q: memref<?x?xi1>[N, M]) warps($WARPS)
    grid(%i = ceildiv(M, 24), %j = ceildiv(N, 96)) {
  %a = tile.load %A[%i * 24, %j * 96] : tensor<24x96x$T>
  %first = tile.load %A[%i * 24, %j * 96] : tensor<24x1x$T>
  %r = tile.load %R[%j * 96] : tensor<96xi1>
  %c = tile.load %C[%i * 24] : tensor<24xi1>
  %k = tile.load %K[%i * 24, %j * 96] : tensor<24x96xi1>
  %rows = tile.broadcast %r : tensor<96xi1> to tensor<24x96xi1>
  %columns = tile.broadcast %c axis 1 : tensor<24xi1> to tensor<24x96xi1>
  %both = arith.andi %rows, %columns : tensor<24x96xi1>
  %other = arith.xori %both, %k : tensor<24x96xi1>
  %pairs = tile.reshape %other : tensor<24x96xi1> to tensor<24x48x2xi1>
  %even, %odd = tile.split %pairs : tensor<24x48x2xi1> to tensor<24x48xi1>
  %swapped = tile.join %odd, %even : tensor<24x48xi1> to tensor<24x48x2xi1>
  %mask = tile.reshape %swapped : tensor<24x48x2xi1> to tensor<24x96xi1>
  %zero = arith.constant dense<0> : tensor<24x96xi32>
  %one = arith.extui %mask : tensor<24x96xi1> to tensor<24x96xi32>
  %sign = arith.cmpi ugt, %one, %zero : tensor<24x96xi32>
  %nothing = arith.subi %k, %k : tensor<24x96xi1>
  %exact = arith.cmpi ule, %nothing, %mask : tensor<24x96xi1>
  %kept = arith.andi %sign, %exact : tensor<24x96xi1>
  %turned = tile.trans %kept : tensor<24x96xi1> to tensor<96x24xi1>
  %flipped = tile.broadcast %first : tensor<24x1x$T> to tensor<24x96x$T>
  %t = arith.select %kept, %a, %flipped : tensor<24x96xi1>, tensor<24x96x$T>
  tile.store %t, %B[%i * 24, %j * 96]
  tile.store %kept, %O[%i * 24, %j * 96]
  tile.store %turned, %Q[%j * 96, %i * 24]
}
