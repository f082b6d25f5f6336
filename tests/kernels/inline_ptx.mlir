// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=1000 --arg=s=3 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=1000 --arg=s=3 --param WARPS=8 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=1000 --arg=s=-2 --param WARPS=12 --param BN=96 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim N=100 --param WARPS=1 --param BN=7 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// CHECK: verify: ok
// PTX-DAG: { .reg .s32 t; sub.s32 t, %r{{[0-9]+}}, %r{{[0-9]+}}; abs.s32 %r{{[0-9]+}}, t; }
// PTX-DAG: add.f16x2 %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}};
// PTX-DAG: vadd4.u32.u32.u32 %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}};
// PTX-DAG: fma.rn.f64 %rd{{[0-9]+}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0d3FF0000000000000;
// SHAPE: N=1000

// Each with a reference, with which a run on a GPU is compared: exact ops.
tile.params { BN = 256 : [1, 7, 96, 256], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @inline_ptx(%A: memref<?xi32>[N], %H: memref<?xf16>[N], %B: memref<?xi8>[N], %D: memref<?xf64>[N], %s: i32)
    warps($WARPS) grid(%i = ceildiv(N, $BN)) {
  %a = tile.load %A[%i * $BN] : tensor<$BNxi32>
  %t = tile.splat %s : i32 to tensor<$BNxi32>
  %r = tile.inline_ptx "{ .reg .s32 t; sub.s32 t, $1, $2; abs.s32 $0, t; }" (%a, %t) : (tensor<$BNxi32>, tensor<$BNxi32>) -> tensor<$BNxi32> reference (%x, %y) {
    %d = arith.subi %x, %y : i32
    %m = math.absi %d : i32
    tile.yield %m
  }
  // A number of the block.
  %q = tile.inline_ptx "mul.lo.s32 $0, $1, 3;" (%s) : (i32) -> i32 reference (%x) {
    %c3 = arith.constant 3 : i32
    %d = arith.muli %x, %c3 : i32
    tile.yield %d
  }
  %qs = tile.splat %q : i32 to tensor<$BNxi32>
  %sum = arith.addi %r, %qs : tensor<$BNxi32>
  tile.store %sum, %A[%i * $BN]

  // Two elements at once, also where a thread has an odd number of them.
  %h = tile.load %H[%i * $BN] : tensor<$BNxf16>
  %h2 = tile.inline_ptx "add.f16x2 $0, $1, $2;" (%h, %h) pack(2) : (tensor<$BNxf16>, tensor<$BNxf16>) -> tensor<$BNxf16> reference (%x, %y) {
    %z = arith.addf %x, %y : f16
    tile.yield %z
  }
  tile.store %h2, %H[%i * $BN]

  // Four bytes in a register beside four words; two results.
  %b = tile.load %B[%i * $BN] : tensor<$BNxi8>
  %w, %c = tile.inline_ptx "vadd4.u32.u32.u32 $4, $5, $5, $6; mov.b32 $0, $7; mov.b32 $1, $8; mov.b32 $2, $9; mov.b32 $3, $10;"
      (%b, %b, %a) pack(4) : (tensor<$BNxi8>, tensor<$BNxi8>, tensor<$BNxi32>) -> (tensor<$BNxi32>, tensor<$BNxi8>) reference (%x, %y, %z) {
    %d = arith.addi %x, %y : i8
    tile.yield %z, %d
  }
  %low = arith.trunci %w : tensor<$BNxi32> to tensor<$BNxi8>
  %mixed = arith.addi %c, %low : tensor<$BNxi8>
  tile.store %mixed, %B[%i * $BN]

  // In the code of an element.
  %d = tile.load %D[%i * $BN] : tensor<$BNxf64>
  %e = tile.map %d (%k, %x) : tensor<$BNxf64> {
    %f = tile.inline_ptx "fma.rn.f64 $0, $1, $1, 0d3FF0000000000000;" (%x) : (f64) -> f64 reference (%y) {
      %one = arith.constant 1.0 : f64
      %g = math.fma %y, %y, %one : f64
      tile.yield %g
    }
    tile.yield %f
  }
  tile.store %e, %D[%i * $BN]
}
