// RUN: tile-opt %s --pass-time-limit=20 --pass-pipeline='tile.kernel(mem-barriers)' | FileCheck %s
// However deep loops are nested, each is walked a few times. What the product reads is written behind it: the fence of
// each loop is for its first iteration, and that of the innermost one for the others.

// CHECK-LABEL: tile.kernel @deep
// CHECK: mem.fence_proxy_async shared
// CHECK: tc.dot_async
// CHECK: tile.store %one, %q
!slot = !mem.buffer<64x64xf16, #mem.swizzle<128>, shared>
tile.kernel @deep(%C: memref<64x64xf32>, %n: index) warps(4) grid(%i = 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant dense<1.0> : tensor<64x64xf16>
  %q = mem.alloc : !slot
  scf.for %k0 = %c0 to %n step %c1 {
  scf.for %k1 = %c0 to %n step %c1 {
  scf.for %k2 = %c0 to %n step %c1 {
  scf.for %k3 = %c0 to %n step %c1 {
  scf.for %k4 = %c0 to %n step %c1 {
  scf.for %k5 = %c0 to %n step %c1 {
  scf.for %k6 = %c0 to %n step %c1 {
  scf.for %k7 = %c0 to %n step %c1 {
  scf.for %k8 = %c0 to %n step %c1 {
  scf.for %k9 = %c0 to %n step %c1 {
  scf.for %k10 = %c0 to %n step %c1 {
  scf.for %k11 = %c0 to %n step %c1 {
  scf.for %k12 = %c0 to %n step %c1 {
  scf.for %k13 = %c0 to %n step %c1 {
  scf.for %k14 = %c0 to %n step %c1 {
  scf.for %k15 = %c0 to %n step %c1 {
  scf.for %k16 = %c0 to %n step %c1 {
  scf.for %k17 = %c0 to %n step %c1 {
  scf.for %k18 = %c0 to %n step %c1 {
  scf.for %k19 = %c0 to %n step %c1 {
  scf.for %k20 = %c0 to %n step %c1 {
  scf.for %k21 = %c0 to %n step %c1 {
  scf.for %k22 = %c0 to %n step %c1 {
  scf.for %k23 = %c0 to %n step %c1 {
    %s = tc.dot_async %q, %q instr "wgmma.m64n64k16" : !slot, !slot -> !tc.inflight<tensor<64x64xf32>>
    %t = tc.dot_wait 0, %s : !tc.inflight<tensor<64x64xf32>>
    tile.store %t, %C[%c0, %c0]
    tile.store %one, %q[%c0, %c0]
  }}}}}}}}}}}}
  }}}}}}}}}}}}
}
