// The same product four ways gives the same bits: straight, through buffers of two slots, in steps
// as tensor cores take it, and by columns and rows with fused multiply-add.  Edges are ragged.
// RUN: interp-run %s --kernel=straight --dim=M=70 --dim=N=45 --dim=K=50 > %t.straight
// RUN: interp-run %s --kernel=staged --dim=M=70 --dim=N=45 --dim=K=50 > %t.staged
// RUN: interp-run %s --kernel=steps --dim=M=70 --dim=N=45 --dim=K=50 > %t.steps
// RUN: interp-run %s --kernel=columns --dim=M=70 --dim=N=45 --dim=K=50 > %t.columns
// RUN: diff %t.straight %t.staged
// RUN: diff %t.straight %t.steps
// RUN: diff %t.straight %t.columns
// RUN: FileCheck %s --input-file=%t.straight --implicit-check-not="guard broken"
// CHECK: C: {{[0-9a-f]+}}

tile.kernel @straight(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16, strided<[1, ?]>>[K, N], %C: memref<?x?xf16>[M, N])
    warps(4) grid(%bm = ceildiv(M, 32), %bn = ceildiv(N, 16)) {
  %zero = arith.constant dense<0.0> : tensor<32x16xf32>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 32) stages(2) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * 32, %k * 32] : tensor<32x32xf16>
    %b = tile.load %B[%k * 32, %bn * 16] : tensor<32x16xf16>
    %d = tile.dot %a, %b, %c
    tile.yield %d
  }
  %out = arith.truncf %acc : tensor<32x16xf32> to tensor<32x16xf16>
  tile.store %out, %C[%bm * 32, %bn * 16]
}

tile.kernel @staged(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16, strided<[1, ?]>>[K, N], %C: memref<?x?xf16>[M, N])
    warps(4) grid(%bm = ceildiv(M, 32), %bn = ceildiv(N, 16)) {
  %zero = arith.constant dense<0.0> : tensor<32x16xf32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %sa = mem.alloc : !mem.buffer<2x32x32xf16, #mem.swizzle<64>, shared>
  %sb = mem.alloc : !mem.buffer<32x16xf16, #mem.swizzle<64, column>, shared>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 32) stages(2) iter_args(%c = %zero) {
    %slot = arith.remui %k, %c2 : index
    %va = mem.index %sa[%slot] : !mem.buffer<2x32x32xf16, #mem.swizzle<64>, shared>
    tile.copy %A[%bm * 32, %k * 32] to %va[%c0, %c0] shape 32x32
    tile.copy %B[%k * 32, %bn * 16] to %sb[%c0, %c0] shape 32x16
    simt.barrier
    %b = tile.load %sb[%c0, %c0] : tensor<32x16xf16>
    %d = tile.dot %va, %b, %c
    simt.barrier
    tile.yield %d
  }
  %out = arith.truncf %acc : tensor<32x16xf32> to tensor<32x16xf16>
  tile.store %out, %C[%bm * 32, %bn * 16]
}

tile.kernel @steps(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16, strided<[1, ?]>>[K, N], %C: memref<?x?xf16>[M, N])
    warps(4) grid(%bm = ceildiv(M, 32), %bn = ceildiv(N, 16)) {
  %zero = arith.constant dense<0.0> : tensor<32x16xf32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %sa = mem.alloc : !mem.buffer<32x32xf16, shared>
  %sb = mem.alloc : !mem.buffer<32x16xf16, shared>
  %acc = tile.pipelined %k = 0 to ceildiv(K, 32) stages(2) iter_args(%c = %zero) {
    tile.copy %A[%bm * 32, %k * 32] to %sa[%c0, %c0] shape 32x32
    tile.copy %B[%k * 32, %bn * 16] to %sb[%c0, %c0] shape 32x16
    %r = scf.for %l = %c0 to %c32 step %c16 iter_args(%s = %c) -> tensor<32x16xf32> {
      %a = tile.load %sa[%c0, %l] : tensor<32x16xf16>
      %b = tile.load %sb[%l, %c0] : tensor<16x16xf16>
      %d = tc.dot %a, %b, %s instr "mma.m16n8k16"
      scf.yield %d : tensor<32x16xf32>
    }
    tile.yield %r
  }
  %out = arith.truncf %acc : tensor<32x16xf32> to tensor<32x16xf16>
  tile.store %out, %C[%bm * 32, %bn * 16]
}

tile.kernel @columns(%A: memref<?x?xf16>[M, K], %B: memref<?x?xf16, strided<[1, ?]>>[K, N], %C: memref<?x?xf16>[M, N])
    warps(4) grid(%bm = ceildiv(M, 32), %bn = ceildiv(N, 16)) {
  %zero = arith.constant dense<0.0> : tensor<32x16xf32>
  %acc = tile.pipelined %k = 0 to K stages(2) iter_args(%c = %zero) {
    %a = tile.load %A[%bm * 32, %k] : tensor<32x1xf16>
    %b = tile.load %B[%k, %bn * 16] : tensor<1x16xf16>
    %af = arith.extf %a : tensor<32x1xf16> to tensor<32x1xf32>
    %bf = arith.extf %b : tensor<1x16xf16> to tensor<1x16xf32>
    %x = tile.broadcast %af : tensor<32x1xf32> to tensor<32x16xf32>
    %y = tile.broadcast %bf : tensor<1x16xf32> to tensor<32x16xf32>
    %d = math.fma %x, %y, %c : tensor<32x16xf32>
    tile.yield %d
  }
  %out = arith.truncf %acc : tensor<32x16xf32> to tensor<32x16xf16>
  tile.store %out, %C[%bm * 32, %bn * 16]
}
