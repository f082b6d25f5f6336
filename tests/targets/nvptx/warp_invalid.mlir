// RUN: not tile-compile %s --pass-pipeline= --arch=sm_90a -o %t.ptx 2>&1 | FileCheck %s

// CHECK: warp_invalid.mlir:[[#@LINE+3]]:{{.*}}error: 'simt.setmaxnreg' op needs to know how many registers
// CHECK: give the kernel 'simt.max_registers'
simt.kernel @registers() threads(128) grid(1) {
  simt.setmaxnreg dec 40
  simt.return
}
