// RUN: tile-run %s --device=cpu --init=int | FileCheck %s --check-prefix=RIGHT
// RUN: tile-compile %s --pass-pipeline=convert-scf-to-cf --arch=sm_90a --emit=cubin -o %t.cubin
// RUN: sed "/mbarrier_wait .empty/d" %s > %t.mlir
// RUN: not tile-run %t.mlir --device=cpu --init=int 2>&1 | FileCheck %s --check-prefix=NO-EMPTY
// RUN: sed "/tc.wgmma_wait 1/d" %s > %t.mlir
// RUN: not tile-run %t.mlir --device=cpu --init=int 2>&1 | FileCheck %s --check-prefix=NO-WAIT
// RUN: sed "/before =/s/n1/n0/" %s > %t.mlir
// RUN: not tile-run %t.mlir --device=cpu --init=int 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: sed "/wait .full/s/phase/n1/" %s > %t.mlir
// RUN: not tile-run %t.mlir --device=cpu --init=int 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: sed "/wait .empty/s/other/phase/" %s > %t.mlir
// RUN: not tile-run %t.mlir --device=cpu --init=int 2>&1 | FileCheck %s --check-prefix=PARITY
// RUN: sed "s/count 4/count 5/" %s > %t.mlir
// RUN: not tile-run %t.mlir --device=cpu --init=int 2>&1 | FileCheck %s --check-prefix=COUNT
//
// A product of matrices as a GPU likes it: a warp copies boxes of A and B with TMA into two stages, a
// warpgroup multiplies them and keeps one group of products in flight.  B is MN-major.  And what the
// emulator says when a step of the protocol is left out or wrong.  thread_ops.py compares the result.

// RIGHT: pipeline on the emulator

// NO-EMPTY: error: 'mem.mbarrier_arrive_expect_tx' op arrives 1 times at an mbarrier whose phase 0 waits for 0 of 1 arrivals

// The stage is given back while products may still read it.
// NO-WAIT: error: 'tc.wgmma' op races in shared memory: the tensor core of warp 0 reads bytes {{.*}}, which a bulk copy wrote, and nothing orders the two
// NO-WAIT: note: a bulk copy wrote here

// STAGE: error: 'mem.mbarrier_wait' op waits forever for phase 1 of the mbarrier at byte 32768, which lacks 1 of 1 arrivals
// STAGE: note: warp 4 waits here for phase 0 of the mbarrier at byte 32784, which lacks 4 of 4 arrivals

// FULL: error: 'tc.wgmma' op reads what nothing wrote: byte 16384 of shared memory

// PARITY: error: 'mem.mbarrier_wait' op waits forever for phase 0 of the mbarrier at byte 32768, which lacks 1 of 1 arrivals
// PARITY: note: warp 4 waits here for phase 0 of the mbarrier at byte 32784, which lacks 4 of 4 arrivals

// COUNT: note: warp 4 waits here for phase 0 of the mbarrier at byte 32784, which lacks 1 of 5 arrivals
simt.kernel @pipeline(%A: memref<128x320xf16>, %B: memref<320x192xf16>, %O: memref<128x192xf32>) threads(256)
    shared(32800) grid(2, 3) attributes {simt.max_registers = 168 : i64} {
  %map_a = mem.tensor_map %A : memref<128x320xf16> to !mem.tensor_map<64x64xf16, #mem.swizzle<128>>
  %map_b = mem.tensor_map %B : memref<320x192xf16> to !mem.tensor_map<64x64xf16, #mem.swizzle<128>>
  %a = mem.alloc {offset = 0 : i64} : !mem.buffer<8192xf16, shared>
  %b = mem.alloc {offset = 16384 : i64} : !mem.buffer<8192xf16, shared>
  %full = mem.alloc {offset = 32768 : i64} : !mem.buffer<2x!mem.mbarrier, shared>
  %empty = mem.alloc {offset = 32784 : i64} : !mem.buffer<2x!mem.mbarrier, shared>
  %n0 = arith.constant 0 : i32
  %n1 = arith.constant 1 : i32
  %n2 = arith.constant 2 : i32
  %n4 = arith.constant 4 : i32
  %n5 = arith.constant 5 : i32
  %n16 = arith.constant 16 : i32
  %n64 = arith.constant 64 : i32
  %n128 = arith.constant 128 : i32
  %n4096 = arith.constant 4096 : i32
  %bytes = arith.constant 16384 : i32
  %t = simt.thread_id : i32
  %l = simt.lane_id : i32
  %w = simt.warp_id : i32
  %block = simt.block_id : i32
  %block_row = arith.remui %block, %n2 : i32
  %block_column = arith.divui %block, %n2 : i32
  %row = arith.muli %block_row, %n64 : i32
  %column = arith.muli %block_column, %n64 : i32
  %first = arith.cmpi eq, %t, %n0 : i32
  scf.if %first {
    scf.for %i = %n0 to %n2 step %n1 : i32 {
      mem.mbarrier_init %full[%i] count 1 : !mem.buffer<2x!mem.mbarrier, shared>
      mem.mbarrier_init %empty[%i] count 4 : !mem.buffer<2x!mem.mbarrier, shared>
    }
    mem.fence_mbarrier_init
  }
  simt.barrier
  %copies = arith.cmpi uge, %t, %n128 : i32
  scf.if %copies {
    simt.setmaxnreg dec 40
    %leads = arith.cmpi eq, %t, %n128 : i32
    scf.if %leads {
      scf.for %k = %n0 to %n5 step %n1 : i32 {
        %stage = arith.remui %k, %n2 : i32
        %round = arith.divui %k, %n2 : i32
        %phase = arith.remui %round, %n2 : i32
        %other = arith.xori %phase, %n1 : i32
        %depth = arith.muli %k, %n64 : i32
        %place = arith.muli %stage, %n4096 : i32
        mem.mbarrier_wait %empty[%stage] parity %other : !mem.buffer<2x!mem.mbarrier, shared>
        mem.mbarrier_arrive_expect_tx %full[%stage] bytes %bytes : !mem.buffer<2x!mem.mbarrier, shared>
        mem.tma_load %map_a[%row, %depth] to %a[%place] signal %full[%stage] : !mem.tensor_map<64x64xf16, #mem.swizzle<128>>, !mem.buffer<8192xf16, shared>, !mem.buffer<2x!mem.mbarrier, shared>
        mem.tma_load %map_b[%depth, %column] to %b[%place] signal %full[%stage] : !mem.tensor_map<64x64xf16, #mem.swizzle<128>>, !mem.buffer<8192xf16, shared>, !mem.buffer<2x!mem.mbarrier, shared>
      }
    }
  } else {
    simt.setmaxnreg inc 232
    %zero = arith.constant dense<0.0> : vector<32xf32>
    %speaks = arith.cmpi eq, %l, %n0 : i32
    %start = tc.wgmma_fence of %zero : vector<32xf32>
    %sum = scf.for %k = %n0 to %n5 step %n1 iter_args(%c = %start) -> (!tc.inflight<vector<32xf32>>) : i32 {
      %stage = arith.remui %k, %n2 : i32
      %round = arith.divui %k, %n2 : i32
      %phase = arith.remui %round, %n2 : i32
      %place = arith.muli %stage, %n4096 : i32
      mem.mbarrier_wait %full[%stage] parity %phase : !mem.buffer<2x!mem.mbarrier, shared>
      tc.wgmma_fence
      %more = arith.cmpi ne, %k, %n0 : i32
      %ak0 = arith.constant 0 : i32
      %bk0 = arith.constant 0 : i32
      %pa0 = arith.addi %place, %ak0 : i32
      %pb0 = arith.addi %place, %bk0 : i32
      %da0 = tc.wgmma_descriptor %a[%pa0] leading 16 stride 1024 swizzle 128 : !mem.buffer<8192xf16, shared> to !tc.descriptor<f16>
      %db0 = tc.wgmma_descriptor %b[%pb0] leading 8192 stride 1024 swizzle 128 : !mem.buffer<8192xf16, shared> to !tc.descriptor<f16>
      %c1 = tc.wgmma %da0, %db0, %c if %more trans_b : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<32xf32>>
      %ak1 = arith.constant 16 : i32
      %bk1 = arith.constant 1024 : i32
      %pa1 = arith.addi %place, %ak1 : i32
      %pb1 = arith.addi %place, %bk1 : i32
      %da1 = tc.wgmma_descriptor %a[%pa1] leading 16 stride 1024 swizzle 128 : !mem.buffer<8192xf16, shared> to !tc.descriptor<f16>
      %db1 = tc.wgmma_descriptor %b[%pb1] leading 8192 stride 1024 swizzle 128 : !mem.buffer<8192xf16, shared> to !tc.descriptor<f16>
      %c2 = tc.wgmma %da1, %db1, %c1 trans_b : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<32xf32>>
      %ak2 = arith.constant 32 : i32
      %bk2 = arith.constant 2048 : i32
      %pa2 = arith.addi %place, %ak2 : i32
      %pb2 = arith.addi %place, %bk2 : i32
      %da2 = tc.wgmma_descriptor %a[%pa2] leading 16 stride 1024 swizzle 128 : !mem.buffer<8192xf16, shared> to !tc.descriptor<f16>
      %db2 = tc.wgmma_descriptor %b[%pb2] leading 8192 stride 1024 swizzle 128 : !mem.buffer<8192xf16, shared> to !tc.descriptor<f16>
      %c3 = tc.wgmma %da2, %db2, %c2 trans_b : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<32xf32>>
      %ak3 = arith.constant 48 : i32
      %bk3 = arith.constant 3072 : i32
      %pa3 = arith.addi %place, %ak3 : i32
      %pb3 = arith.addi %place, %bk3 : i32
      %da3 = tc.wgmma_descriptor %a[%pa3] leading 16 stride 1024 swizzle 128 : !mem.buffer<8192xf16, shared> to !tc.descriptor<f16>
      %db3 = tc.wgmma_descriptor %b[%pb3] leading 8192 stride 1024 swizzle 128 : !mem.buffer<8192xf16, shared> to !tc.descriptor<f16>
      %c4 = tc.wgmma %da3, %db3, %c3 trans_b : !tc.descriptor<f16>, !tc.descriptor<f16> -> !tc.inflight<vector<32xf32>>
      tc.wgmma_commit
      tc.wgmma_wait 1
      %releases = arith.andi %more, %speaks : i1
      scf.if %releases {
        %before = arith.xori %stage, %n1 : i32
        mem.mbarrier_arrive %empty[%before] : !mem.buffer<2x!mem.mbarrier, shared>
      }
      scf.yield %c4 : !tc.inflight<vector<32xf32>>
    }
    %r = tc.wgmma_wait 0, %sum : !tc.inflight<vector<32xf32>>
    %warp_row = arith.muli %w, %n16 : i32
    %group = arith.divui %l, %n4 : i32
    %in = arith.remui %l, %n4 : i32
    %in_row = arith.addi %warp_row, %group : i32
    %top = arith.addi %row, %in_row : i32
    %pair = arith.muli %in, %n2 : i32
    %left = arith.addi %column, %pair : i32
    %q0 = vector.extract_strided_slice %r {offsets = [0], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr0 = arith.constant 0 : i32
    %dc0 = arith.constant 0 : i32
    %sr0 = arith.addi %top, %dr0 : i32
    %sc0 = arith.addi %left, %dc0 : i32
    %xr0 = arith.index_cast %sr0 : i32 to index
    %xc0 = arith.index_cast %sc0 : i32 to index
    mem.store %q0, %O[%xr0, %xc0] : memref<128x192xf32>, vector<2xf32>
    %q2 = vector.extract_strided_slice %r {offsets = [2], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr2 = arith.constant 8 : i32
    %dc2 = arith.constant 0 : i32
    %sr2 = arith.addi %top, %dr2 : i32
    %sc2 = arith.addi %left, %dc2 : i32
    %xr2 = arith.index_cast %sr2 : i32 to index
    %xc2 = arith.index_cast %sc2 : i32 to index
    mem.store %q2, %O[%xr2, %xc2] : memref<128x192xf32>, vector<2xf32>
    %q4 = vector.extract_strided_slice %r {offsets = [4], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr4 = arith.constant 0 : i32
    %dc4 = arith.constant 8 : i32
    %sr4 = arith.addi %top, %dr4 : i32
    %sc4 = arith.addi %left, %dc4 : i32
    %xr4 = arith.index_cast %sr4 : i32 to index
    %xc4 = arith.index_cast %sc4 : i32 to index
    mem.store %q4, %O[%xr4, %xc4] : memref<128x192xf32>, vector<2xf32>
    %q6 = vector.extract_strided_slice %r {offsets = [6], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr6 = arith.constant 8 : i32
    %dc6 = arith.constant 8 : i32
    %sr6 = arith.addi %top, %dr6 : i32
    %sc6 = arith.addi %left, %dc6 : i32
    %xr6 = arith.index_cast %sr6 : i32 to index
    %xc6 = arith.index_cast %sc6 : i32 to index
    mem.store %q6, %O[%xr6, %xc6] : memref<128x192xf32>, vector<2xf32>
    %q8 = vector.extract_strided_slice %r {offsets = [8], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr8 = arith.constant 0 : i32
    %dc8 = arith.constant 16 : i32
    %sr8 = arith.addi %top, %dr8 : i32
    %sc8 = arith.addi %left, %dc8 : i32
    %xr8 = arith.index_cast %sr8 : i32 to index
    %xc8 = arith.index_cast %sc8 : i32 to index
    mem.store %q8, %O[%xr8, %xc8] : memref<128x192xf32>, vector<2xf32>
    %q10 = vector.extract_strided_slice %r {offsets = [10], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr10 = arith.constant 8 : i32
    %dc10 = arith.constant 16 : i32
    %sr10 = arith.addi %top, %dr10 : i32
    %sc10 = arith.addi %left, %dc10 : i32
    %xr10 = arith.index_cast %sr10 : i32 to index
    %xc10 = arith.index_cast %sc10 : i32 to index
    mem.store %q10, %O[%xr10, %xc10] : memref<128x192xf32>, vector<2xf32>
    %q12 = vector.extract_strided_slice %r {offsets = [12], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr12 = arith.constant 0 : i32
    %dc12 = arith.constant 24 : i32
    %sr12 = arith.addi %top, %dr12 : i32
    %sc12 = arith.addi %left, %dc12 : i32
    %xr12 = arith.index_cast %sr12 : i32 to index
    %xc12 = arith.index_cast %sc12 : i32 to index
    mem.store %q12, %O[%xr12, %xc12] : memref<128x192xf32>, vector<2xf32>
    %q14 = vector.extract_strided_slice %r {offsets = [14], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr14 = arith.constant 8 : i32
    %dc14 = arith.constant 24 : i32
    %sr14 = arith.addi %top, %dr14 : i32
    %sc14 = arith.addi %left, %dc14 : i32
    %xr14 = arith.index_cast %sr14 : i32 to index
    %xc14 = arith.index_cast %sc14 : i32 to index
    mem.store %q14, %O[%xr14, %xc14] : memref<128x192xf32>, vector<2xf32>
    %q16 = vector.extract_strided_slice %r {offsets = [16], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr16 = arith.constant 0 : i32
    %dc16 = arith.constant 32 : i32
    %sr16 = arith.addi %top, %dr16 : i32
    %sc16 = arith.addi %left, %dc16 : i32
    %xr16 = arith.index_cast %sr16 : i32 to index
    %xc16 = arith.index_cast %sc16 : i32 to index
    mem.store %q16, %O[%xr16, %xc16] : memref<128x192xf32>, vector<2xf32>
    %q18 = vector.extract_strided_slice %r {offsets = [18], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr18 = arith.constant 8 : i32
    %dc18 = arith.constant 32 : i32
    %sr18 = arith.addi %top, %dr18 : i32
    %sc18 = arith.addi %left, %dc18 : i32
    %xr18 = arith.index_cast %sr18 : i32 to index
    %xc18 = arith.index_cast %sc18 : i32 to index
    mem.store %q18, %O[%xr18, %xc18] : memref<128x192xf32>, vector<2xf32>
    %q20 = vector.extract_strided_slice %r {offsets = [20], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr20 = arith.constant 0 : i32
    %dc20 = arith.constant 40 : i32
    %sr20 = arith.addi %top, %dr20 : i32
    %sc20 = arith.addi %left, %dc20 : i32
    %xr20 = arith.index_cast %sr20 : i32 to index
    %xc20 = arith.index_cast %sc20 : i32 to index
    mem.store %q20, %O[%xr20, %xc20] : memref<128x192xf32>, vector<2xf32>
    %q22 = vector.extract_strided_slice %r {offsets = [22], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr22 = arith.constant 8 : i32
    %dc22 = arith.constant 40 : i32
    %sr22 = arith.addi %top, %dr22 : i32
    %sc22 = arith.addi %left, %dc22 : i32
    %xr22 = arith.index_cast %sr22 : i32 to index
    %xc22 = arith.index_cast %sc22 : i32 to index
    mem.store %q22, %O[%xr22, %xc22] : memref<128x192xf32>, vector<2xf32>
    %q24 = vector.extract_strided_slice %r {offsets = [24], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr24 = arith.constant 0 : i32
    %dc24 = arith.constant 48 : i32
    %sr24 = arith.addi %top, %dr24 : i32
    %sc24 = arith.addi %left, %dc24 : i32
    %xr24 = arith.index_cast %sr24 : i32 to index
    %xc24 = arith.index_cast %sc24 : i32 to index
    mem.store %q24, %O[%xr24, %xc24] : memref<128x192xf32>, vector<2xf32>
    %q26 = vector.extract_strided_slice %r {offsets = [26], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr26 = arith.constant 8 : i32
    %dc26 = arith.constant 48 : i32
    %sr26 = arith.addi %top, %dr26 : i32
    %sc26 = arith.addi %left, %dc26 : i32
    %xr26 = arith.index_cast %sr26 : i32 to index
    %xc26 = arith.index_cast %sc26 : i32 to index
    mem.store %q26, %O[%xr26, %xc26] : memref<128x192xf32>, vector<2xf32>
    %q28 = vector.extract_strided_slice %r {offsets = [28], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr28 = arith.constant 0 : i32
    %dc28 = arith.constant 56 : i32
    %sr28 = arith.addi %top, %dr28 : i32
    %sc28 = arith.addi %left, %dc28 : i32
    %xr28 = arith.index_cast %sr28 : i32 to index
    %xc28 = arith.index_cast %sc28 : i32 to index
    mem.store %q28, %O[%xr28, %xc28] : memref<128x192xf32>, vector<2xf32>
    %q30 = vector.extract_strided_slice %r {offsets = [30], sizes = [2], strides = [1]} : vector<32xf32> to vector<2xf32>
    %dr30 = arith.constant 8 : i32
    %dc30 = arith.constant 56 : i32
    %sr30 = arith.addi %top, %dr30 : i32
    %sc30 = arith.addi %left, %dc30 : i32
    %xr30 = arith.index_cast %sr30 : i32 to index
    %xc30 = arith.index_cast %sc30 : i32 to index
    mem.store %q30, %O[%xr30, %xc30] : memref<128x192xf32>, vector<2xf32>
  }
  simt.return
}
