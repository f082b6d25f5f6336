// A NaN has no sign in what kernels say, whoever computed it.
// RUN: tile-run %s --device=cpu | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread | FileCheck %s
// CHECK: print_nan.mlir:15:3: block (0): of constants, of an argument = nan, nan
// CHECK: print_nan.mlir:16:3: block (0): tiles[0] = nan, inf

tile.kernel @print_nan(%n: f32) warps(1) grid(%i = 1) {
  %zero = arith.constant 0.0 : f32
  %left = arith.subf %n, %n : f32
  %of_constants = arith.divf %zero, %zero : f32
  %of_argument = arith.divf %left, %left : f32
  %above = arith.divf %n, %left : f32
  %t = tile.splat %of_argument : f32 to tensor<1xf32>
  %u = tile.splat %above : f32 to tensor<1xf32>
  tile.print "of constants, of an argument", %of_constants, %of_argument : f32, f32
  tile.print "tiles", %t, %u : tensor<1xf32>, tensor<1xf32>
}
