// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s
// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a --emit=cubin -o %t.cubin
// wgmma of every type: the instruction, and that registers in flight cost no moves.

// CHECK-LABEL: .entry w_f16_f16_f32
simt.kernel @w_f16_f16_f32(%C: memref<?xf32>[N], %n: index) threads(128) shared(131072) grid(1) {
  %zero = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %a = mem.alloc {offset = 0 : i64} : !mem.buffer<32768xf16, shared>
  %b = mem.alloc {offset = 65536 : i64} : !mem.buffer<32768xf16, shared>
  %da = tc.wgmma_descriptor %a[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<32768xf16, shared> to !tc.descriptor<f16>
  // CHECK: wgmma.fence.sync.aligned;
  tc.wgmma_fence
  %db = tc.wgmma_descriptor %b[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<32768xf16, shared> to !tc.descriptor<f16>
  // CHECK: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0, 1, 1, 0, 0;
  %c0 = tc.wgmma %da, %db : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<64xf32>>
  tc.wgmma_commit
  cf.br ^loop(%i0, %c0 : index, !tc.inflight<vector<64xf32>>)
^loop(%i: index, %c: !tc.inflight<vector<64xf32>>):
  // CHECK: wgmma.fence.sync.aligned;
  // CHECK: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, %p{{[0-9]+}}, 1, 1, 0, 0;
  // CHECK-NOT: mov.b32
  // CHECK: wgmma.commit_group.sync.aligned;
  // CHECK: wgmma.wait_group.sync.aligned 1;
  // CHECK-NOT: mov.b32
  %p = arith.cmpi ne, %i, %n : index
  tc.wgmma_fence
  %d = tc.wgmma %da, %db, %c if %p : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<64xf32>>
  tc.wgmma_commit
  tc.wgmma_wait 1
  %next = arith.addi %i, %i1 : index
  %go = arith.cmpi slt, %next, %n : index
  cf.cond_br %go, ^loop(%next, %d : index, !tc.inflight<vector<64xf32>>), ^end
^end:
  // CHECK: wgmma.wait_group.sync.aligned 0;
  %r = tc.wgmma_wait 0, %d : !tc.inflight<vector<64xf32>>
  %t = simt.thread_id : i32
  %ti = arith.index_cast %t : i32 to index
  %stride = arith.constant 64 : index
  %base = arith.muli %ti, %stride : index
  %o0 = arith.constant 0 : index
  %q0 = arith.addi %base, %o0 : index
  %s0 = vector.extract_strided_slice %r {offsets = [0], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s0, %C[%q0] : memref<?xf32>, vector<4xf32>
  %o4 = arith.constant 4 : index
  %q4 = arith.addi %base, %o4 : index
  %s4 = vector.extract_strided_slice %r {offsets = [4], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s4, %C[%q4] : memref<?xf32>, vector<4xf32>
  %o8 = arith.constant 8 : index
  %q8 = arith.addi %base, %o8 : index
  %s8 = vector.extract_strided_slice %r {offsets = [8], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s8, %C[%q8] : memref<?xf32>, vector<4xf32>
  %o12 = arith.constant 12 : index
  %q12 = arith.addi %base, %o12 : index
  %s12 = vector.extract_strided_slice %r {offsets = [12], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s12, %C[%q12] : memref<?xf32>, vector<4xf32>
  %o16 = arith.constant 16 : index
  %q16 = arith.addi %base, %o16 : index
  %s16 = vector.extract_strided_slice %r {offsets = [16], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s16, %C[%q16] : memref<?xf32>, vector<4xf32>
  %o20 = arith.constant 20 : index
  %q20 = arith.addi %base, %o20 : index
  %s20 = vector.extract_strided_slice %r {offsets = [20], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s20, %C[%q20] : memref<?xf32>, vector<4xf32>
  %o24 = arith.constant 24 : index
  %q24 = arith.addi %base, %o24 : index
  %s24 = vector.extract_strided_slice %r {offsets = [24], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s24, %C[%q24] : memref<?xf32>, vector<4xf32>
  %o28 = arith.constant 28 : index
  %q28 = arith.addi %base, %o28 : index
  %s28 = vector.extract_strided_slice %r {offsets = [28], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s28, %C[%q28] : memref<?xf32>, vector<4xf32>
  %o32 = arith.constant 32 : index
  %q32 = arith.addi %base, %o32 : index
  %s32 = vector.extract_strided_slice %r {offsets = [32], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s32, %C[%q32] : memref<?xf32>, vector<4xf32>
  %o36 = arith.constant 36 : index
  %q36 = arith.addi %base, %o36 : index
  %s36 = vector.extract_strided_slice %r {offsets = [36], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s36, %C[%q36] : memref<?xf32>, vector<4xf32>
  %o40 = arith.constant 40 : index
  %q40 = arith.addi %base, %o40 : index
  %s40 = vector.extract_strided_slice %r {offsets = [40], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s40, %C[%q40] : memref<?xf32>, vector<4xf32>
  %o44 = arith.constant 44 : index
  %q44 = arith.addi %base, %o44 : index
  %s44 = vector.extract_strided_slice %r {offsets = [44], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s44, %C[%q44] : memref<?xf32>, vector<4xf32>
  %o48 = arith.constant 48 : index
  %q48 = arith.addi %base, %o48 : index
  %s48 = vector.extract_strided_slice %r {offsets = [48], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s48, %C[%q48] : memref<?xf32>, vector<4xf32>
  %o52 = arith.constant 52 : index
  %q52 = arith.addi %base, %o52 : index
  %s52 = vector.extract_strided_slice %r {offsets = [52], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s52, %C[%q52] : memref<?xf32>, vector<4xf32>
  %o56 = arith.constant 56 : index
  %q56 = arith.addi %base, %o56 : index
  %s56 = vector.extract_strided_slice %r {offsets = [56], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s56, %C[%q56] : memref<?xf32>, vector<4xf32>
  %o60 = arith.constant 60 : index
  %q60 = arith.addi %base, %o60 : index
  %s60 = vector.extract_strided_slice %r {offsets = [60], sizes = [4], strides = [1]} : vector<64xf32> to vector<4xf32>
  mem.store %s60, %C[%q60] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: .entry w_f16_f16_f16_trans_a_trans_b
simt.kernel @w_f16_f16_f16_trans_a_trans_b(%C: memref<?xf16>[N], %n: index) threads(128) shared(131072) grid(1) {
  %zero = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %a = mem.alloc {offset = 0 : i64} : !mem.buffer<32768xf16, shared>
  %b = mem.alloc {offset = 65536 : i64} : !mem.buffer<32768xf16, shared>
  %da = tc.wgmma_descriptor %a[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<32768xf16, shared> to !tc.descriptor<f16>
  // CHECK: wgmma.fence.sync.aligned;
  tc.wgmma_fence
  %db = tc.wgmma_descriptor %b[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<32768xf16, shared> to !tc.descriptor<f16>
  // CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f16.f16.f16 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0, 1, 1, 1, 1;
  %c0 = tc.wgmma %da, %db trans_a trans_b : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<32xf16>>
  tc.wgmma_commit
  cf.br ^loop(%i0, %c0 : index, !tc.inflight<vector<32xf16>>)
^loop(%i: index, %c: !tc.inflight<vector<32xf16>>):
  // CHECK: wgmma.fence.sync.aligned;
  // CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f16.f16.f16 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, %p{{[0-9]+}}, 1, 1, 1, 1;
  // CHECK-NOT: mov.b32
  // CHECK: wgmma.commit_group.sync.aligned;
  // CHECK: wgmma.wait_group.sync.aligned 1;
  // CHECK-NOT: mov.b32
  %p = arith.cmpi ne, %i, %n : index
  tc.wgmma_fence
  %d = tc.wgmma %da, %db, %c if %p trans_a trans_b : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<32xf16>>
  tc.wgmma_commit
  tc.wgmma_wait 1
  %next = arith.addi %i, %i1 : index
  %go = arith.cmpi slt, %next, %n : index
  cf.cond_br %go, ^loop(%next, %d : index, !tc.inflight<vector<32xf16>>), ^end
^end:
  // CHECK: wgmma.wait_group.sync.aligned 0;
  %r = tc.wgmma_wait 0, %d : !tc.inflight<vector<32xf16>>
  %t = simt.thread_id : i32
  %ti = arith.index_cast %t : i32 to index
  %stride = arith.constant 32 : index
  %base = arith.muli %ti, %stride : index
  %o0 = arith.constant 0 : index
  %q0 = arith.addi %base, %o0 : index
  %s0 = vector.extract_strided_slice %r {offsets = [0], sizes = [8], strides = [1]} : vector<32xf16> to vector<8xf16>
  mem.store %s0, %C[%q0] : memref<?xf16>, vector<8xf16>
  %o8 = arith.constant 8 : index
  %q8 = arith.addi %base, %o8 : index
  %s8 = vector.extract_strided_slice %r {offsets = [8], sizes = [8], strides = [1]} : vector<32xf16> to vector<8xf16>
  mem.store %s8, %C[%q8] : memref<?xf16>, vector<8xf16>
  %o16 = arith.constant 16 : index
  %q16 = arith.addi %base, %o16 : index
  %s16 = vector.extract_strided_slice %r {offsets = [16], sizes = [8], strides = [1]} : vector<32xf16> to vector<8xf16>
  mem.store %s16, %C[%q16] : memref<?xf16>, vector<8xf16>
  %o24 = arith.constant 24 : index
  %q24 = arith.addi %base, %o24 : index
  %s24 = vector.extract_strided_slice %r {offsets = [24], sizes = [8], strides = [1]} : vector<32xf16> to vector<8xf16>
  mem.store %s24, %C[%q24] : memref<?xf16>, vector<8xf16>
  simt.return
}

// CHECK-LABEL: .entry w_bf16_bf16_f32_trans_b
simt.kernel @w_bf16_bf16_f32_trans_b(%C: memref<?xf32>[N], %n: index) threads(128) shared(131072) grid(1) {
  %zero = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %a = mem.alloc {offset = 0 : i64} : !mem.buffer<32768xbf16, shared>
  %b = mem.alloc {offset = 65536 : i64} : !mem.buffer<32768xbf16, shared>
  %da = tc.wgmma_descriptor %a[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<32768xbf16, shared> to !tc.descriptor<bf16>
  // CHECK: wgmma.fence.sync.aligned;
  tc.wgmma_fence
  %db = tc.wgmma_descriptor %b[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<32768xbf16, shared> to !tc.descriptor<bf16>
  // CHECK: wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0, 1, 1, 0, 1;
  %c0 = tc.wgmma %da, %db trans_b : !tc.descriptor<bf16>, !tc.descriptor<bf16> -> !tc.inflight<vector<128xf32>>
  tc.wgmma_commit
  cf.br ^loop(%i0, %c0 : index, !tc.inflight<vector<128xf32>>)
^loop(%i: index, %c: !tc.inflight<vector<128xf32>>):
  // CHECK: wgmma.fence.sync.aligned;
  // CHECK: wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, %p{{[0-9]+}}, 1, 1, 0, 1;
  // CHECK-NOT: mov.b32
  // CHECK: wgmma.commit_group.sync.aligned;
  // CHECK: wgmma.wait_group.sync.aligned 1;
  // CHECK-NOT: mov.b32
  %p = arith.cmpi ne, %i, %n : index
  tc.wgmma_fence
  %d = tc.wgmma %da, %db, %c if %p trans_b : !tc.descriptor<bf16>, !tc.descriptor<bf16> -> !tc.inflight<vector<128xf32>>
  tc.wgmma_commit
  tc.wgmma_wait 1
  %next = arith.addi %i, %i1 : index
  %go = arith.cmpi slt, %next, %n : index
  cf.cond_br %go, ^loop(%next, %d : index, !tc.inflight<vector<128xf32>>), ^end
^end:
  // CHECK: wgmma.wait_group.sync.aligned 0;
  %r = tc.wgmma_wait 0, %d : !tc.inflight<vector<128xf32>>
  %t = simt.thread_id : i32
  %ti = arith.index_cast %t : i32 to index
  %stride = arith.constant 128 : index
  %base = arith.muli %ti, %stride : index
  %o0 = arith.constant 0 : index
  %q0 = arith.addi %base, %o0 : index
  %s0 = vector.extract_strided_slice %r {offsets = [0], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s0, %C[%q0] : memref<?xf32>, vector<4xf32>
  %o4 = arith.constant 4 : index
  %q4 = arith.addi %base, %o4 : index
  %s4 = vector.extract_strided_slice %r {offsets = [4], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s4, %C[%q4] : memref<?xf32>, vector<4xf32>
  %o8 = arith.constant 8 : index
  %q8 = arith.addi %base, %o8 : index
  %s8 = vector.extract_strided_slice %r {offsets = [8], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s8, %C[%q8] : memref<?xf32>, vector<4xf32>
  %o12 = arith.constant 12 : index
  %q12 = arith.addi %base, %o12 : index
  %s12 = vector.extract_strided_slice %r {offsets = [12], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s12, %C[%q12] : memref<?xf32>, vector<4xf32>
  %o16 = arith.constant 16 : index
  %q16 = arith.addi %base, %o16 : index
  %s16 = vector.extract_strided_slice %r {offsets = [16], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s16, %C[%q16] : memref<?xf32>, vector<4xf32>
  %o20 = arith.constant 20 : index
  %q20 = arith.addi %base, %o20 : index
  %s20 = vector.extract_strided_slice %r {offsets = [20], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s20, %C[%q20] : memref<?xf32>, vector<4xf32>
  %o24 = arith.constant 24 : index
  %q24 = arith.addi %base, %o24 : index
  %s24 = vector.extract_strided_slice %r {offsets = [24], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s24, %C[%q24] : memref<?xf32>, vector<4xf32>
  %o28 = arith.constant 28 : index
  %q28 = arith.addi %base, %o28 : index
  %s28 = vector.extract_strided_slice %r {offsets = [28], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s28, %C[%q28] : memref<?xf32>, vector<4xf32>
  %o32 = arith.constant 32 : index
  %q32 = arith.addi %base, %o32 : index
  %s32 = vector.extract_strided_slice %r {offsets = [32], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s32, %C[%q32] : memref<?xf32>, vector<4xf32>
  %o36 = arith.constant 36 : index
  %q36 = arith.addi %base, %o36 : index
  %s36 = vector.extract_strided_slice %r {offsets = [36], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s36, %C[%q36] : memref<?xf32>, vector<4xf32>
  %o40 = arith.constant 40 : index
  %q40 = arith.addi %base, %o40 : index
  %s40 = vector.extract_strided_slice %r {offsets = [40], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s40, %C[%q40] : memref<?xf32>, vector<4xf32>
  %o44 = arith.constant 44 : index
  %q44 = arith.addi %base, %o44 : index
  %s44 = vector.extract_strided_slice %r {offsets = [44], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s44, %C[%q44] : memref<?xf32>, vector<4xf32>
  %o48 = arith.constant 48 : index
  %q48 = arith.addi %base, %o48 : index
  %s48 = vector.extract_strided_slice %r {offsets = [48], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s48, %C[%q48] : memref<?xf32>, vector<4xf32>
  %o52 = arith.constant 52 : index
  %q52 = arith.addi %base, %o52 : index
  %s52 = vector.extract_strided_slice %r {offsets = [52], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s52, %C[%q52] : memref<?xf32>, vector<4xf32>
  %o56 = arith.constant 56 : index
  %q56 = arith.addi %base, %o56 : index
  %s56 = vector.extract_strided_slice %r {offsets = [56], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s56, %C[%q56] : memref<?xf32>, vector<4xf32>
  %o60 = arith.constant 60 : index
  %q60 = arith.addi %base, %o60 : index
  %s60 = vector.extract_strided_slice %r {offsets = [60], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s60, %C[%q60] : memref<?xf32>, vector<4xf32>
  %o64 = arith.constant 64 : index
  %q64 = arith.addi %base, %o64 : index
  %s64 = vector.extract_strided_slice %r {offsets = [64], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s64, %C[%q64] : memref<?xf32>, vector<4xf32>
  %o68 = arith.constant 68 : index
  %q68 = arith.addi %base, %o68 : index
  %s68 = vector.extract_strided_slice %r {offsets = [68], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s68, %C[%q68] : memref<?xf32>, vector<4xf32>
  %o72 = arith.constant 72 : index
  %q72 = arith.addi %base, %o72 : index
  %s72 = vector.extract_strided_slice %r {offsets = [72], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s72, %C[%q72] : memref<?xf32>, vector<4xf32>
  %o76 = arith.constant 76 : index
  %q76 = arith.addi %base, %o76 : index
  %s76 = vector.extract_strided_slice %r {offsets = [76], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s76, %C[%q76] : memref<?xf32>, vector<4xf32>
  %o80 = arith.constant 80 : index
  %q80 = arith.addi %base, %o80 : index
  %s80 = vector.extract_strided_slice %r {offsets = [80], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s80, %C[%q80] : memref<?xf32>, vector<4xf32>
  %o84 = arith.constant 84 : index
  %q84 = arith.addi %base, %o84 : index
  %s84 = vector.extract_strided_slice %r {offsets = [84], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s84, %C[%q84] : memref<?xf32>, vector<4xf32>
  %o88 = arith.constant 88 : index
  %q88 = arith.addi %base, %o88 : index
  %s88 = vector.extract_strided_slice %r {offsets = [88], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s88, %C[%q88] : memref<?xf32>, vector<4xf32>
  %o92 = arith.constant 92 : index
  %q92 = arith.addi %base, %o92 : index
  %s92 = vector.extract_strided_slice %r {offsets = [92], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s92, %C[%q92] : memref<?xf32>, vector<4xf32>
  %o96 = arith.constant 96 : index
  %q96 = arith.addi %base, %o96 : index
  %s96 = vector.extract_strided_slice %r {offsets = [96], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s96, %C[%q96] : memref<?xf32>, vector<4xf32>
  %o100 = arith.constant 100 : index
  %q100 = arith.addi %base, %o100 : index
  %s100 = vector.extract_strided_slice %r {offsets = [100], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s100, %C[%q100] : memref<?xf32>, vector<4xf32>
  %o104 = arith.constant 104 : index
  %q104 = arith.addi %base, %o104 : index
  %s104 = vector.extract_strided_slice %r {offsets = [104], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s104, %C[%q104] : memref<?xf32>, vector<4xf32>
  %o108 = arith.constant 108 : index
  %q108 = arith.addi %base, %o108 : index
  %s108 = vector.extract_strided_slice %r {offsets = [108], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s108, %C[%q108] : memref<?xf32>, vector<4xf32>
  %o112 = arith.constant 112 : index
  %q112 = arith.addi %base, %o112 : index
  %s112 = vector.extract_strided_slice %r {offsets = [112], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s112, %C[%q112] : memref<?xf32>, vector<4xf32>
  %o116 = arith.constant 116 : index
  %q116 = arith.addi %base, %o116 : index
  %s116 = vector.extract_strided_slice %r {offsets = [116], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s116, %C[%q116] : memref<?xf32>, vector<4xf32>
  %o120 = arith.constant 120 : index
  %q120 = arith.addi %base, %o120 : index
  %s120 = vector.extract_strided_slice %r {offsets = [120], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s120, %C[%q120] : memref<?xf32>, vector<4xf32>
  %o124 = arith.constant 124 : index
  %q124 = arith.addi %base, %o124 : index
  %s124 = vector.extract_strided_slice %r {offsets = [124], sizes = [4], strides = [1]} : vector<128xf32> to vector<4xf32>
  mem.store %s124, %C[%q124] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: .entry w_tf32_tf32_f32
simt.kernel @w_tf32_tf32_f32(%C: memref<?xf32>[N], %n: index) threads(128) shared(131072) grid(1) {
  %zero = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %a = mem.alloc {offset = 0 : i64} : !mem.buffer<16384xf32, shared>
  %b = mem.alloc {offset = 65536 : i64} : !mem.buffer<16384xf32, shared>
  %da = tc.wgmma_descriptor %a[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<16384xf32, shared> to !tc.descriptor<tf32>
  // CHECK: wgmma.fence.sync.aligned;
  tc.wgmma_fence
  %db = tc.wgmma_descriptor %b[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<16384xf32, shared> to !tc.descriptor<tf32>
  // CHECK: wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0, 1, 1;
  %c0 = tc.wgmma %da, %db : !tc.descriptor<tf32>, !tc.descriptor<tf32> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  cf.br ^loop(%i0, %c0 : index, !tc.inflight<vector<4xf32>>)
^loop(%i: index, %c: !tc.inflight<vector<4xf32>>):
  // CHECK: wgmma.fence.sync.aligned;
  // CHECK: wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, %p{{[0-9]+}}, 1, 1;
  // CHECK-NOT: mov.b32
  // CHECK: wgmma.commit_group.sync.aligned;
  // CHECK: wgmma.wait_group.sync.aligned 1;
  // CHECK-NOT: mov.b32
  %p = arith.cmpi ne, %i, %n : index
  tc.wgmma_fence
  %d = tc.wgmma %da, %db, %c if %p : !tc.descriptor<tf32>, !tc.descriptor<tf32> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  tc.wgmma_wait 1
  %next = arith.addi %i, %i1 : index
  %go = arith.cmpi slt, %next, %n : index
  cf.cond_br %go, ^loop(%next, %d : index, !tc.inflight<vector<4xf32>>), ^end
^end:
  // CHECK: wgmma.wait_group.sync.aligned 0;
  %r = tc.wgmma_wait 0, %d : !tc.inflight<vector<4xf32>>
  %t = simt.thread_id : i32
  %ti = arith.index_cast %t : i32 to index
  %stride = arith.constant 4 : index
  %base = arith.muli %ti, %stride : index
  %o0 = arith.constant 0 : index
  %q0 = arith.addi %base, %o0 : index
  %s0 = vector.extract_strided_slice %r {offsets = [0], sizes = [4], strides = [1]} : vector<4xf32> to vector<4xf32>
  mem.store %s0, %C[%q0] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: .entry w_e4m3_e5m2_f32
simt.kernel @w_e4m3_e5m2_f32(%C: memref<?xf32>[N], %n: index) threads(128) shared(131072) grid(1) {
  %zero = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %a = mem.alloc {offset = 0 : i64} : !mem.buffer<65536xf8E4M3FN, shared>
  %b = mem.alloc {offset = 65536 : i64} : !mem.buffer<65536xf8E5M2, shared>
  %da = tc.wgmma_descriptor %a[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<65536xf8E4M3FN, shared> to !tc.descriptor<f8E4M3FN>
  // CHECK: wgmma.fence.sync.aligned;
  tc.wgmma_fence
  %db = tc.wgmma_descriptor %b[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<65536xf8E5M2, shared> to !tc.descriptor<f8E5M2>
  // CHECK: wgmma.mma_async.sync.aligned.m64n96k32.f32.e4m3.e5m2 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0, 1, 1;
  %c0 = tc.wgmma %da, %db : !tc.descriptor<f8E4M3FN>, !tc.descriptor<f8E5M2> -> !tc.inflight<vector<48xf32>>
  tc.wgmma_commit
  cf.br ^loop(%i0, %c0 : index, !tc.inflight<vector<48xf32>>)
^loop(%i: index, %c: !tc.inflight<vector<48xf32>>):
  // CHECK: wgmma.fence.sync.aligned;
  // CHECK: wgmma.mma_async.sync.aligned.m64n96k32.f32.e4m3.e5m2 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, %p{{[0-9]+}}, 1, 1;
  // CHECK-NOT: mov.b32
  // CHECK: wgmma.commit_group.sync.aligned;
  // CHECK: wgmma.wait_group.sync.aligned 1;
  // CHECK-NOT: mov.b32
  %p = arith.cmpi ne, %i, %n : index
  tc.wgmma_fence
  %d = tc.wgmma %da, %db, %c if %p : !tc.descriptor<f8E4M3FN>, !tc.descriptor<f8E5M2> -> !tc.inflight<vector<48xf32>>
  tc.wgmma_commit
  tc.wgmma_wait 1
  %next = arith.addi %i, %i1 : index
  %go = arith.cmpi slt, %next, %n : index
  cf.cond_br %go, ^loop(%next, %d : index, !tc.inflight<vector<48xf32>>), ^end
^end:
  // CHECK: wgmma.wait_group.sync.aligned 0;
  %r = tc.wgmma_wait 0, %d : !tc.inflight<vector<48xf32>>
  %t = simt.thread_id : i32
  %ti = arith.index_cast %t : i32 to index
  %stride = arith.constant 48 : index
  %base = arith.muli %ti, %stride : index
  %o0 = arith.constant 0 : index
  %q0 = arith.addi %base, %o0 : index
  %s0 = vector.extract_strided_slice %r {offsets = [0], sizes = [4], strides = [1]} : vector<48xf32> to vector<4xf32>
  mem.store %s0, %C[%q0] : memref<?xf32>, vector<4xf32>
  %o4 = arith.constant 4 : index
  %q4 = arith.addi %base, %o4 : index
  %s4 = vector.extract_strided_slice %r {offsets = [4], sizes = [4], strides = [1]} : vector<48xf32> to vector<4xf32>
  mem.store %s4, %C[%q4] : memref<?xf32>, vector<4xf32>
  %o8 = arith.constant 8 : index
  %q8 = arith.addi %base, %o8 : index
  %s8 = vector.extract_strided_slice %r {offsets = [8], sizes = [4], strides = [1]} : vector<48xf32> to vector<4xf32>
  mem.store %s8, %C[%q8] : memref<?xf32>, vector<4xf32>
  %o12 = arith.constant 12 : index
  %q12 = arith.addi %base, %o12 : index
  %s12 = vector.extract_strided_slice %r {offsets = [12], sizes = [4], strides = [1]} : vector<48xf32> to vector<4xf32>
  mem.store %s12, %C[%q12] : memref<?xf32>, vector<4xf32>
  %o16 = arith.constant 16 : index
  %q16 = arith.addi %base, %o16 : index
  %s16 = vector.extract_strided_slice %r {offsets = [16], sizes = [4], strides = [1]} : vector<48xf32> to vector<4xf32>
  mem.store %s16, %C[%q16] : memref<?xf32>, vector<4xf32>
  %o20 = arith.constant 20 : index
  %q20 = arith.addi %base, %o20 : index
  %s20 = vector.extract_strided_slice %r {offsets = [20], sizes = [4], strides = [1]} : vector<48xf32> to vector<4xf32>
  mem.store %s20, %C[%q20] : memref<?xf32>, vector<4xf32>
  %o24 = arith.constant 24 : index
  %q24 = arith.addi %base, %o24 : index
  %s24 = vector.extract_strided_slice %r {offsets = [24], sizes = [4], strides = [1]} : vector<48xf32> to vector<4xf32>
  mem.store %s24, %C[%q24] : memref<?xf32>, vector<4xf32>
  %o28 = arith.constant 28 : index
  %q28 = arith.addi %base, %o28 : index
  %s28 = vector.extract_strided_slice %r {offsets = [28], sizes = [4], strides = [1]} : vector<48xf32> to vector<4xf32>
  mem.store %s28, %C[%q28] : memref<?xf32>, vector<4xf32>
  %o32 = arith.constant 32 : index
  %q32 = arith.addi %base, %o32 : index
  %s32 = vector.extract_strided_slice %r {offsets = [32], sizes = [4], strides = [1]} : vector<48xf32> to vector<4xf32>
  mem.store %s32, %C[%q32] : memref<?xf32>, vector<4xf32>
  %o36 = arith.constant 36 : index
  %q36 = arith.addi %base, %o36 : index
  %s36 = vector.extract_strided_slice %r {offsets = [36], sizes = [4], strides = [1]} : vector<48xf32> to vector<4xf32>
  mem.store %s36, %C[%q36] : memref<?xf32>, vector<4xf32>
  %o40 = arith.constant 40 : index
  %q40 = arith.addi %base, %o40 : index
  %s40 = vector.extract_strided_slice %r {offsets = [40], sizes = [4], strides = [1]} : vector<48xf32> to vector<4xf32>
  mem.store %s40, %C[%q40] : memref<?xf32>, vector<4xf32>
  %o44 = arith.constant 44 : index
  %q44 = arith.addi %base, %o44 : index
  %s44 = vector.extract_strided_slice %r {offsets = [44], sizes = [4], strides = [1]} : vector<48xf32> to vector<4xf32>
  mem.store %s44, %C[%q44] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: .entry w_e5m2_e4m3_f16
simt.kernel @w_e5m2_e4m3_f16(%C: memref<?xf16>[N], %n: index) threads(128) shared(131072) grid(1) {
  %zero = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %a = mem.alloc {offset = 0 : i64} : !mem.buffer<65536xf8E5M2, shared>
  %b = mem.alloc {offset = 65536 : i64} : !mem.buffer<65536xf8E4M3FN, shared>
  %da = tc.wgmma_descriptor %a[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<65536xf8E5M2, shared> to !tc.descriptor<f8E5M2>
  // CHECK: wgmma.fence.sync.aligned;
  tc.wgmma_fence
  %db = tc.wgmma_descriptor %b[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<65536xf8E4M3FN, shared> to !tc.descriptor<f8E4M3FN>
  // CHECK: wgmma.mma_async.sync.aligned.m64n32k32.f16.e5m2.e4m3 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0, 1, 1;
  %c0 = tc.wgmma %da, %db : !tc.descriptor<f8E5M2>, !tc.descriptor<f8E4M3FN> -> !tc.inflight<vector<16xf16>>
  tc.wgmma_commit
  cf.br ^loop(%i0, %c0 : index, !tc.inflight<vector<16xf16>>)
^loop(%i: index, %c: !tc.inflight<vector<16xf16>>):
  // CHECK: wgmma.fence.sync.aligned;
  // CHECK: wgmma.mma_async.sync.aligned.m64n32k32.f16.e5m2.e4m3 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, %p{{[0-9]+}}, 1, 1;
  // CHECK-NOT: mov.b32
  // CHECK: wgmma.commit_group.sync.aligned;
  // CHECK: wgmma.wait_group.sync.aligned 1;
  // CHECK-NOT: mov.b32
  %p = arith.cmpi ne, %i, %n : index
  tc.wgmma_fence
  %d = tc.wgmma %da, %db, %c if %p : !tc.descriptor<f8E5M2>, !tc.descriptor<f8E4M3FN> -> !tc.inflight<vector<16xf16>>
  tc.wgmma_commit
  tc.wgmma_wait 1
  %next = arith.addi %i, %i1 : index
  %go = arith.cmpi slt, %next, %n : index
  cf.cond_br %go, ^loop(%next, %d : index, !tc.inflight<vector<16xf16>>), ^end
^end:
  // CHECK: wgmma.wait_group.sync.aligned 0;
  %r = tc.wgmma_wait 0, %d : !tc.inflight<vector<16xf16>>
  %t = simt.thread_id : i32
  %ti = arith.index_cast %t : i32 to index
  %stride = arith.constant 16 : index
  %base = arith.muli %ti, %stride : index
  %o0 = arith.constant 0 : index
  %q0 = arith.addi %base, %o0 : index
  %s0 = vector.extract_strided_slice %r {offsets = [0], sizes = [8], strides = [1]} : vector<16xf16> to vector<8xf16>
  mem.store %s0, %C[%q0] : memref<?xf16>, vector<8xf16>
  %o8 = arith.constant 8 : index
  %q8 = arith.addi %base, %o8 : index
  %s8 = vector.extract_strided_slice %r {offsets = [8], sizes = [8], strides = [1]} : vector<16xf16> to vector<8xf16>
  mem.store %s8, %C[%q8] : memref<?xf16>, vector<8xf16>
  simt.return
}

// CHECK-LABEL: .entry w_s8_s8_s32
simt.kernel @w_s8_s8_s32(%C: memref<?xi32>[N], %n: index) threads(128) shared(131072) grid(1) {
  %zero = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %a = mem.alloc {offset = 0 : i64} : !mem.buffer<65536xi8, shared>
  %b = mem.alloc {offset = 65536 : i64} : !mem.buffer<65536xi8, shared>
  %da = tc.wgmma_descriptor %a[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<65536xi8, shared> to !tc.descriptor<i8>
  // CHECK: wgmma.fence.sync.aligned;
  tc.wgmma_fence
  %db = tc.wgmma_descriptor %b[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<65536xi8, shared> to !tc.descriptor<i8>
  // CHECK: wgmma.mma_async.sync.aligned.m64n48k32.s32.s8.s8 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0;
  %c0 = tc.wgmma %da, %db : !tc.descriptor<i8>, !tc.descriptor<i8> -> !tc.inflight<vector<24xi32>>
  tc.wgmma_commit
  cf.br ^loop(%i0, %c0 : index, !tc.inflight<vector<24xi32>>)
^loop(%i: index, %c: !tc.inflight<vector<24xi32>>):
  // CHECK: wgmma.fence.sync.aligned;
  // CHECK: wgmma.mma_async.sync.aligned.m64n48k32.s32.s8.s8 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, %p{{[0-9]+}};
  // CHECK-NOT: mov.b32
  // CHECK: wgmma.commit_group.sync.aligned;
  // CHECK: wgmma.wait_group.sync.aligned 1;
  // CHECK-NOT: mov.b32
  %p = arith.cmpi ne, %i, %n : index
  tc.wgmma_fence
  %d = tc.wgmma %da, %db, %c if %p : !tc.descriptor<i8>, !tc.descriptor<i8> -> !tc.inflight<vector<24xi32>>
  tc.wgmma_commit
  tc.wgmma_wait 1
  %next = arith.addi %i, %i1 : index
  %go = arith.cmpi slt, %next, %n : index
  cf.cond_br %go, ^loop(%next, %d : index, !tc.inflight<vector<24xi32>>), ^end
^end:
  // CHECK: wgmma.wait_group.sync.aligned 0;
  %r = tc.wgmma_wait 0, %d : !tc.inflight<vector<24xi32>>
  %t = simt.thread_id : i32
  %ti = arith.index_cast %t : i32 to index
  %stride = arith.constant 24 : index
  %base = arith.muli %ti, %stride : index
  %o0 = arith.constant 0 : index
  %q0 = arith.addi %base, %o0 : index
  %s0 = vector.extract_strided_slice %r {offsets = [0], sizes = [4], strides = [1]} : vector<24xi32> to vector<4xi32>
  mem.store %s0, %C[%q0] : memref<?xi32>, vector<4xi32>
  %o4 = arith.constant 4 : index
  %q4 = arith.addi %base, %o4 : index
  %s4 = vector.extract_strided_slice %r {offsets = [4], sizes = [4], strides = [1]} : vector<24xi32> to vector<4xi32>
  mem.store %s4, %C[%q4] : memref<?xi32>, vector<4xi32>
  %o8 = arith.constant 8 : index
  %q8 = arith.addi %base, %o8 : index
  %s8 = vector.extract_strided_slice %r {offsets = [8], sizes = [4], strides = [1]} : vector<24xi32> to vector<4xi32>
  mem.store %s8, %C[%q8] : memref<?xi32>, vector<4xi32>
  %o12 = arith.constant 12 : index
  %q12 = arith.addi %base, %o12 : index
  %s12 = vector.extract_strided_slice %r {offsets = [12], sizes = [4], strides = [1]} : vector<24xi32> to vector<4xi32>
  mem.store %s12, %C[%q12] : memref<?xi32>, vector<4xi32>
  %o16 = arith.constant 16 : index
  %q16 = arith.addi %base, %o16 : index
  %s16 = vector.extract_strided_slice %r {offsets = [16], sizes = [4], strides = [1]} : vector<24xi32> to vector<4xi32>
  mem.store %s16, %C[%q16] : memref<?xi32>, vector<4xi32>
  %o20 = arith.constant 20 : index
  %q20 = arith.addi %base, %o20 : index
  %s20 = vector.extract_strided_slice %r {offsets = [20], sizes = [4], strides = [1]} : vector<24xi32> to vector<4xi32>
  mem.store %s20, %C[%q20] : memref<?xi32>, vector<4xi32>
  simt.return
}

// CHECK-LABEL: .entry w_s8_s8_s32_unsigned_a_satfinite
simt.kernel @w_s8_s8_s32_unsigned_a_satfinite(%C: memref<?xi32>[N], %n: index) threads(128) shared(131072) grid(1) {
  %zero = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %a = mem.alloc {offset = 0 : i64} : !mem.buffer<65536xi8, shared>
  %b = mem.alloc {offset = 65536 : i64} : !mem.buffer<65536xi8, shared>
  %da = tc.wgmma_descriptor %a[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<65536xi8, shared> to !tc.descriptor<i8>
  // CHECK: wgmma.fence.sync.aligned;
  tc.wgmma_fence
  %db = tc.wgmma_descriptor %b[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<65536xi8, shared> to !tc.descriptor<i8>
  // CHECK: wgmma.mma_async.sync.aligned.m64n16k32.satfinite.s32.u8.s8 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, 0;
  %c0 = tc.wgmma %da, %db unsigned_a satfinite : !tc.descriptor<i8>, !tc.descriptor<i8> -> !tc.inflight<vector<8xi32>>
  tc.wgmma_commit
  cf.br ^loop(%i0, %c0 : index, !tc.inflight<vector<8xi32>>)
^loop(%i: index, %c: !tc.inflight<vector<8xi32>>):
  // CHECK: wgmma.fence.sync.aligned;
  // CHECK: wgmma.mma_async.sync.aligned.m64n16k32.satfinite.s32.u8.s8 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, %p{{[0-9]+}};
  // CHECK-NOT: mov.b32
  // CHECK: wgmma.commit_group.sync.aligned;
  // CHECK: wgmma.wait_group.sync.aligned 1;
  // CHECK-NOT: mov.b32
  %p = arith.cmpi ne, %i, %n : index
  tc.wgmma_fence
  %d = tc.wgmma %da, %db, %c if %p unsigned_a satfinite : !tc.descriptor<i8>, !tc.descriptor<i8> -> !tc.inflight<vector<8xi32>>
  tc.wgmma_commit
  tc.wgmma_wait 1
  %next = arith.addi %i, %i1 : index
  %go = arith.cmpi slt, %next, %n : index
  cf.cond_br %go, ^loop(%next, %d : index, !tc.inflight<vector<8xi32>>), ^end
^end:
  // CHECK: wgmma.wait_group.sync.aligned 0;
  %r = tc.wgmma_wait 0, %d : !tc.inflight<vector<8xi32>>
  %t = simt.thread_id : i32
  %ti = arith.index_cast %t : i32 to index
  %stride = arith.constant 8 : index
  %base = arith.muli %ti, %stride : index
  %o0 = arith.constant 0 : index
  %q0 = arith.addi %base, %o0 : index
  %s0 = vector.extract_strided_slice %r {offsets = [0], sizes = [4], strides = [1]} : vector<8xi32> to vector<4xi32>
  mem.store %s0, %C[%q0] : memref<?xi32>, vector<4xi32>
  %o4 = arith.constant 4 : index
  %q4 = arith.addi %base, %o4 : index
  %s4 = vector.extract_strided_slice %r {offsets = [4], sizes = [4], strides = [1]} : vector<8xi32> to vector<4xi32>
  mem.store %s4, %C[%q4] : memref<?xi32>, vector<4xi32>
  simt.return
}

// A from registers, and accumulators that ordinary code wrote, handed over in one fence.
// CHECK-LABEL: .entry registers
simt.kernel @registers(%A: memref<?xbf16>[N], %C: memref<?xf32>[M]) threads(128) shared(8192) grid(1) {
  %zero = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<4096xbf16, shared>
  %db = tc.wgmma_descriptor %b[%zero] leading 16 stride 1024 swizzle 128 : !mem.buffer<4096xbf16, shared> to !tc.descriptor<bf16>
  %t = simt.thread_id : i32
  %ti = arith.index_cast %t : i32 to index
  %eight = arith.constant 8 : index
  %at = arith.muli %ti, %eight : index
  %a = mem.load %A[%at] : memref<?xbf16>, vector<8xbf16>
  %four = arith.constant 4 : index
  %ct = arith.muli %ti, %four : index
  %c = mem.load %C[%ct] : memref<?xf32>, vector<4xf32>
  // CHECK: wgmma.fence.sync.aligned;
  // CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{{.*}}}, {{{.*}}}, %rd{{[0-9]+}}, 1, 1, 1, 0;
  %f:2 = tc.wgmma_fence of %a, %c : vector<8xbf16>, vector<4xf32>
  %d = tc.wgmma %f#0, %db, %f#1 : !tc.inflight<vector<8xbf16>>, !tc.descriptor<bf16> -> !tc.inflight<vector<4xf32>>
  tc.wgmma_commit
  // CHECK: wgmma.wait_group.sync.aligned 0;
  %r = tc.wgmma_wait 0, %d : !tc.inflight<vector<4xf32>>
  mem.store %r, %C[%ct] : memref<?xf32>, vector<4xf32>
  simt.return
}

// CHECK-LABEL: .entry matrices
simt.kernel @matrices(%A: memref<?xi8>[N], %H: memref<?xf16>[M]) threads(32) shared(4096) grid(1) {
  %l = simt.lane_id : i32
  %sixteen = arith.constant 16 : i32
  %eight = arith.constant 8 : i32
  %o = arith.muli %l, %sixteen : i32
  %h = arith.muli %l, %eight : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<512xi8, shared>
  %u = mem.alloc {offset = 512 : i64} : !mem.buffer<256xf16, shared>
  %oi = arith.index_cast %o : i32 to index
  %hi = arith.index_cast %h : i32 to index
  %a = mem.load %A[%oi] : memref<?xi8>, vector<16xi8>
  %b = mem.load %H[%hi] : memref<?xf16>, vector<8xf16>
  // CHECK: stmatrix.sync.aligned.m8n8.x4.shared.b16
  // CHECK: stmatrix.sync.aligned.m8n8.x4.trans.shared.b16
  // CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
  // CHECK: ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16
  tc.stmatrix %a, %s[%o] : !mem.buffer<512xi8, shared>, vector<16xi8>
  tc.stmatrix %b, %u[%h] trans : !mem.buffer<256xf16, shared>, vector<8xf16>
  %c = tc.ldmatrix %s[%o] : !mem.buffer<512xi8, shared>, vector<16xi8>
  %d = tc.ldmatrix %u[%h] trans : !mem.buffer<256xf16, shared>, vector<2xf16>
  mem.store %c, %A[%oi] : memref<?xi8>, vector<16xi8>
  mem.store %d, %H[%hi] : memref<?xf16>, vector<2xf16>
  simt.return
}
