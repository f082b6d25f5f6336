// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim N=300 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// Branches and loops around tiles; values carried through both.
tile.kernel @control_flow(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(2) grid(%b = ceildiv(N, 64)) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %a = tile.load %A[%b * 64] : tensor<64xf32>
  %odd = arith.remui %b, %c2 : index
  %is_odd = arith.cmpi eq, %odd, %c1 : index
  %x = scf.if %is_odd -> (tensor<64xf32>) {
    %n = arith.negf %a : tensor<64xf32>
    scf.yield %n : tensor<64xf32>
  } else {
    scf.yield %a : tensor<64xf32>
  }
  %sum, %last = scf.for %i = %c0 to %c5 step %c2 iter_args(%s = %x, %l = %a) -> (tensor<64xf32>, tensor<64xf32>) {
    %t = arith.addf %s, %l : tensor<64xf32>
    scf.yield %t, %s : tensor<64xf32>, tensor<64xf32>
  }
  %y = arith.subf %sum, %last : tensor<64xf32>
  tile.store %y, %B[%b * 64]
}
