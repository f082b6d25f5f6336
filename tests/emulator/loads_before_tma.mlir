// RUN: tile-run %s --device=cpu --kernel=load --print=O --init=index | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --device=cpu --kernel=load --print=O --init=index --schedule=random:3 | FileCheck %s --check-prefix=OK
// RUN: tile-run %s --device=cpu --kernel=matrix
// RUN: tile-run %s --device=cpu --kernel=matrix --schedule=random:3
//
// A thread that arrives at a slot's mbarrier may still be loading what it has asked for of the slot. Its fence in front of the arrival is
// what TMA can rely on; neither one behind it nor one of the thread that has TMA fill the slot again will do.
//
// RUN: sed '/ of the reader$/d' %s > %t.mlir
// RUN: not tile-run %t.mlir --device=cpu --kernel=load 2>&1 | FileCheck %s --check-prefixes=CHECK,LOAD
// RUN: not tile-run %t.mlir --device=cpu --kernel=load --schedule=random:3 2>&1 | FileCheck %s --check-prefix=CHECK
// RUN: not tile-run %t.mlir --device=cpu --kernel=matrix 2>&1 | FileCheck %s --check-prefixes=CHECK,MATRIX
// RUN: tile-run %t.mlir --device=cpu --kernel=load --allow-races
// RUN: sed -e '/ of the reader$/d' -e 's/LATER: //' %s > %t.later.mlir
// RUN: not tile-run %t.later.mlir --device=cpu --kernel=load 2>&1 | FileCheck %s --check-prefixes=CHECK,LOAD
// RUN: sed -e '/ of the reader$/d' -e 's/ISSUER: //' %s > %t.issuer.mlir
// RUN: not tile-run %t.issuer.mlir --device=cpu --kernel=load 2>&1 | FileCheck %s --check-prefixes=CHECK,LOAD

// OK: O = {{\[\[}}0, 1, 2, {{.*}}, 94, 95
// CHECK: error: 'mem.tma_load' op races in shared memory: a bulk copy of thread 0 (warp 0) writes bytes {{[0-9]+ to [0-9]+}} of %s, which thread {{[0-9]+}} (warp 1) read with no proxy fence behind, so that it may still be reading
// CHECK: note: thread {{[0-9]+}} (warp 1) read here
// LOAD: mem.load %s
// MATRIX: tc.ldmatrix %s
// CHECK: help: execute mem.fence_proxy_async shared in the thread that read, between the read and the arrival or barrier behind it

simt.kernel @load(%A: memref<3x32xi32>, %O: memref<3x32xi32>) threads(64) shared(144) grid(1) {
  %m = mem.tensor_map %A : memref<3x32xi32> to !mem.tensor_map<1x32xi32>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<32xi32, shared>
  %b = mem.alloc {offset = 128 : i64} : !mem.buffer<2x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %bytes = arith.constant 128 : i32
  %w = simt.warp_id : i32
  %l = simt.lane_id : i32
  %i = arith.index_cast %l : i32 to index
  %t = simt.thread_id : i32
  %loads = arith.cmpi eq, %w, %c0 : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  %speaks = arith.cmpi eq, %l, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<2x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c1] count 1 : !mem.buffer<2x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
  }
  simt.barrier
  scf.for %k = %c0 to %c3 step %c1 : i32 {
    %parity = arith.andi %k, %c1 : i32
    %before = arith.xori %parity, %c1 : i32
    scf.if %loads {
      scf.if %first {
        mem.mbarrier_wait %b[%c1] parity %before : !mem.buffer<2x!mem.mbarrier, shared>
        // ISSUER: mem.fence_proxy_async shared
        mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<2x!mem.mbarrier, shared>
        mem.tma_load %m[%k, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<1x32xi32>, !mem.buffer<32xi32, shared>, !mem.buffer<2x!mem.mbarrier, shared>
      }
    } else {
      mem.mbarrier_wait %b[%c0] parity %parity : !mem.buffer<2x!mem.mbarrier, shared>
      %v = mem.load %s[%l] : !mem.buffer<32xi32, shared>, i32
      %ki = arith.index_cast %k : i32 to index
      mem.store %v, %O[%ki, %i] : memref<3x32xi32>, i32
      mem.fence_proxy_async shared // of the reader
      simt.warp_sync
      scf.if %speaks {
        mem.mbarrier_arrive %b[%c1] : !mem.buffer<2x!mem.mbarrier, shared>
      }
      // LATER: mem.fence_proxy_async shared
    }
  }
  simt.return
}

// Eight rows of a matrix, which lanes 0 to 7 point to.
simt.kernel @matrix(%A: memref<3x64xf16>) threads(64) shared(144) grid(1) {
  %m = mem.tensor_map %A : memref<3x64xf16> to !mem.tensor_map<1x64xf16>
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<64xf16, shared>
  %b = mem.alloc {offset = 128 : i64} : !mem.buffer<2x!mem.mbarrier, shared>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %bytes = arith.constant 128 : i32
  %w = simt.warp_id : i32
  %l = simt.lane_id : i32
  %i = arith.index_cast %l : i32 to index
  %t = simt.thread_id : i32
  %loads = arith.cmpi eq, %w, %c0 : i32
  %first = arith.cmpi eq, %t, %c0 : i32
  %speaks = arith.cmpi eq, %l, %c0 : i32
  scf.if %first {
    mem.mbarrier_init %b[%c0] count 1 : !mem.buffer<2x!mem.mbarrier, shared>
    mem.mbarrier_init %b[%c1] count 1 : !mem.buffer<2x!mem.mbarrier, shared>
    mem.fence_mbarrier_init
  }
  simt.barrier
  scf.for %k = %c0 to %c3 step %c1 : i32 {
    %parity = arith.andi %k, %c1 : i32
    %before = arith.xori %parity, %c1 : i32
    scf.if %loads {
      scf.if %first {
        mem.mbarrier_wait %b[%c1] parity %before : !mem.buffer<2x!mem.mbarrier, shared>
        // ISSUER: mem.fence_proxy_async shared
        mem.mbarrier_arrive_expect_tx %b[%c0] bytes %bytes : !mem.buffer<2x!mem.mbarrier, shared>
        mem.tma_load %m[%k, %c0] to %s[%c0] signal %b[%c0] : !mem.tensor_map<1x64xf16>, !mem.buffer<64xf16, shared>, !mem.buffer<2x!mem.mbarrier, shared>
      }
    } else {
      mem.mbarrier_wait %b[%c0] parity %parity : !mem.buffer<2x!mem.mbarrier, shared>
      %c8 = arith.constant 8 : i32
      %c7 = arith.constant 7 : i32
      %row = arith.andi %l, %c7 : i32
      %at = arith.muli %row, %c8 : i32
      %v = tc.ldmatrix %s[%at] : !mem.buffer<64xf16, shared>, vector<2xf16>
      mem.fence_proxy_async shared // of the reader
      simt.warp_sync
      scf.if %speaks {
        mem.mbarrier_arrive %b[%c1] : !mem.buffer<2x!mem.mbarrier, shared>
      }
      // LATER: mem.fence_proxy_async shared
    }
  }
  simt.return
}
