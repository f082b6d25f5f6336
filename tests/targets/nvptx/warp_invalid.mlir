// RUN: not tile-compile %s --pass-pipeline= --arch=sm_90a -o %t.ptx 2>&1 | FileCheck %s
// RUN: not tile-compile %s --pass-pipeline= --arch=sm_80 -o %t.ptx 2>&1 | FileCheck %s --check-prefix=OLDER

// CHECK: warp_invalid.mlir:[[#@LINE+3]]:{{.*}}error: 'simt.setmaxnreg' op needs to know how many registers
// CHECK: give the kernel 'simt.max_registers'
simt.kernel @registers() threads(128) grid(1) {
  simt.setmaxnreg dec 40
  simt.return
}

// OLDER: warp_invalid.mlir:[[#@LINE+3]]:{{.*}}error: 'simt.griddepcontrol' op is not supported by the LLVM target: it came with sm_90
// OLDER: the target is sm_80: choose another with --arch
simt.kernel @grids() threads(32) grid(1) {
  simt.griddepcontrol wait
  simt.return
}
