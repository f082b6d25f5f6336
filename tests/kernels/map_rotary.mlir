// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=33 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=33 --param WARPS=12 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=32
// SHAPE: M=33

// Rotary embedding: an element and its partner, which is half a row away, are turned by an angle of their own.
tile.params { BM = 16 : [8, 16, 24], D = 64 : [32, 64, 96], WARPS = 4 : [1, 4, 12], T = f32 : [f16, f32] }
tile.kernel @rotary(%X: memref<?x$Dx$T>[M, ?], %C: memref<?x$Dx$T>[M, ?], %S: memref<?x$Dx$T>[M, ?], %Y: memref<?x$Dx$T>[M, ?])
    warps($WARPS) grid(%b = ceildiv(M, $BM)) {
  %bm = arith.constant $BM : index
  %row = arith.muli %b, %bm : index
  %d = arith.constant $D : index
  %one = arith.constant 1 : index
  %half = arith.shrui %d, %one : index
  %x = tile.load %X[%b * $BM, 0] : tensor<$BMx$Dx$T>
  %cos = tile.load %C[%b * $BM, 0] : tensor<$BMx$Dx$T>
  %sin = tile.load %S[%b * $BM, 0] : tensor<$BMx$Dx$T>
  %y = tile.map %x, %cos, %sin (%i, %j, %v, %c, %s) : tensor<$BMx$Dx$T> {
    %r = arith.addi %row, %i : index
    %first = arith.cmpi ult, %j, %half : index
    %up = arith.addi %j, %half : index
    %down = arith.subi %j, %half : index
    %partner = arith.select %first, %up, %down : index
    %w = memref.load %X[%r, %partner] : memref<?x$Dx$T>
    %minus = arith.negf %w : $T
    %turned = arith.select %first, %minus, %w : $T
    %a = arith.mulf %v, %c : $T
    %t = arith.mulf %turned, %s : $T
    %z = arith.addf %a, %t : $T
    tile.yield %z
  }
  tile.store %y, %Y[%b * $BM, 0]
}
