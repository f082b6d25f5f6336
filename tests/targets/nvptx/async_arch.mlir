// RUN: not tile-compile %s --pass-pipeline= --arch=sm_80 -o - 2>&1 | FileCheck %s
// Older architectures have no mbarriers with transactions and no TMA.

// CHECK: error: 'mem.mbarrier_init' op is not supported by the LLVM target: it came with sm_90
// CHECK: help: the target is sm_80: choose another with --arch
simt.kernel @old(%A: memref<?xf32>[N]) threads(32) shared(8) grid(N) {
  %c0 = arith.constant 0 : i32
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  mem.async_commit
  mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
  simt.return
}
