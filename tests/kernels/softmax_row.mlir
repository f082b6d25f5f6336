// RUN: tile-run %s --device=cpu --verify --dim M=37 --dim N=61 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --dim M=37 --dim N=61 --param WARPS=8 --param BN=96 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// Rows whose exponentials add up to 1; what is outside of a row counts as minus infinity.
tile.params { BM = 16 : [1, 4, 16], BN = 64 : [64, 96, 128], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @softmax(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[M, N]) warps($WARPS) grid(%b = ceildiv(M, $BM)) {
  %low = arith.constant 0xFF800000 : f32
  %x = tile.load %A[%b * $BM, 0] pad(%low) : tensor<$BMx$BNxf32>
  %m = tile.reduce arith.maximumf %x axis 1
  %m1 = tile.expand_dims %m axis 1 : tensor<$BMxf32> to tensor<$BMx1xf32>
  %mm = tile.broadcast %m1 : tensor<$BMx1xf32> to tensor<$BMx$BNxf32>
  %d = arith.subf %x, %mm : tensor<$BMx$BNxf32>
  %e = math.exp %d : tensor<$BMx$BNxf32>
  %s = tile.reduce arith.addf %e axis 1
  %s1 = tile.expand_dims %s axis 1 : tensor<$BMxf32> to tensor<$BMx1xf32>
  %ss = tile.broadcast %s1 : tensor<$BMx1xf32> to tensor<$BMx$BNxf32>
  %y = arith.divf %e, %ss : tensor<$BMx$BNxf32>
  tile.store %y, %B[%b * $BM, 0]
}
