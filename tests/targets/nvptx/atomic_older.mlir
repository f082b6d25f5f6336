// RUN: not tile-compile %s --pass-pipeline= --arch=sm_80 -o %t.ptx 2>&1 | FileCheck %s
// RUN: tile-compile %s --pass-pipeline= --arch=sm_90 -o %t.ptx
// What older targets lack of atomic accesses is said before ptxas does.

// CHECK: [[#@LINE+4]]:{{.*}}: error: 'mem.atomic_rmw' op is not supported by the LLVM target: adding bf16 atomically came with sm_90
// CHECK: help: the target is sm_80: add in f32, or in f16
simt.kernel @bf16(%B: memref<?xbf16>[N], %b: bf16) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %0 = mem.atomic_rmw addf %b, %B[%i] relaxed gpu : memref<?xbf16>, bf16
  simt.return
}

// CHECK: [[#@LINE+4]]:{{.*}}: error: 'mem.atomic_cas' op is not supported by the LLVM target: the scope of clusters came with sm_90
// CHECK: help: the target is sm_80: the scope of a block is cta, that of all is gpu
simt.kernel @cluster(%A: memref<?xi32>[N], %x: i32) threads(32) grid(1) {
  %i = arith.constant 0 : index
  %0 = mem.atomic_cas %x, %x, %A[%i] relaxed cluster : memref<?xi32>, i32
  simt.return
}
