// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=50 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// Products that share operands: loaded, constant, selected; inside branches and after them.
tile.kernel @shared_operands(%A: memref<?x32xf16>[M, ?], %C: memref<?x32xf32>[M, ?]) warps(4) grid(%i = ceildiv(M, 32)) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %ones = arith.constant dense<1.0> : tensor<32x32xf16>
  %a = tile.load %A[%i * 32, 0] : tensor<32x32xf16>
  %b = tile.load %A[0, 0] : tensor<32x32xf16>
  %c0 = arith.constant 0 : index
  %is_first = arith.cmpi eq, %i, %c0 : index
  %s = arith.select %is_first, %a, %b : tensor<32x32xf16>
  %r = scf.if %is_first -> (tensor<32x32xf32>) {
    %d = tile.dot %s, %a, %zero
    scf.yield %d : tensor<32x32xf32>
  } else {
    %d = tile.dot %ones, %s, %zero
    scf.yield %d : tensor<32x32xf32>
  }
  %t = tile.dot %s, %s, %r
  %u = tile.dot %a, %ones, %t
  tile.store %u, %C[%i * 32, 0]
}
