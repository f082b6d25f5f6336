// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=37 --dim N=61 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=37 --dim N=61 --param WARPS=8 | FileCheck %s
// RUN: tile-compile %s --emit=thread | FileCheck %s --check-prefix=INLINED
// CHECK: verify: ok
// INLINED-NOT: func
// SHAPE: M=64 N=64
// SHAPE: M=37 N=61

// Functions of tiles, of numbers, called for elements, and that call each other are inlined.
tile.params { BM = 16 : [1, 8, 16, 24], BN = 64 : [4, 64, 96], WARPS = 4 : [1, 4, 8, 12], T = f32 : [f16, f32] }
func.func private @relu(%x: tensor<$BMx$BNx$T>) -> tensor<$BMx$BNx$T> {
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNx$T>
  %y = arith.maximumf %x, %zero : tensor<$BMx$BNx$T>
  return %y : tensor<$BMx$BNx$T>
}
func.func private @double(%x: $T) -> $T {
  %y = arith.addf %x, %x : $T
  return %y : $T
}
func.func private @clamp(%x: $T, %most: $T) -> $T {
  %d = func.call @double(%most) : ($T) -> $T
  %p = arith.cmpf ogt, %x, %d : $T
  %y = scf.if %p -> ($T) {
    scf.yield %d : $T
  } else {
    %z = func.call @double(%x) : ($T) -> $T
    scf.yield %z : $T
  }
  return %y : $T
}
tile.kernel @calls(%A: memref<?x?x$T>[M, N], %B: memref<?x?x$T>[M, N], %most: $T)
    warps($WARPS) grid(%i = ceildiv(M, $BM), %j = ceildiv(N, $BN)) {
  %a = tile.load %A[%i * $BM, %j * $BN] : tensor<$BMx$BNx$T>
  %r = func.call @relu(%a) : (tensor<$BMx$BNx$T>) -> tensor<$BMx$BNx$T>
  %two = func.call @double(%most) : ($T) -> $T
  %c = tile.map %r (%m, %n, %x) : tensor<$BMx$BNx$T> {
    %y = func.call @clamp(%x, %two) : ($T, $T) -> $T
    tile.yield %y
  }
  tile.store %c, %B[%i * $BM, %j * $BN]
}
