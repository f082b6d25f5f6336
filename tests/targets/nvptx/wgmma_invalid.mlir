// RUN: not tile-compile %s --pass-pipeline= --arch=sm_80 -o %t.ptx 2>&1 | FileCheck %s
// wgmma is an instruction of one architecture.

// CHECK: wgmma_invalid.mlir:[[#@LINE+6]]:{{[0-9]+}}: error: 'tc.wgmma_fence' op is an instruction that sm_80 does not have
// CHECK: help: compile for --arch=sm_90a
simt.kernel @fence() threads(128) shared(4096) grid(1) {
  %o = arith.constant 0 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xf16, shared>
  %a = tc.wgmma_descriptor %s[%o] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  tc.wgmma_fence
  simt.return
}

// CHECK: error: 'tc.wgmma' op is an instruction that sm_80 does not have
simt.kernel @product() threads(128) shared(4096) grid(1) {
  %o = arith.constant 0 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<2048xf16, shared>
  %a = tc.wgmma_descriptor %s[%o] leading 1024 stride 128 swizzle 0 : !mem.buffer<2048xf16, shared> to !tc.descriptor<f16>
  %d = tc.wgmma %a, %a : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<4xf32>>
  simt.return
}

// CHECK: error: 'tc.wgmma_commit' op is an instruction that sm_80 does not have
simt.kernel @commit() threads(128) grid(1) {
  tc.wgmma_commit
  simt.return
}

// CHECK: error: 'tc.wgmma_wait' op is an instruction that sm_80 does not have
simt.kernel @wait() threads(128) grid(1) {
  tc.wgmma_wait 0
  simt.return
}
