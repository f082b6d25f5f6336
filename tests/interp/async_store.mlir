// tile.async_store at tile level: edges are dropped, a buffer is read when a wait asks for it, and what was
// read reaches memory when a `complete` wait asks or the kernel ends.
// RUN: interp-run %s --kernel=plain --dim=M=70 --dim=N=40 > %t.plain
// RUN: interp-run %s --kernel=waited --dim=M=70 --dim=N=40 > %t.waited
// RUN: interp-run %s --kernel=early --dim=M=70 --dim=N=40 > %t.early
// RUN: interp-run %s --kernel=rows --dim=M=70 --dim=N=40 > %t.rows
// RUN: diff %t.plain %t.waited
// RUN: diff %t.plain %t.rows
// RUN: not diff %t.plain %t.early
// RUN: FileCheck %s --input-file=%t.plain --implicit-check-not="guard broken"
// CHECK: C: {{[0-9a-f]+}}

tile.kernel @plain(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%i = ceildiv(M, 32), %j = ceildiv(N, 16)) {
  %a = tile.load %A[%i * 32, %j * 16] : tensor<32x16xf16>
  tile.store %a, %C[%i * 32, %j * 16]
}

tile.kernel @waited(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%i = ceildiv(M, 32), %j = ceildiv(N, 16)) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %row = arith.muli %i, %c32 : index
  %column = arith.muli %j, %c16 : index
  %s = mem.alloc : !mem.buffer<32x16xf16, #mem.swizzle<32>, shared>
  %a = tile.load %A[%row, %column] : tensor<32x16xf16>
  tile.store %a, %s[%c0, %c0]
  tile.async_store %s to %C[%row, %column] : !mem.buffer<32x16xf16, #mem.swizzle<32>, shared>, memref<?x?xf16>
  tile.async_store_wait
  %zero = arith.constant dense<0.0> : tensor<32x16xf16>
  tile.store %zero, %s[%c0, %c0]
}

// The buffer is overwritten before the wait.
tile.kernel @early(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%i = ceildiv(M, 32), %j = ceildiv(N, 16)) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %row = arith.muli %i, %c32 : index
  %column = arith.muli %j, %c16 : index
  %s = mem.alloc : !mem.buffer<32x16xf16, #mem.swizzle<32>, shared>
  %a = tile.load %A[%row, %column] : tensor<32x16xf16>
  tile.store %a, %s[%c0, %c0]
  tile.async_store %s to %C[%row, %column] : !mem.buffer<32x16xf16, #mem.swizzle<32>, shared>, memref<?x?xf16>
  %zero = arith.constant dense<0.0> : tensor<32x16xf16>
  tile.store %zero, %s[%c0, %c0]
  tile.async_store_wait
}

// Two slots of a buffer.
tile.kernel @rows(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%i = ceildiv(M, 16), %j = ceildiv(N, 16)) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %row = arith.muli %i, %c16 : index
  %next = arith.addi %row, %c8 : index
  %column = arith.muli %j, %c16 : index
  %s = mem.alloc : !mem.buffer<2x8x16xf16, shared>
  %s0 = mem.index %s[%c0] : !mem.buffer<2x8x16xf16, shared>
  %s1 = mem.index %s[%c1] : !mem.buffer<2x8x16xf16, shared>
  %a = tile.load %A[%row, %column] : tensor<8x16xf16>
  tile.store %a, %s0[%c0, %c0]
  tile.async_store %s0 to %C[%row, %column] : !mem.buffer<8x16xf16, shared>, memref<?x?xf16>
  %b = tile.load %A[%next, %column] : tensor<8x16xf16>
  tile.store %b, %s1[%c0, %c0]
  tile.async_store %s1 to %C[%next, %column] : !mem.buffer<8x16xf16, shared>, memref<?x?xf16>
  tile.async_store_wait
}

// The buffer of the last store but one may be written.
// RUN: interp-run %s --kernel=turns --dim=M=70 --dim=N=40 > %t.turns
// RUN: diff %t.plain %t.turns
// RUN: sed "s/pending 1/pending 2/" %s > %t.mlir
// RUN: interp-run %t.mlir --kernel=turns --dim=M=70 --dim=N=40 > %t.late
// RUN: not diff %t.plain %t.late
tile.kernel @turns(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%i = 1, %j = ceildiv(N, 16)) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %m = tile.dim M
  %column = arith.muli %j, %c16 : index
  %s = mem.alloc : !mem.buffer<2x8x16xf16, shared>
  scf.for %row = %c0 to %m step %c8 {
    %n = arith.divui %row, %c8 : index
    %slot = arith.remui %n, %c2 : index
    %v = mem.index %s[%slot] : !mem.buffer<2x8x16xf16, shared>
    %a = tile.load %A[%row, %column] : tensor<8x16xf16>
    tile.async_store_wait pending 1
    tile.store %a, %v[%c0, %c0]
    tile.async_store %v to %C[%row, %column] : !mem.buffer<8x16xf16, shared>, memref<?x?xf16>
  }
  tile.async_store_wait
}

// What was read is in memory behind a complete wait only: this kernel gives zero where it does not wait so.
// RUN: interp-run %s --kernel=back --dim=M=70 --dim=N=40 > %t.back
// RUN: diff %t.plain %t.back
tile.kernel @back(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%i = ceildiv(M, 32), %j = ceildiv(N, 16)) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %row = arith.muli %i, %c32 : index
  %column = arith.muli %j, %c16 : index
  %s = mem.alloc : !mem.buffer<32x16xf16, #mem.swizzle<32>, shared>
  %a = tile.load %A[%row, %column] : tensor<32x16xf16>
  %twice = arith.addf %a, %a : tensor<32x16xf16>
  tile.store %twice, %s[%c0, %c0]
  tile.async_store %s to %C[%row, %column] : !mem.buffer<32x16xf16, #mem.swizzle<32>, shared>, memref<?x?xf16>
  tile.async_store_wait complete
  %b = tile.load %C[%row, %column] : tensor<32x16xf16>
  %half = arith.subf %b, %a : tensor<32x16xf16>
  tile.store %half, %C[%row, %column]
}

// RUN: not tile-run %s --device=cpu --level=tile --kernel=forgotten --dim=M=64 --dim=N=16 2>&1 | FileCheck %s --check-prefix=FORGOTTEN
// FORGOTTEN: error: 'tile.async_store' op may still read its buffer when the kernel ends: no tile.async_store_wait follows
// FORGOTTEN: note: in block (0, 0) of kernel @forgotten
tile.kernel @forgotten(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%i = ceildiv(M, 32), %j = ceildiv(N, 16)) {
  %c0 = arith.constant 0 : index
  %s = mem.alloc : !mem.buffer<32x16xf16, #mem.swizzle<32>, shared>
  %a = tile.load %A[%c0, %c0] : tensor<32x16xf16>
  tile.store %a, %s[%c0, %c0]
  tile.async_store %s to %C[%c0, %c0] : !mem.buffer<32x16xf16, #mem.swizzle<32>, shared>, memref<?x?xf16>
}

// RUN: not tile-run %s --device=cpu --level=tile --kernel=before --dim=M=64 --dim=N=16 2>&1 | FileCheck %s --check-prefix=BEFORE
// BEFORE: error: 'tile.async_store' op stores a box that begins at -1 along dimension 0
tile.kernel @before(%A: memref<?x?xf16>[M, N], %C: memref<?x?xf16>[M, N]) warps(4) grid(%i = ceildiv(M, 32), %j = ceildiv(N, 16)) {
  %c0 = arith.constant 0 : index
  %before = arith.constant -1 : index
  %s = mem.alloc : !mem.buffer<32x16xf16, #mem.swizzle<32>, shared>
  %a = tile.load %A[%c0, %c0] : tensor<32x16xf16>
  tile.store %a, %s[%c0, %c0]
  tile.async_store %s to %C[%before, %c0] : !mem.buffer<32x16xf16, #mem.swizzle<32>, shared>, memref<?x?xf16>
  tile.async_store_wait
}
