// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @types(%a: !mem.buffer<64x64xf32, shared>, %b: !mem.buffer<64x64xf32, shared>) {
  // expected-error @+1 {{'tc.dot_async' op cannot multiply f32 by f32 and add f32}}
  %d = tc.dot_async %a, %b instr "wgmma.m64n64k8" : !mem.buffer<64x64xf32, shared>, !mem.buffer<64x64xf32, shared> -> !tc.inflight<tensor<64x64xf32>>
  return
}

// -----

func.func @name(%a: !mem.buffer<64x64xf16, shared>, %b: !mem.buffer<64x64xf16, shared>) {
  // expected-error @+1 {{'tc.dot_async' op has an unknown instruction 'wgmma.m64n60k16' for f16}}
  %d = tc.dot_async %a, %b instr "wgmma.m64n60k16" : !mem.buffer<64x64xf16, shared>, !mem.buffer<64x64xf16, shared> -> !tc.inflight<tensor<64x64xf32>>
  return
}

// -----

func.func @depth(%a: !mem.buffer<64x64xf16, shared>, %b: !mem.buffer<64x64xf16, shared>) {
  // expected-error @+1 {{'tc.dot_async' op has an unknown instruction 'wgmma.m64n64k32' for f16}}
  %d = tc.dot_async %a, %b instr "wgmma.m64n64k32" : !mem.buffer<64x64xf16, shared>, !mem.buffer<64x64xf16, shared> -> !tc.inflight<tensor<64x64xf32>>
  return
}

// -----

func.func @long_name(%a: !mem.buffer<64x64xf16, shared>, %b: !mem.buffer<64x64xf16, shared>) {
  // expected-error @+1 {{'tc.dot_async' op has an unknown instruction 'wgmma.m64n4294967360k16' for f16}}
  %d = tc.dot_async %a, %b instr "wgmma.m64n4294967360k16" : !mem.buffer<64x64xf16, shared>, !mem.buffer<64x64xf16, shared> -> !tc.inflight<tensor<64x64xf32>>
  return
}

// -----

func.func @extents(%a: !mem.buffer<64x64xf16, shared>, %b: !mem.buffer<32x64xf16, shared>) {
  // expected-error @+1 {{'tc.dot_async' op multiplies 64x64 by 32x64 and gives 64x64}}
  %d = tc.dot_async %a, %b instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, shared>, !mem.buffer<32x64xf16, shared> -> !tc.inflight<tensor<64x64xf32>>
  return
}

// -----

func.func @groups(%a: !mem.buffer<64x64xf16, shared>, %b: !mem.buffer<64x64xf16, shared>) {
  // expected-error @+1 {{'tc.dot_async' op makes multiples of 128x64 from multiples of 16, got 64x64 from 64}}
  %d = tc.dot_async %a, %b instr "wgmma.m64n64k16" warpgroups [2, 1] : !mem.buffer<64x64xf16, shared>, !mem.buffer<64x64xf16, shared> -> !tc.inflight<tensor<64x64xf32>>
  return
}

// -----

func.func @counts(%a: !mem.buffer<64x64xf16, shared>, %b: !mem.buffer<64x64xf16, shared>) {
  // expected-error @+1 {{'tc.dot_async' op has two counts as `warpgroups`, along M and N, each from 1 to 8}}
  %d = tc.dot_async %a, %b instr "wgmma.m64n64k16" warpgroups [2] : !mem.buffer<64x64xf16, shared>, !mem.buffer<64x64xf16, shared> -> !tc.inflight<tensor<64x64xf32>>
  return
}

// -----

func.func @adds(%a: !mem.buffer<64x64xf16, shared>, %b: !mem.buffer<64x64xf16, shared>, %c: tensor<64x64xf16>) {
  // expected-error @+1 {{'tc.dot_async' op adds to tensor<64x64xf16> and gives !tc.inflight<tensor<64x64xf32>>}}
  %d = tc.dot_async %a, %b, %c instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, shared>, !mem.buffer<64x64xf16, shared>, tensor<64x64xf16> -> !tc.inflight<tensor<64x64xf32>>
  return
}

// -----

func.func @predicate(%a: !mem.buffer<64x64xf16, shared>, %b: !mem.buffer<64x64xf16, shared>, %p: i1) {
  // expected-error @+1 {{'tc.dot_async' op has a predicate, but nothing to add to}}
  %d = tc.dot_async %a, %b if %p instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, shared>, !mem.buffer<64x64xf16, shared> -> !tc.inflight<tensor<64x64xf32>>
  return
}

// -----

func.func @fragment(%a: !mem.buffer<64x64xf16, shared>, %b: !mem.buffer<64x64xf16, fragment>) {
  // expected-error @+1 {{'tc.dot_async' op takes b from shared memory, got !mem.buffer<64x64xf16, fragment>}}
  %d = tc.dot_async %a, %b instr "wgmma.m64n64k16" : !mem.buffer<64x64xf16, shared>, !mem.buffer<64x64xf16, fragment> -> !tc.inflight<tensor<64x64xf32>>
  return
}

// -----

func.func @early(%d: !tc.inflight<tensor<64x64xf32>>, %t: tensor<64x64xf32>) {
  // expected-error @+1 {{'%d' is used as 'tensor<64x64xf32>' here but has type '!tc.inflight<tensor<64x64xf32>>'}}
  %r = arith.addf %d, %t : tensor<64x64xf32>
  return
}

// -----

func.func @pending() {
  // expected-error @+1 {{'tc.dot_wait' op leaves 0 to 7 products pending, got 8}}
  tc.dot_wait 8
  return
}

// -----

func.func @given(%d: !tc.inflight<tensor<64x64xf32>>) {
  // expected-error @+1 {{'tc.dot_wait' op waits for !tc.inflight<tensor<64x64xf32>> and gives tensor<64x32xf32>}}
  %r = "tc.dot_wait"(%d) {pending = 0 : i64} : (!tc.inflight<tensor<64x64xf32>>) -> tensor<64x32xf32>
  return
}

// -----

// expected-error @+1 {{in flight are vectors of rank 1, or tensors of rank 2, got tensor<64xf32>}}
func.func @rank(%d: !tc.inflight<tensor<64xf32>>) {
  return
}

// -----

func.func @too_many(%a: !mem.buffer<64x64xf16, shared>, %b: !mem.buffer<64x64xf16, shared>) {
  // expected-error @+1 {{'tc.dot_async' op has two counts as `warpgroups`, along M and N, each from 1 to 8}}
  %d = tc.dot_async %a, %b instr "wgmma.m64n64k16" warpgroups [288230376151711744, 1] : !mem.buffer<64x64xf16, shared>, !mem.buffer<64x64xf16, shared> -> !tc.inflight<tensor<64x64xf32>>
  return
}
