// A product that goes on is made where it is waited for.
// RUN: split-file %s %t
// RUN: tile-run %t/right.mlir --device=cpu --print=C | FileCheck %s --check-prefix=RIGHT
// RUN: not tile-run %t/early.mlir --device=cpu --init=int 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not tile-run %t/twice.mlir --device=cpu --init=int 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: tile-run %t/overwritten.mlir --device=cpu --print=C | FileCheck %s --check-prefix=OVERWRITTEN

// A product that replaces what it is added to, and four more of 64 ones times twos.
// RIGHT: %C = {{.*}}640
//--- right.mlir
tile.kernel @sum(%C: memref<64x16xf32>) warps(4) grid(%x = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = mem.alloc : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
  %t = mem.alloc : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>
  %ones = arith.constant dense<1.0> : tensor<64x64xf16>
  %twos = arith.constant dense<2.0> : tensor<64x16xf16>
  tile.store %ones, %s[%c0, %c0]
  tile.store %twos, %t[%c0, %c0]
  %one = arith.constant dense<1.0> : tensor<64x16xf32>
  %false = arith.constant false
  %d = tc.dot_async %s, %t, %one if %false instr "wgmma.m64n16k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>, tensor<64x16xf32> -> !tc.inflight<tensor<64x16xf32>>
  %e = scf.for %i = %c0 to %c4 step %c1 iter_args(%c = %d) -> (!tc.inflight<tensor<64x16xf32>>) {
    %n = tc.dot_async %s, %t, %c instr "wgmma.m64n16k16" : !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>, !tc.inflight<tensor<64x16xf32>> -> !tc.inflight<tensor<64x16xf32>>
    tc.dot_wait 1
    scf.yield %n : !tc.inflight<tensor<64x16xf32>>
  }
  %sum = tc.dot_wait 0, %e : !tc.inflight<tensor<64x16xf32>>
  tile.store %sum, %C[%c0, %c0]
}

// EARLY: early.mlir:8:8: error: 'tc.dot_wait' op gives back a tile whose product may still be pending
//--- early.mlir
tile.kernel @early(%C: memref<64x8xf32>) warps(4) grid(%x = 1) {
  %c0 = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>
  %t = mem.alloc : !mem.buffer<16x8xf16, shared>
  %zero = arith.constant dense<0.0> : tensor<64x16xf16>
  tile.store %zero, %s[%c0, %c0]
  %d = tc.dot_async %s, %t instr "wgmma.m64n8k16" : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>, !mem.buffer<16x8xf16, shared> -> !tc.inflight<tensor<64x8xf32>>
  %r = tc.dot_wait 1, %d : !tc.inflight<tensor<64x8xf32>>
  tile.store %r, %C[%c0, %c0]
}

// TWICE: twice.mlir:10:10: error: 'tc.dot_wait' op names a tile that a later product has added to, or that was given back
//--- twice.mlir
tile.kernel @twice(%C: memref<64x8xf32>) warps(4) grid(%x = 1) {
  %c0 = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>
  %t = mem.alloc : !mem.buffer<16x8xf16, shared>
  %zero = arith.constant dense<0.0> : tensor<64x16xf16>
  %ones = arith.constant dense<0.0> : tensor<16x8xf16>
  tile.store %zero, %s[%c0, %c0]
  tile.store %ones, %t[%c0, %c0]
  %d = tc.dot_async %s, %t instr "wgmma.m64n8k16" : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>, !mem.buffer<16x8xf16, shared> -> !tc.inflight<tensor<64x8xf32>>
  %r:2 = tc.dot_wait 0, %d, %d : !tc.inflight<tensor<64x8xf32>>, !tc.inflight<tensor<64x8xf32>>
  tile.store %r#0, %C[%c0, %c0]
}

// What is stored before the wait is what the product reads: 16 ones times threes.
// OVERWRITTEN: %C = {{.*}}48
//--- overwritten.mlir
tile.kernel @overwritten(%C: memref<64x8xf32>) warps(4) grid(%x = 1) {
  %c0 = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>
  %t = mem.alloc : !mem.buffer<16x8xf16, shared>
  %ones = arith.constant dense<1.0> : tensor<64x16xf16>
  %twos = arith.constant dense<2.0> : tensor<16x8xf16>
  %threes = arith.constant dense<3.0> : tensor<16x8xf16>
  tile.store %ones, %s[%c0, %c0]
  tile.store %twos, %t[%c0, %c0]
  %d = tc.dot_async %s, %t instr "wgmma.m64n8k16" : !mem.buffer<64x16xf16, #mem.swizzle<32>, shared>, !mem.buffer<16x8xf16, shared> -> !tc.inflight<tensor<64x8xf32>>
  tile.store %threes, %t[%c0, %c0]
  %r = tc.dot_wait 0, %d : !tc.inflight<tensor<64x8xf32>>
  tile.store %r, %C[%c0, %c0]
}
