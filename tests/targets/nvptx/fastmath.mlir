// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a --debug-info=none -o - | FileCheck %s
// Without flags every result is rounded as IEEE says; flags buy speed where they are written.

// CHECK-LABEL: .entry ieee
// CHECK: mul.rn.f32
// CHECK: add.rn.f32
// CHECK: div.rn.f32
simt.kernel @ieee(%A: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  %m = arith.mulf %x, %x : f32
  %s = arith.addf %m, %x : f32
  %d = arith.divf %s, %x : f32
  mem.store %d, %A[%c0] : memref<?xf32>, f32
  simt.return
}

// CHECK-LABEL: .entry fast
// CHECK: fma.rn.f32
// CHECK: div.approx.ftz.f32
// CHECK: div.full.f32
simt.kernel @fast(%A: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  %m = arith.mulf %x, %x fastmath<contract> : f32
  %s = arith.addf %m, %x fastmath<contract> : f32
  %q = arith.divf %s, %x fastmath<afn> : f32
  %d = arith.divf %q, %s fastmath<arcp> : f32
  mem.store %d, %A[%c0] : memref<?xf32>, f32
  simt.return
}

// Functions that are one instruction.
// CHECK-LABEL: .entry functions
// CHECK: ex2.approx.f32
// CHECK: rsqrt.approx.f32
// CHECK: sqrt.rn.f32
simt.kernel @functions(%A: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  %e = math.exp2 %x : f32
  %r = math.rsqrt %e : f32
  %q = math.sqrt %r : f32
  mem.store %q, %A[%c0] : memref<?xf32>, f32
  simt.return
}

// And their approximate forms.
// CHECK-LABEL: .entry approximate
// CHECK: ex2.approx.ftz.f32
// CHECK-NEXT: rsqrt.approx.ftz.f32
// CHECK-NEXT: sqrt.approx.ftz.f32
// CHECK-NEXT: lg2.approx.ftz.f32
// CHECK-NEXT: tanh.approx.f32
// CHECK-NEXT: sin.approx.f32
// CHECK-NEXT: cos.approx.f32
// CHECK-NEXT: st.global
simt.kernel @approximate(%A: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  %1 = math.exp2 %x fastmath<afn> : f32
  %2 = math.rsqrt %1 fastmath<afn> : f32
  %3 = math.sqrt %2 fastmath<afn> : f32
  %4 = math.log2 %3 fastmath<afn> : f32
  %5 = math.tanh %4 fastmath<afn> : f32
  %6 = math.sin %5 fastmath<afn> : f32
  %7 = math.cos %6 fastmath<afn> : f32
  mem.store %7, %A[%c0] : memref<?xf32>, f32
  simt.return
}

// exp is a product and ex2 then, log is lg2 and a product.
// CHECK-LABEL: .entry exp_and_log
// CHECK: mul.rn.f32 [[P:%r[0-9]+]], %{{.*}}, 0f3FB8AA3B;
// CHECK-NEXT: ex2.approx.ftz.f32 [[E:%r[0-9]+]], [[P]];
// CHECK-NEXT: lg2.approx.ftz.f32 [[L:%r[0-9]+]], [[E]];
// CHECK-NEXT: mul.rn.f32 {{.*}}[[L]], 0f3F317218;
// CHECK-NEXT: st.global
simt.kernel @exp_and_log(%A: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  %e = math.exp %x fastmath<fast> : f32
  %l = math.log %e fastmath<afn> : f32
  mem.store %l, %A[%c0] : memref<?xf32>, f32
  simt.return
}

// Without flags exp takes nine instructions.
// CHECK-LABEL: .entry exact_exp
// CHECK: ld.global.b32 [[X:%r[0-9]+]]
// CHECK-NEXT: max.f32 [[A:%r[0-9]+]], [[X]], 0fC2AD0000;
// CHECK-NEXT: min.f32 [[B:%r[0-9]+]], [[A]]
// CHECK-NEXT: fma.rn.f32 [[S:%r[0-9]+]], [[B]], 0f3FB8AA3B
// CHECK-NEXT: add.rn.f32 [[N:%r[0-9]+]], [[S]]
// CHECK-NEXT: neg.f32
// CHECK-NEXT: fma.rn.f32 {{.*}}[[X]], 0f3FB8AA3B
// CHECK-NEXT: fma.rn.f32 {{.*}}[[X]], 0f32A57060
// CHECK-NEXT: shl.b32 {{.*}}[[S]], 23;
// CHECK-NEXT: ex2.approx.ftz.f32
// CHECK-NEXT: mul.rn.f32
// CHECK-NEXT: st.global
simt.kernel @exact_exp(%A: memref<?xf32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  %e = math.exp %x : f32
  mem.store %e, %A[%c0] : memref<?xf32>, f32
  simt.return
}

// Extremes: of numbers, and with NaN.
// CHECK-LABEL: .entry extremes
// CHECK: max.NaN.f32
// CHECK-NEXT: max.f32
// CHECK-NEXT: min.NaN.f32
// CHECK-NEXT: min.f32
simt.kernel @extremes(%A: memref<?xf32>[N], %y: f32) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf32>, f32
  %a = arith.maximumf %x, %y : f32
  %b = arith.maxnumf %a, %x : f32
  %c = arith.minimumf %b, %y : f32
  %d = arith.minnumf %c, %x : f32
  mem.store %d, %A[%c0] : memref<?xf32>, f32
  simt.return
}

// Pairs of 16-bit floats.
// CHECK-LABEL: .entry pairs
// CHECK: ex2.approx.f16x2
// CHECK: ex2.approx.ftz.bf16x2
simt.kernel @pairs(%A: memref<?xf16>[N], %B: memref<?xbf16>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf16>, vector<2xf16>
  %e = math.exp2 %x fastmath<afn> : vector<2xf16>
  mem.store %e, %A[%c0] : memref<?xf16>, vector<2xf16>
  %y = mem.load %B[%c0] : memref<?xbf16>, vector<2xbf16>
  %f = math.exp2 %y fastmath<afn> : vector<2xbf16>
  mem.store %f, %B[%c0] : memref<?xbf16>, vector<2xbf16>
  simt.return
}
