// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s
// RUN: tile-compile %s --pass-pipeline= --arch=sm_80 --emit=cubin -o %t.cubin
// Arithmetic on long vectors that follows each other is a text for every 16 elements.

// A chain from pairs to pairs, four texts for 64 elements; numbers stay numbers, what is between and
// needs nothing of it comes first.
// CHECK-LABEL: .entry pairs
// CHECK: { .reg .f32 t<80>; .reg .b16 l, h;
// CHECK-NEXT: mov.b32 {l, h}, [[X:%r[0-9]+]];
// CHECK-NEXT: cvt.f32.f16 t0, l;
// CHECK-NEXT: cvt.f32.f16 t1, h;
// CHECK: mul.rn.f32 t16, t0, 0f3F000000;
// CHECK: tanh.approx.f32 t32, t16;
// CHECK: add.rn.f32 t48, t32, [[S:%r[0-9]+]];
// CHECK-NEXT: add.rn.f32 t49, t33, [[S]];
// CHECK: cvt.rn.f16x2.f32 %r{{[0-9]+}}, t49, t48;
// CHECK: end inline asm
// CHECK-COUNT-3: { .reg .f32 t<80>; .reg .b16 l, h;
// CHECK-NOT: .reg .f32 t<
simt.kernel @pairs(%X: memref<?xf16>[N], %Y: memref<?xf16>[N], %s: f32) threads(32) grid(1) {
  %half = arith.constant dense<0.5> : vector<64xf32>
  %none = arith.constant dense<0.0> : vector<64xf16>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %c48 = arith.constant 48 : index
  %c56 = arith.constant 56 : index
  %x0 = mem.load %X[%c0] : memref<?xf16>, vector<8xf16>
  %x1 = mem.load %X[%c8] : memref<?xf16>, vector<8xf16>
  %x2 = mem.load %X[%c16] : memref<?xf16>, vector<8xf16>
  %x3 = mem.load %X[%c24] : memref<?xf16>, vector<8xf16>
  %x4 = mem.load %X[%c32] : memref<?xf16>, vector<8xf16>
  %x5 = mem.load %X[%c40] : memref<?xf16>, vector<8xf16>
  %x6 = mem.load %X[%c48] : memref<?xf16>, vector<8xf16>
  %x7 = mem.load %X[%c56] : memref<?xf16>, vector<8xf16>
  %v0 = vector.insert_strided_slice %x0, %none {offsets = [0], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v1 = vector.insert_strided_slice %x1, %v0 {offsets = [8], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v2 = vector.insert_strided_slice %x2, %v1 {offsets = [16], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v3 = vector.insert_strided_slice %x3, %v2 {offsets = [24], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v4 = vector.insert_strided_slice %x4, %v3 {offsets = [32], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v5 = vector.insert_strided_slice %x5, %v4 {offsets = [40], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v6 = vector.insert_strided_slice %x6, %v5 {offsets = [48], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v7 = vector.insert_strided_slice %x7, %v6 {offsets = [56], strides = [1]} : vector<8xf16> into vector<64xf16>
  %a = arith.extf %v7 : vector<64xf16> to vector<64xf32>
  %b = arith.mulf %a, %half : vector<64xf32>
  %u = math.tanh %b fastmath<afn> : vector<64xf32>
  %all = vector.broadcast %s : f32 to vector<64xf32>
  %w = arith.addf %u, %all : vector<64xf32>
  %r = arith.truncf %w : vector<64xf32> to vector<64xf16>
  %r0 = vector.extract_strided_slice %r {offsets = [0], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
  %r1 = vector.extract_strided_slice %r {offsets = [8], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
  %r2 = vector.extract_strided_slice %r {offsets = [16], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
  %r3 = vector.extract_strided_slice %r {offsets = [24], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
  %r4 = vector.extract_strided_slice %r {offsets = [32], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
  %r5 = vector.extract_strided_slice %r {offsets = [40], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
  %r6 = vector.extract_strided_slice %r {offsets = [48], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
  %r7 = vector.extract_strided_slice %r {offsets = [56], sizes = [8], strides = [1]} : vector<64xf16> to vector<8xf16>
  mem.store %r0, %Y[%c0] : memref<?xf16>, vector<8xf16>
  mem.store %r1, %Y[%c8] : memref<?xf16>, vector<8xf16>
  mem.store %r2, %Y[%c16] : memref<?xf16>, vector<8xf16>
  mem.store %r3, %Y[%c24] : memref<?xf16>, vector<8xf16>
  mem.store %r4, %Y[%c32] : memref<?xf16>, vector<8xf16>
  mem.store %r5, %Y[%c40] : memref<?xf16>, vector<8xf16>
  mem.store %r6, %Y[%c48] : memref<?xf16>, vector<8xf16>
  mem.store %r7, %Y[%c56] : memref<?xf16>, vector<8xf16>
  simt.return
}

// A value that is used behind the chain comes out of the text; ops that may contract are LLVM's.
// CHECK-LABEL: .entry out
// CHECK: { .reg .f32 t<80>; .reg .b16 l, h;
// CHECK: mul.rn.f32 [[OUT:%r[0-9]+]], t0, [[P:%r[0-9]+]];
// CHECK: ex2.approx.ftz.f32 t32, [[OUT]];
// CHECK: div.approx.ftz.f32 t48, t32, [[P]];
// CHECK: max.NaN.f32 %r{{[0-9]+}}, t48, t0;
// CHECK: end inline asm
// CHECK: fma.rn.f32 %r{{[0-9]+}}, [[OUT]]
simt.kernel @out(%X: memref<?xf16>[N], %Y: memref<?xf32>[N], %p: f32) threads(32) grid(1) {
  %none = arith.constant dense<0.0> : vector<64xf16>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %c48 = arith.constant 48 : index
  %c56 = arith.constant 56 : index
  %x0 = mem.load %X[%c0] : memref<?xf16>, vector<8xf16>
  %x1 = mem.load %X[%c8] : memref<?xf16>, vector<8xf16>
  %x2 = mem.load %X[%c16] : memref<?xf16>, vector<8xf16>
  %x3 = mem.load %X[%c24] : memref<?xf16>, vector<8xf16>
  %x4 = mem.load %X[%c32] : memref<?xf16>, vector<8xf16>
  %x5 = mem.load %X[%c40] : memref<?xf16>, vector<8xf16>
  %x6 = mem.load %X[%c48] : memref<?xf16>, vector<8xf16>
  %x7 = mem.load %X[%c56] : memref<?xf16>, vector<8xf16>
  %v0 = vector.insert_strided_slice %x0, %none {offsets = [0], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v1 = vector.insert_strided_slice %x1, %v0 {offsets = [8], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v2 = vector.insert_strided_slice %x2, %v1 {offsets = [16], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v3 = vector.insert_strided_slice %x3, %v2 {offsets = [24], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v4 = vector.insert_strided_slice %x4, %v3 {offsets = [32], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v5 = vector.insert_strided_slice %x5, %v4 {offsets = [40], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v6 = vector.insert_strided_slice %x6, %v5 {offsets = [48], strides = [1]} : vector<8xf16> into vector<64xf16>
  %v7 = vector.insert_strided_slice %x7, %v6 {offsets = [56], strides = [1]} : vector<8xf16> into vector<64xf16>
  %a = arith.extf %v7 : vector<64xf16> to vector<64xf32>
  %b = vector.broadcast %p : f32 to vector<64xf32>
  %c = arith.mulf %a, %b : vector<64xf32>
  %d = math.exp2 %c fastmath<afn> : vector<64xf32>
  %e = arith.divf %d, %b fastmath<afn> : vector<64xf32>
  %f = arith.maximumf %e, %a : vector<64xf32>
  %g = arith.mulf %c, %f fastmath<contract> : vector<64xf32>
  %h = arith.addf %g, %c fastmath<contract> : vector<64xf32>
  %r = vector.extract_strided_slice %h {offsets = [0], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %r, %Y[%c0] : memref<?xf32>, vector<4xf32>
  simt.return
}

// What is the same for all elements is computed once: no text.
// CHECK-LABEL: .entry once
// CHECK: mul.rn.f32
// CHECK-NOT: mul.rn.f32
// CHECK: ex2.approx.ftz.f32
// CHECK-NOT: ex2.approx.ftz.f32
// CHECK: ret;
simt.kernel @once(%Y: memref<?xf32>[N], %s: f32) threads(32) grid(1) {
  %c0 = arith.constant 0 : index
  %a = vector.broadcast %s : f32 to vector<64xf32>
  %b = arith.mulf %a, %a : vector<64xf32>
  %c = math.exp2 %b fastmath<afn> : vector<64xf32>
  %r = vector.extract_strided_slice %c {offsets = [0], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %r, %Y[%c0] : memref<?xf32>, vector<4xf32>
  simt.return
}
