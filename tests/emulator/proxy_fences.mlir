// RUN: tile-run %s --device=cpu --print=O | FileCheck %s
// RUN: sed 's/fence_proxy_async$/fence_proxy_async shared/' %s > %t.mlir
// RUN: not tile-run %t.mlir --device=cpu 2>&1 | FileCheck %s --check-prefix=SHARED
//
// TMA loads what the threads have stored to global memory, which a fence of shared memory says nothing of; what it
// stores comes out of shared memory, for which that is enough.

// CHECK: %O = [0, 1, 2, 3, 4, 5, 6, 7
// SHARED: error: 'mem.tma_load' op races in global memory: {{.*}} reads bytes 0 to 3 of '%A', which thread 0 (warp 0) wrote through another proxy
simt.kernel @global(%A: memref<32xi32>, %O: memref<32xi32>) threads(32) shared(264) grid(1) {
  %m = mem.tensor_map %A : memref<32xi32> to !mem.tensor_map<32xi32>
  %o = mem.tensor_map %O : memref<32xi32> to !mem.tensor_map<32xi32>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %r = mem.alloc {offset = 128 : i64} : !mem.buffer<32xi32, shared>
  %b = mem.alloc {offset = 256 : i64} : !mem.buffer<1x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %bytes = arith.constant 128 : i32
  %t = simt.thread_id : i32
  %i = arith.index_cast %t : i32 to index
  %first = arith.cmpi eq, %t, %c0 : i32
  mem.store %t, %A[%i] : memref<32xi32>, i32
  mem.fence_proxy_async
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<1x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
  }
  simt.barrier
  scf.if %first {
    mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<1x!mem.mbarrier, shared>
    mem.tma_load %m[%c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<32xi32>, !mem.buffer<32xi32, shared>, !mem.buffer<1x!mem.mbarrier, shared>
  }
  mem.mbarrier_wait %b[%c0] parity %c0 : !mem.buffer<1x!mem.mbarrier, shared>
  %v = mem.load %s[%t] : !mem.buffer<32xi32, shared>, i32
  mem.store %v, %r[%t] : !mem.buffer<32xi32, shared>, i32
  mem.fence_proxy_async shared
  simt.barrier
  scf.if %first {
    mem.tma_store %r[%c0] to %o[%c0] : !mem.buffer<32xi32, shared>, !mem.tensor_map<32xi32>
    mem.bulk_commit
    mem.bulk_wait 0
  }
  simt.return
}
