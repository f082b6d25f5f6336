// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=32 --dim N=64 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=32 --dim N=64 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=32 N=64
// SHAPE: M=20 N=61

// Single elements of buffers with rows, read, written and combined by the block.
tile.params { WARPS = 4 : [1, 4, 8] }
tile.kernel @buffer_elements(%A: memref<?x?xf32>[M, N], %B: memref<?x?xf32>[M, N], %C: memref<?x?xi32>[M, N]) warps($WARPS) grid(%b = 1) {
  %one = arith.constant 1 : index
  %i = arith.constant 3 : index
  %j = arith.constant 41 : index
  %s = mem.alloc : !mem.buffer<32x64xf32, #mem.swizzle<128>, shared>
  %p = mem.alloc : !mem.buffer<32x64xf32, #mem.padded<16>, shared>
  %q = mem.alloc : !mem.buffer<2x32x64xf32, #mem.swizzle<128>, shared>
  %n = mem.alloc : !mem.buffer<32x64xi32, shared>
  %v = mem.index %q[%one] : !mem.buffer<2x32x64xf32, #mem.swizzle<128>, shared>
  %x = tile.load %A[0, 0] : tensor<32x64xf32>
  tile.store %x, %s[0, 0]
  tile.store %x, %p[0, 0]
  tile.store %x, %v[0, 0]
  %e = mem.load %s[%i, %j] : !mem.buffer<32x64xf32, #mem.swizzle<128>, shared>, f32
  %f = mem.load %p[%i, %i] : !mem.buffer<32x64xf32, #mem.padded<16>, shared>, f32
  %g = mem.load %v[%i, %j] : !mem.buffer<32x64xf32, #mem.swizzle<128>, shared>, f32
  %ef = arith.subf %e, %f : f32
  %h = arith.addf %ef, %g : f32
  mem.store %h, %s[%i, %i] : !mem.buffer<32x64xf32, #mem.swizzle<128>, shared>, f32
  %t = tile.splat %h : f32 to tensor<32x64xf32>
  %y = tile.load %s[0, 0] : tensor<32x64xf32>
  %z = arith.addf %t, %y : tensor<32x64xf32>
  tile.store %z, %B[0, 0]

  %seven = arith.constant 7 : i32
  %c = tile.load %C[0, 0] : tensor<32x64xi32>
  tile.store %c, %n[0, 0]
  %old = mem.atomic_rmw addi %seven, %n[%i, %j] relaxed cta : !mem.buffer<32x64xi32, shared>, i32
  %was = mem.atomic_cas %old, %seven, %n[%i, %i] relaxed cta : !mem.buffer<32x64xi32, shared>, i32
  %w = tile.splat %was : i32 to tensor<32x64xi32>
  %d = tile.load %n[0, 0] : tensor<32x64xi32>
  %u = arith.addi %d, %w : tensor<32x64xi32>
  tile.store %u, %C[0, 0]
}
