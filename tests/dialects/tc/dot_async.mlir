// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(canonicalize,cse,licm))' | FileCheck %s

// Without an accumulator, then one that is in flight, under a predicate.
// CHECK-LABEL: func.func @chain
func.func @chain(%a: !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>, %b: !mem.buffer<64x96xf16, #mem.swizzle<128, column>, shared>, %p: i1) -> tensor<128x96xf32> {
  // CHECK: %[[D:.*]] = tc.dot_async %{{.*}}, %{{.*}} instr "wgmma.m64n96k16" : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x96xf16, #mem.swizzle<128, column>, shared> -> !tc.inflight<tensor<128x96xf32>>
  %d = tc.dot_async %a, %b instr "wgmma.m64n96k16" : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x96xf16, #mem.swizzle<128, column>, shared> -> !tc.inflight<tensor<128x96xf32>>
  // CHECK: %[[E:.*]] = tc.dot_async %{{.*}}, %{{.*}}, %[[D]] if %{{.*}} instr "wgmma.m64n48k16" warpgroups [1, 2] : {{.*}}, {{.*}}, !tc.inflight<tensor<128x96xf32>> -> !tc.inflight<tensor<128x96xf32>>
  %e = tc.dot_async %a, %b, %d if %p instr "wgmma.m64n48k16" warpgroups [1, 2] : !mem.buffer<128x64xf16, #mem.swizzle<128>, shared>, !mem.buffer<64x96xf16, #mem.swizzle<128, column>, shared>, !tc.inflight<tensor<128x96xf32>> -> !tc.inflight<tensor<128x96xf32>>
  // CHECK: tc.dot_wait 1
  tc.dot_wait 1
  // CHECK: %[[R:.*]] = tc.dot_wait 0, %[[E]] : !tc.inflight<tensor<128x96xf32>>
  %r = tc.dot_wait 0, %e : !tc.inflight<tensor<128x96xf32>>
  // CHECK: return %[[R]]
  return %r : tensor<128x96xf32>
}

// A left operand in registers; two products of the same are two.
// CHECK-LABEL: func.func @registers
func.func @registers(%a: tensor<64x64xbf16>, %b: !mem.buffer<64x64xbf16, shared>, %c: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  // CHECK-COUNT-2: tc.dot_async %{{.*}}, %{{.*}}, %{{.*}} instr "wgmma.m64n64k16" : tensor<64x64xbf16>, !mem.buffer<64x64xbf16, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
  %d = tc.dot_async %a, %b, %c instr "wgmma.m64n64k16" : tensor<64x64xbf16>, !mem.buffer<64x64xbf16, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
  %e = tc.dot_async %a, %b, %c instr "wgmma.m64n64k16" : tensor<64x64xbf16>, !mem.buffer<64x64xbf16, shared>, tensor<64x64xf32> -> !tc.inflight<tensor<64x64xf32>>
  // CHECK: tc.dot_wait 0, %{{.*}}, %{{.*}} : !tc.inflight<tensor<64x64xf32>>, !tc.inflight<tensor<64x64xf32>>
  %r:2 = tc.dot_wait 0, %d, %e : !tc.inflight<tensor<64x64xf32>>, !tc.inflight<tensor<64x64xf32>>
  return %r#0, %r#1 : tensor<64x64xf32>, tensor<64x64xf32>
}
