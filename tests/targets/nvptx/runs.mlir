// RUN: tile-compile %s --pass-pipeline= --emit=ptx --debug-info=none -o - | FileCheck %s
// Accesses that follow each other are one text: elements of 16 bits are put together and taken apart
// there, and each value is an operand once.

// Two rows and three columns: six loads, of which three words come; a pad that is no zero. What
// predicates and the second row take is computed once, in the text.
// CHECK-LABEL: .entry loads
// CHECK-NOT: setp
// CHECK: { .reg .pred p<{{[0-9]+}}>; .reg .b64 a<1>; .reg .b64 t; .reg .b16 l, h;
// CHECK-NEXT: mov.b16 l, 0;
// CHECK-NEXT: setp.lt.s64 p0, [[N:%rd[0-9]+]], 5;
// CHECK-NEXT: setp.lt.s64 p1, [[J:%rd[0-9]+]], [[N]];
// CHECK-NEXT: and.pred p2, p0, p1;
// CHECK-NEXT: @p2 ld.global.nc.b16 l, [[[A:%rd[0-9]+]]+0];
// CHECK-NEXT: mov.b16 h, 15360;
// CHECK-NEXT: add.s64 t, [[J]], 32;
// CHECK-NEXT: setp.lt.s64 p3, t, [[N]];
// CHECK-NEXT: and.pred p4, p0, p3;
// CHECK-NEXT: @p4 ld.global.nc.b16 h, [[[A]]+64];
// CHECK-NEXT: mov.b32 [[W0:%r[0-9]+]], {l, h};
// CHECK-NEXT: add.s64 a0, [[A]], [[STRIDE:%rd[0-9]+]];
// CHECK-NEXT: mov.b16 l, 0;
// CHECK-NEXT: @p1 ld.global.nc.b16 l, [a0+0];
// CHECK-NEXT: ld.global.nc.b16 h, [a0+64];
// CHECK-NEXT: mov.b32 [[W1:%r[0-9]+]], {l, h};
// CHECK-NEXT: mov.b16 l, 0;
// CHECK-NEXT: @p4 ld.global.nc.b16 l, [[[A]]+128];
// CHECK-NEXT: ld.global.nc.b16 h, [a0+128];
// CHECK-NEXT: mov.b32 [[W2:%r[0-9]+]], {l, h};
// CHECK-NEXT: }
// CHECK: add.rn.f16x2 [[S:%r[0-9]+]], [[W0]], [[W1]];
// CHECK: add.rn.f16x2 {{.*}}, [[S]], [[W2]];
simt.kernel @loads(%A: memref<?x?xf16>[M, N], %C: memref<?x2xf16>, %n: index) threads(32) grid(1) {
  %zero = arith.constant 0.0 : f16
  %one = arith.constant 1.0 : f16
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %five = arith.constant 5 : index
  %t = simt.thread_id : i32
  %j = arith.index_cast %t : i32 to index
  %j32 = arith.addi %j, %c32 : index
  %j64 = arith.addi %j, %c64 : index
  %row = arith.cmpi slt, %n, %five : index
  %col = arith.cmpi slt, %j, %n : index
  %p = arith.andi %row, %col : i1
  %a = mem.load %A[%c0, %j] if %p else %zero : memref<?x?xf16>, f16
  %col32 = arith.cmpi slt, %j32, %n : index
  %q = arith.andi %row, %col32 : i1
  %b = mem.load %A[%c0, %j32] if %q else %one : memref<?x?xf16>, f16
  %x = vector.from_elements %a, %b : vector<2xf16>
  %c = mem.load %A[%c1, %j] if %col else %zero : memref<?x?xf16>, f16
  %d = mem.load %A[%c1, %j32] : memref<?x?xf16>, f16
  %y = vector.from_elements %c, %d : vector<2xf16>
  %s = arith.addf %x, %y : vector<2xf16>
  %e = mem.load %A[%c0, %j64] if %q else %zero : memref<?x?xf16>, f16
  %f = mem.load %A[%c1, %j64] : memref<?x?xf16>, f16
  %z = vector.from_elements %e, %f : vector<2xf16>
  %r = arith.addf %s, %z : vector<2xf16>
  mem.store %r, %C[%j, %c0] : memref<?x2xf16>, vector<2xf16>
  simt.return
}

// Few accesses leave predicates to LLVM.
// CHECK-LABEL: .entry few
// CHECK: setp.{{[a-z]+}}.s64 [[P:%p[0-9]+]]
// CHECK: mov.b32 [[X:%r[0-9]+]], 0;
// CHECK-NEXT: @[[P]] ld.global.nc.b32 [[X]], [[[A:%rd[0-9]+]]+0];
// CHECK-NEXT: mov.b32 [[Y:%r[0-9]+]], 0;
// CHECK-NEXT: @[[P]] ld.global.nc.b32 [[Y]], [[[A]]+128];
// CHECK-NEXT: end inline asm
simt.kernel @few(%A: memref<?xi32>[N], %C: memref<?xi32>, %n: index) threads(32) grid(1) {
  %zero = arith.constant 0 : i32
  %c32 = arith.constant 32 : index
  %t = simt.thread_id : i32
  %j = arith.index_cast %t : i32 to index
  %p = arith.cmpi slt, %j, %n : index
  %x = mem.load %A[%j] if %p else %zero : memref<?xi32>, i32
  %j32 = arith.addi %j, %c32 : index
  %y = mem.load %A[%j32] if %p else %zero : memref<?xi32>, i32
  %s = arith.addi %x, %y : i32
  mem.store %s, %C[%j] : memref<?xi32>, i32
  simt.return
}

// A load whose address was loaded before waits for it: it is a text of its own.
// CHECK-LABEL: .entry chain
// CHECK: ld.global.nc.b32 [[I:%r[0-9]+]]
// CHECK-NOT: ld.global
// CHECK: end inline asm
// CHECK: [[I]]
// CHECK: ld.global.nc.b32
simt.kernel @chain(%A: memref<?xi32>[N], %C: memref<?xi32>) threads(32) grid(1) {
  %t = simt.thread_id : i32
  %j = arith.index_cast %t : i32 to index
  %i = mem.load %A[%j] : memref<?xi32>, i32
  %k = arith.index_cast %i : i32 to index
  %x = mem.load %A[%k] : memref<?xi32>, i32
  mem.store %x, %C[%j] : memref<?xi32>, i32
  simt.return
}

// Single elements go to shared memory from the registers they are in; a barrier ends the run.
// CHECK-LABEL: .entry stores
// CHECK: { .reg .b16 l, h;
// CHECK-NEXT: mov.b32 {l, h}, [[W0:%r[0-9]+]];
// CHECK-NEXT: st.shared.b16 [[[S:%r[0-9]+]]+0], l;
// CHECK-NEXT: st.shared.b16 [[[S]]+64], h;
// CHECK-NEXT: mov.b32 {l, h}, [[W1:%r[0-9]+]];
// CHECK-NEXT: st.shared.b16 [[[S]]+128], l;
// CHECK-NEXT: st.shared.b16 [[[S]]+192], h;
// CHECK-NEXT: }
// CHECK: bar.sync
// CHECK: st.shared.b16
simt.kernel @stores(%A: memref<?x4xf16>, %n: index) threads(32) shared(256) grid(1) {
  %c0 = arith.constant 0 : index
  %i32 = arith.constant 32 : i32
  %i64 = arith.constant 64 : i32
  %i96 = arith.constant 96 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<128xf16, shared>
  %t = simt.thread_id : i32
  %j = arith.index_cast %t : i32 to index
  %x = mem.load %A[%j, %c0] : memref<?x4xf16>, vector<4xf16>
  %x0 = vector.extract %x[0] : f16 from vector<4xf16>
  mem.store %x0, %s[%t] : !mem.buffer<128xf16, shared>, f16
  %t1 = arith.addi %t, %i32 : i32
  %x1 = vector.extract %x[1] : f16 from vector<4xf16>
  mem.store %x1, %s[%t1] : !mem.buffer<128xf16, shared>, f16
  %t2 = arith.addi %t, %i64 : i32
  %x2 = vector.extract %x[2] : f16 from vector<4xf16>
  mem.store %x2, %s[%t2] : !mem.buffer<128xf16, shared>, f16
  %t3 = arith.addi %t, %i96 : i32
  %x3 = vector.extract %x[3] : f16 from vector<4xf16>
  mem.store %x3, %s[%t3] : !mem.buffer<128xf16, shared>, f16
  simt.barrier
  mem.store %x0, %s[%t3] : !mem.buffer<128xf16, shared>, f16
  simt.return
}
