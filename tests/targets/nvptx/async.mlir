// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s
// RUN: %if ptxas %{ tile-compile %s --pass-pipeline= --arch=sm_90a --emit=cubin -o %t.cubin %}
// cp.async, mbarriers and bulk groups: one instruction each, but for a wait, which is a loop.

// CHECK-LABEL: .entry copies(
// CHECK: cp.async.cg.shared.global [{{.*}}], [{{.*}}], 16;
// CHECK: cp.async.cg.shared.global [{{.*}}], [{{.*}}], 16, [[N:%r[0-9]+]];
// CHECK: cp.async.ca.shared.global [{{.*}}], [{{.*}}], 8;
// CHECK: cp.async.ca.shared.global [{{.*}}], [{{.*}}], 4, [[N]];
// CHECK: @%p{{[0-9]+}} cp.async.cg.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 16, %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} cp.async.ca.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 8;
// CHECK: @%p{{[0-9]+}} cp.async.cg.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 16, [[IGNORE:%p[0-9]+]];
// CHECK: cp.async.ca.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 8, [[IGNORE]];
// CHECK: cp.async.ca.shared.global [%r{{[0-9]+}}], [%rd{{[0-9]+}}], 8, %r{{[0-9]+}};
// CHECK: cp.async.mbarrier.arrive.shared.b64 [tegula_shared+16384];
// CHECK: cp.async.mbarrier.arrive.noinc.shared.b64 [tegula_shared+16384];
// CHECK: cp.async.commit_group;
// CHECK: cp.async.wait_group 1;
// CHECK: cp.async.wait_group 0;
simt.kernel @copies(%A: memref<?x?xf16>[M, K], %n: i32, %p: i1) threads(64) shared(16392) grid(M) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %zero = arith.constant 0 : index
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<8192xf16, shared>
  %b = mem.alloc {offset = 16384 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %t = simt.thread_id : i32
  %o = arith.muli %t, %c64 : i32
  %i = arith.index_cast %t : i32 to index
  mem.cp_async %A[%i, %zero] to %s[%o] bytes 16 : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  mem.cp_async %A[%i, %zero] to %s[%o] bytes 16 read %n : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  mem.cp_async %A[%i, %zero] to %s[%o] bytes 8 : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  mem.cp_async %A[%i, %zero] to %s[%o] bytes 4 read %n : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  mem.cp_async %A[%i, %zero] to %s[%o] bytes 16 read %n if %p : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  mem.cp_async %A[%i, %zero] to %s[%o] bytes 8 if %p : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  // All or nothing: a predicate says it. Two elements of four take a size.
  %c16 = arith.constant 16 : i32
  %c8 = arith.constant 8 : i32
  %c4 = arith.constant 4 : i32
  %in = arith.cmpi slt, %t, %n : i32
  %all = arith.select %in, %c16, %c0 : i32
  mem.cp_async %A[%i, %zero] to %s[%o] bytes 16 read %all if %p : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  %four = arith.select %in, %c8, %c0 : i32
  mem.cp_async %A[%i, %zero] to %s[%o] bytes 8 read %four : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  %two = arith.select %in, %c8, %c4 : i32
  mem.cp_async %A[%i, %zero] to %s[%o] bytes 8 read %two : memref<?x?xf16>, !mem.buffer<8192xf16, shared>
  mem.cp_async_mbarrier_arrive %b[%c0] : !mem.buffer<1x!mem.mbarrier, shared>
  mem.cp_async_mbarrier_arrive %b[%c0] noinc : !mem.buffer<1x!mem.mbarrier, shared>
  mem.async_commit
  mem.async_wait 1
  mem.async_wait 0
  simt.return
}

// The load behind a wait stays there.
// CHECK-LABEL: .entry barriers(
// CHECK: mbarrier.init.shared.b64 [tegula_shared+256], [[COUNT:%r[0-9]+]];
// CHECK: fence.mbarrier_init.release.cluster;
// CHECK: mbarrier.arrive.shared.b64 %rd{{[0-9]+}}, [tegula_shared+256], %r{{[0-9]+}};
// CHECK: mbarrier.expect_tx.relaxed.cta.shared.b64 [tegula_shared+256], %r{{[0-9]+}};
// CHECK: mbarrier.arrive.expect_tx.shared.b64 %rd{{[0-9]+}}, [tegula_shared+256], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} mbarrier.arrive.shared.b64 _, [%r{{[0-9]+}}], 3;
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK: mbarrier.try_wait.parity.shared.b64 [[DONE:%p[0-9]+]], [tegula_shared+256], %r{{[0-9]+}};
// CHECK: not.pred [[AGAIN:%p[0-9]+]], [[DONE]];
// CHECK: @[[AGAIN]] bra [[LOOP]];
// CHECK: ld.shared
// CHECK: mbarrier.test_wait.parity.shared.b64 [[TEST:%p[0-9]+]], [tegula_shared+256], %r{{[0-9]+}};
// CHECK: @[[TEST]] st.shared
// CHECK: fence.proxy.async;
// CHECK: fence.proxy.async.shared::cta;
// CHECK: mbarrier.inval.shared.b64 [tegula_shared+256];
simt.kernel @barriers(%A: memref<?xf32>[N], %n: i32, %p: i32) threads(64) shared(264) grid(N) {
  %c0 = arith.constant 0 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xf32, shared>
  %b = mem.alloc {offset = 256 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %t = simt.thread_id : i32
  mem.mbarrier_init %b[%c0] count 128 : !mem.buffer<1x!mem.mbarrier, shared>
  mem.fence_mbarrier_init
  mem.mbarrier_arrive %b[%c0] count 2 : !mem.buffer<1x!mem.mbarrier, shared>
  mem.mbarrier_expect_tx %b[%c0] bytes %n : !mem.buffer<1x!mem.mbarrier, shared>
  mem.mbarrier_arrive_expect_tx %b[%c0] bytes %n : !mem.buffer<1x!mem.mbarrier, shared>
  %some = arith.cmpi slt, %t, %n : i32
  mem.mbarrier_arrive %b[%c0] count 3 if %some : !mem.buffer<1x!mem.mbarrier, shared>
  mem.mbarrier_wait %b[%c0] parity %p : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<64xf32, shared>, f32
  %d = arith.addf %v, %v : f32
  %done = mem.mbarrier_test_wait %b[%c0] parity %p : !mem.buffer<1x!mem.mbarrier, shared>
  mem.store %d, %s[%t] if %done : !mem.buffer<64xf32, shared>, f32
  mem.fence_proxy_async
  mem.fence_proxy_async shared
  mem.mbarrier_inval %b[%c0] : !mem.buffer<1x!mem.mbarrier, shared>
  simt.return
}

// At mbarriers of other blocks of the cluster.
// CHECK-LABEL: .entry remote(
// CHECK: mapa
// CHECK: mbarrier.arrive.shared::cluster.b64 _, [%r{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: @%p{{[0-9]+}} mbarrier.arrive.shared::cluster.b64 _, [%r{{[0-9]+}}], 1;
// CHECK: mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [%r{{[0-9]+}}], %r{{[0-9]+}};
// CHECK: mbarrier.arrive.expect_tx.shared::cluster.b64 _, [%r{{[0-9]+}}], %r{{[0-9]+}};
simt.kernel @remote(%A: memref<?xf32>[N], %n: i32) threads(32) shared(16) cluster(2) grid(N) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %b = mem.alloc {offset = 0 : i64} : !mem.buffer<2x!mem.mbarrier, shared>
  %r = mem.map_cluster %b, %c1 : !mem.buffer<2x!mem.mbarrier, shared> to !mem.buffer<2x!mem.mbarrier, cluster>
  mem.mbarrier_arrive %r[%c1] count 2 : !mem.buffer<2x!mem.mbarrier, cluster>
  %any = arith.cmpi sgt, %n, %c0 : i32
  mem.mbarrier_arrive %r[%c1] if %any : !mem.buffer<2x!mem.mbarrier, cluster>
  mem.mbarrier_expect_tx %r[%c0] bytes %n : !mem.buffer<2x!mem.mbarrier, cluster>
  mem.mbarrier_arrive_expect_tx %r[%c0] bytes %n : !mem.buffer<2x!mem.mbarrier, cluster>
  simt.return
}

// CHECK-LABEL: .entry remote_store(
// CHECK: st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r{{.*}}], %r{{.*}}, [%r{{.*}}];
// CHECK: @%p{{[0-9]+}} st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%r{{.*}}], {%r{{.*}}, %r{{.*}}, %r{{.*}}, %r{{.*}}}, [%r{{.*}}];
simt.kernel @remote_store(%x: f32, %p: i1) threads(64) shared(264) cluster(2) grid(2) {
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xf32, shared>
  %b = mem.alloc {offset = 256 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %d = mem.map_cluster %s, %c0 : !mem.buffer<64xf32, shared> to !mem.buffer<64xf32, cluster>
  %e = mem.map_cluster %b, %c0 : !mem.buffer<1x!mem.mbarrier, shared> to !mem.buffer<1x!mem.mbarrier, cluster>
  %v = vector.broadcast %x : f32 to vector<4xf32>
  mem.store_async %x to %d[%c0] signal %e[%c0] : f32, !mem.buffer<64xf32, cluster>, !mem.buffer<1x!mem.mbarrier, cluster>
  mem.store_async %v to %d[%c4] signal %e[%c0] if %p : vector<4xf32>, !mem.buffer<64xf32, cluster>, !mem.buffer<1x!mem.mbarrier, cluster>
  simt.return
}
