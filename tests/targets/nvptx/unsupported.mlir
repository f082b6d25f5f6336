// RUN: not tile-compile %s --pass-pipeline= -o %t.ptx 2>&1 | FileCheck %s
// RUN: not ls %t.ptx
// What the target does not take is a diagnostic at the op, and no output is left.

// CHECK: unsupported.mlir:[[#@LINE+5]]:{{.*}}error: 'arith.remf' op is not supported by the LLVM target: it has no rule for this op
simt.kernel @no_rule(%A: memref<?xf64>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf64>, f64
  // The line above the op.
  %y = arith.remf %x, %x : f64
  mem.store %y, %A[%c0] : memref<?xf64>, f64
  simt.return
}

// CHECK: unsupported.mlir:[[#@LINE+5]]:{{.*}}error: 'math.sin' op is not supported by the LLVM target: the hardware has no such function of f64
simt.kernel @double(%A: memref<?xf64>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xf64>, f64
  // The line above the op.
  %y = math.sin %x : f64
  mem.store %y, %A[%c0] : memref<?xf64>, f64
  simt.return
}

// CHECK: unsupported.mlir:[[#@LINE+5]]:{{.*}}error: 'mem.alloc' op is not supported by the LLVM target: the buffer has no offset
// CHECK: help: write 'mem.alloc {offset = 0 : i64}', in bytes, and count it in the kernel's shared(bytes)
simt.kernel @no_offset(%A: memref<?xf16>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : i32
  // The line above the op.
  %s = mem.alloc : !mem.buffer<64xf16, shared>
  %x = mem.load %s[%c0] : !mem.buffer<64xf16, shared>, f16
  simt.return
}
