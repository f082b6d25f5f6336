// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=50 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok

// Products in both regions of a while; a buffer stored in one and read in the other.
tile.kernel @while_dots(%A: memref<?x32xf16>[M, ?], %C: memref<?x32xf32>[M, ?]) warps(4) grid(%i = ceildiv(M, 32)) {
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s = mem.alloc : !mem.buffer<32x32xf16, shared>
  %r:2 = scf.while (%acc = %zero, %k = %c0) : (tensor<32x32xf32>, index) -> (tensor<32x32xf32>, index) {
    %a = tile.load %A[%i * 32 + %k, 0] : tensor<32x32xf16>
    tile.store %a, %s[0, 0]
    %d = tile.dot %a, %a, %acc
    %go = arith.cmpi ult, %k, %c3 : index
    scf.condition(%go) %d, %k : tensor<32x32xf32>, index
  } do {
  ^bb0(%acc: tensor<32x32xf32>, %k: index):
    %x = tile.load %s[0, 0] : tensor<32x32xf16>
    %t = tile.trans %x : tensor<32x32xf16> to tensor<32x32xf16>
    %d = tile.dot %t, %s, %acc
    %next = arith.addi %k, %c1 : index
    scf.yield %d, %next : tensor<32x32xf32>, index
  }
  tile.store %r#0, %C[%i * 32, 0]
}
