// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// Scalars: dimensions and indices, floats, comparisons.

// CHECK-LABEL: tile.kernel @scalars
// FOLD-LABEL: tile.kernel @scalars
// FOLD-NOT: tile.compute
tile.kernel @scalars(%A: memref<?xindex>[N], %i: index, %x: f32, %n: i32) warps(4) grid(%b = 1) {
  // CHECK: %[[A:.*]] = arith.muli %i, %{{.*}} : index
  // CHECK: %[[D:.*]] = arith.floordivsi %[[A]], %{{.*}} : index
  // CHECK: %[[N:.*]] = tile.dim N
  // CHECK: %[[M:.*]] = arith.minsi %[[D]], %[[N]] : index
  // CHECK: %[[R:.*]] = arith.floordivsi %[[M]], %[[SEVEN:.*]] : index
  // CHECK: %[[W:.*]] = arith.muli %[[R]], %[[SEVEN]] : index
  // CHECK: %[[L:.*]] = arith.subi %[[M]], %[[W]] : index
  // CHECK: %p = tile.compute %[[L]]
  %p = tile.compute min(floordiv(%i * 4, 3), N) mod 7
  // CHECK: %[[C:.*]] = arith.constant 1.500000e+00 : f32
  // CHECK: %[[S:.*]] = arith.subf %[[C]], %x : f32
  // CHECK: %[[G:.*]] = arith.negf %[[S]] : f32
  // CHECK: %[[Q:.*]] = arith.divf %[[G]], %{{.*}} : f32
  // CHECK: %q = tile.compute %[[Q]]
  %q = tile.compute -(1.5 - %x) / 3
  // CHECK: arith.cmpf une, %q, %{{.*}} : f32
  // CHECK: arith.cmpi sle, %n, %{{.*}} : i32
  // CHECK: arith.andi %{{.*}}, %{{.*}} : i1
  // CHECK: arith.cmpi eq, %i, %b : index
  // CHECK: arith.ori
  %t = tile.compute %q != -inf and %n <= -3 or %i == %b
  // CHECK: arith.sitofp %n : i32 to f64
  // CHECK: arith.index_cast %i : index to i64
  // CHECK: arith.fptosi %x : f32 to i8
  // CHECK: arith.constant 5.000000e-01 : f16
  %u = tile.compute %n to f64
  %v = tile.compute (%i to i64) * 2
  %w = tile.compute %x to i8
  %y = tile.compute 0.5 to f16
  // CHECK: arith.constant -4.000000e+00 : f32
  %d = tile.compute max(%x, -4.0) * 2.0
  // CHECK: math.absf %x : f32
  // CHECK: math.absi %n : i32
  %z = tile.compute abs(%x)
  %k = tile.compute abs(%n)
  // CHECK: arith.constant 0 : index
  // CHECK: arith.subi %{{.*}}, %i : index
  %m = tile.compute -%i
  %s = tile.splat %p : index to tensor<1xindex>
  tile.store %s, %A[%m]
}

// Tiles: scalars and extents of 1 are stretched; flags are those of the formula's ops.

// CHECK-LABEL: tile.kernel @tiles
tile.kernel @tiles(%A: memref<16x64xf32>, %C: memref<16x64xf16>, %x: f32, %cond: i1) warps(4) grid(%b = 1) {
  %a = tile.load %A[0, 0] : tensor<16x64xf32>
  %m = tile.reduce arith.maximumf %a axis 1
  // CHECK: %[[E:.*]] = tile.expand_dims %m axis 1 : tensor<16xf32> to tensor<16x1xf32>
  // CHECK: %[[B:.*]] = tile.broadcast %[[E]] : tensor<16x1xf32> to tensor<16x64xf32>
  // CHECK: %[[D:.*]] = arith.subf %a, %[[B]] fastmath<nnan,afn> : tensor<16x64xf32>
  // CHECK: %[[S:.*]] = tile.splat %x : f32 to tensor<16x64xf32>
  // CHECK: %[[P:.*]] = arith.mulf %[[D]], %[[S]] fastmath<nnan,afn> : tensor<16x64xf32>
  // CHECK: %[[X:.*]] = math.exp2 %[[P]] fastmath<nnan,afn> : tensor<16x64xf32>
  // CHECK: %e = tile.compute %[[X]]
  %e = tile.compute exp2((%a - %m axis 1) * %x) fastmath<nnan, afn>
  // CHECK: %[[LT:.*]] = arith.cmpf olt, %a, %{{.*}} : tensor<16x64xf32>
  // CHECK: %[[Z:.*]] = arith.constant dense<0.000000e+00> : tensor<16x64xf32>
  // CHECK: %[[SEL:.*]] = arith.select %[[LT]], %[[Z]], %e : tensor<16x64xi1>, tensor<16x64xf32>
  // CHECK: arith.truncf %[[SEL]] : tensor<16x64xf32> to tensor<16x64xf16>
  %h = tile.compute select(%a < 0.5, 0.0, %e) to f16
  // CHECK: arith.select %cond, %a, %e : tensor<16x64xf32>
  %c = tile.compute select(%cond, %a, %e)
  // CHECK: %[[ROW:.*]] = tile.iota axis 1 : tensor<1x64xindex>
  // CHECK: %[[IN:.*]] = arith.cmpi slt, %[[ROW]], %{{.*}} : tensor<1x64xindex>
  // CHECK: %[[INF:.*]] = arith.constant dense<0xFF800000> : tensor<16x64xf32>
  // CHECK: %[[INS:.*]] = tile.broadcast %[[IN]] : tensor<1x64xi1> to tensor<16x64xi1>
  // CHECK: arith.select %[[INS]], %a, %[[INF]] : tensor<16x64xi1>, tensor<16x64xf32>
  %row = tile.iota axis 1 : tensor<1x64xindex>
  %g = tile.compute select(%row < 60, %a, -inf)
  // CHECK: math.fma %{{.*}}, %a, %{{.*}} : tensor<16x64xf32>
  %f = tile.compute fma(2.0, %a, %m axis 1)
  %o = tile.compute %f * 0.0 to f16
  %r = tile.compute %h + %o
  tile.store %r, %C[0, 0]
}
