// RUN: tile-run %s --device=cpu --verify --init=int --dim M=37 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --init=int --dim M=37 --param BN=96 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// Mean, sum of squared distances from it, and count of each row, three tiles at once (Chan's form of Welford's sums): it
// divides, so that the order of the elements shows in the last digits.
tile.params { BM = 16 : [4, 16], BN = 64 : [32, 64, 96], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @welford(%A: memref<?x$BNxf32>[M, ?], %MEAN: memref<?xf32>[M], %VAR: memref<?xf32>[M]) warps($WARPS) grid(%i = ceildiv(M, $BM)) {
  %x = tile.load %A[%i * $BM, 0] : tensor<$BMx$BNxf32>
  %zero = arith.constant dense<0.0> : tensor<$BMx$BNxf32>
  %one = arith.constant dense<1.0> : tensor<$BMx$BNxf32>
  %mean, %m2, %count = tile.reduce %x, %zero, %one axis 1 (%m0, %s0, %n0, %m1, %s1, %n1) {
    %n = arith.addf %n0, %n1 : f32
    %d = arith.subf %m1, %m0 : f32
    %share = arith.divf %n1, %n : f32
    %step = arith.mulf %d, %share : f32
    %m = arith.addf %m0, %step : f32
    %dd = arith.mulf %d, %step : f32
    %more = arith.mulf %dd, %n0 : f32
    %s = arith.addf %s0, %s1 : f32
    %t = arith.addf %s, %more : f32
    tile.yield %m, %t, %n
  }
  %var = arith.divf %m2, %count : tensor<$BMxf32>
  tile.store %mean, %MEAN[%i * $BM]
  tile.store %var, %VAR[%i * $BM]
}
