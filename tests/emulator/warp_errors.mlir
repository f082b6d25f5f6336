// RUN: not tile-run %s --device=cpu --kernel=left_out 2>&1 | FileCheck %s --check-prefix=LEFT
// RUN: not tile-run %s --device=cpu --kernel=absent 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not tile-run %s --device=cpu --kernel=masks 2>&1 | FileCheck %s --check-prefix=MASKS
// RUN: not tile-run %s --device=cpu --kernel=not_read 2>&1 | FileCheck %s --check-prefix=READ
// RUN: not tile-run %s --device=cpu --kernel=registers 2>&1 | FileCheck %s --check-prefix=REGISTERS
// RUN: not tile-run %s --device=cpu --kernel=part_of_mma 2>&1 | FileCheck %s --check-prefix=MMA
// RUN: not tile-run %s --device=cpu --kernel=barrier_id --arg n=16 2>&1 | FileCheck %s --check-prefix=ID
// RUN: not tile-run %s --device=cpu --kernel=barrier_count 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not tile-run %s --device=cpu --kernel=row_outside 2>&1 | FileCheck %s --check-prefix=ROW
// RUN: not tile-run %s --device=cpu --kernel=row_unaligned 2>&1 | FileCheck %s --check-prefix=UNALIGNED
//
// What lanes that work together can do wrong.

// LEFT: warp_errors.mlir:[[#@LINE+5]]:{{[0-9]+}}: error: 'simt.vote' op is executed by lane 4, which its mask leaves out
simt.kernel @left_out() threads(32) grid(1) {
  %mask = arith.constant 15 : i32
  %l = simt.lane_id : i32
  %p = arith.cmpi slt, %l, %mask : i32
  %a = simt.vote any %p mask %mask : i1
  simt.return
}

// ABSENT: error: 'simt.shuffle' op has lane 8 in its mask, which does not execute it
simt.kernel @absent() threads(32) grid(1) {
  %n8 = arith.constant 8 : i32
  %one = arith.constant 1 : i32
  %l = simt.lane_id : i32
  %p = arith.cmpi slt, %l, %n8 : i32
  scf.if %p {
    %a = simt.shuffle xor %l, %one : i32
  }
  simt.return
}

// MASKS: error: 'simt.redux' op is executed with different masks by lanes 0 and 3
simt.kernel @masks() threads(32) grid(1) {
  %all = arith.constant -1 : i32
  %few = arith.constant -8 : i32
  %three = arith.constant 3 : i32
  %l = simt.lane_id : i32
  %p = arith.cmpi eq, %l, %three : i32
  %n15 = arith.constant 15 : i32
  %mask = arith.select %p, %n15, %all : i32
  %a = simt.redux addi %l mask %mask : i32
  simt.return
}

// READ: error: 'simt.shuffle' op reads lane 4 in lane 3, but it does not take part
simt.kernel @not_read() threads(32) grid(1) {
  %n4 = arith.constant 4 : i32
  %n15 = arith.constant 15 : i32
  %one = arith.constant 1 : i32
  %l = simt.lane_id : i32
  %p = arith.cmpi slt, %l, %n4 : i32
  scf.if %p {
    %a = simt.shuffle down %l, %one mask %n15 : i32
  }
  simt.return
}

// REGISTERS: error: 'simt.setmaxnreg' op is executed by whole warps, but lane 16 is elsewhere
simt.kernel @registers() threads(32) grid(1) {
  %n16 = arith.constant 16 : i32
  %l = simt.lane_id : i32
  %p = arith.cmpi slt, %l, %n16 : i32
  scf.if %p {
    simt.setmaxnreg dec 40
  }
  simt.return
}

// MMA: error: 'tc.mma' op is executed by whole warps, but lane 0 is elsewhere
simt.kernel @part_of_mma() threads(32) grid(1) {
  %n0 = arith.constant 0 : i32
  %l = simt.lane_id : i32
  %a = arith.constant dense<1.0> : vector<8xf16>
  %b = arith.constant dense<1.0> : vector<4xf16>
  %c = arith.constant dense<0.0> : vector<4xf32>
  %p = arith.cmpi ne, %l, %n0 : i32
  scf.if %p {
    %d = tc.mma %a, %b, %c instr "mma.m16n8k16" : vector<8xf16>, vector<4xf16>, vector<4xf32>
  }
  simt.return
}

// ID: error: 'simt.barrier' op has an id from 0 to 15, got 16
simt.kernel @barrier_id(%n: i32) threads(32) grid(1) {
  simt.barrier id %n
  simt.return
}

// Warp 0 expects three warps at the barrier, warp 1 two.
// COUNT: error: 'simt.barrier' op is for 64 threads, but the barrier already waits for 96
simt.kernel @barrier_count() threads(96) grid(1) {
  %n0 = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %w = simt.warp_id : i32
  %p = arith.cmpi eq, %w, %n0 : i32
  scf.if %p {
    simt.barrier id %one threads 96
  } else {
    simt.barrier id %one threads 64
  }
  simt.return
}

// ROW: error: 'tc.ldmatrix' op moves a row outside in lane 31: elements 250 to 257 of a buffer of 256
simt.kernel @row_outside() threads(32) shared(512) grid(1) {
  %n2 = arith.constant 2 : i32
  %n8 = arith.constant 8 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<256xf16, shared>
  %l = simt.lane_id : i32
  %r = arith.muli %l, %n8 : i32
  %o = arith.addi %r, %n2 : i32
  %v = tc.ldmatrix %s[%o] : !mem.buffer<256xf16, shared>, vector<8xf16>
  simt.return
}

// UNALIGNED: error: 'tc.stmatrix' op is not aligned to its size in lane 1: byte 8 of shared memory, which has 512
simt.kernel @row_unaligned() threads(32) shared(512) grid(1) {
  %n4 = arith.constant 4 : i32
  %s = mem.alloc {offset = 0 : i64} : !mem.buffer<256xf16, shared>
  %l = simt.lane_id : i32
  %o = arith.muli %l, %n4 : i32
  %v = arith.constant dense<1.0> : vector<8xf16>
  tc.stmatrix %v, %s[%o] : !mem.buffer<256xf16, shared>, vector<8xf16>
  simt.return
}
