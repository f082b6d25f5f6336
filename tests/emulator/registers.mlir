// RUN: tile-run %s --device=cpu --kernel=exchange --print=O | FileCheck %s --check-prefix=EXCHANGE
// RUN: tile-run %s --device=cpu --kernel=exchange --print=O --schedule=random:4 | FileCheck %s --check-prefix=EXCHANGE
// RUN: not tile-run %s --device=cpu --kernel=too_many 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not tile-run %s --device=cpu --kernel=wrong_way 2>&1 | FileCheck %s --check-prefix=WAY
//
// What a block's warpgroups do with its registers.

// One warpgroup gives up 144 registers a thread, two take 72 each: 168 is what 384 threads start with.
// EXCHANGE: %O = [3, 3, 3]
simt.kernel @exchange(%O: memref<3xi32>) threads(384) grid(1) attributes {simt.max_registers = 168 : i64} {
  %n0 = arith.constant 0 : i32
  %n4 = arith.constant 4 : i32
  %n128 = arith.constant 128 : i32
  %three = arith.constant 3 : i32
  %t = simt.thread_id : i32
  %group = arith.divui %t, %n128 : i32
  %in = arith.remui %t, %n128 : i32
  %produces = arith.cmpi eq, %group, %n0 : i32
  scf.if %produces {
    simt.setmaxnreg dec 24
  } else {
    simt.setmaxnreg inc 240
  }
  %first = arith.cmpi eq, %in, %n0 : i32
  %at = arith.index_cast %group : i32 to index
  mem.store %three, %O[%at] if %first : memref<3xi32>, i32
  simt.return
}

// MANY: registers.mlir:[[#@LINE+8]]:{{[0-9]+}}: error: 'simt.setmaxnreg' op waits forever for registers: the block has 1280 left, and each of the warp's threads has 168
simt.kernel @too_many() threads(256) grid(1) attributes {simt.max_registers = 168 : i64} {
  %n128 = arith.constant 128 : i32
  %t = simt.thread_id : i32
  %produces = arith.cmpi ult, %t, %n128 : i32
  scf.if %produces {
    simt.setmaxnreg dec 104
  } else {
    simt.setmaxnreg inc 240
  }
  simt.return
}

// WAY: error: 'simt.setmaxnreg' op raises registers to 40, but the thread has 128
simt.kernel @wrong_way() threads(512) grid(1) attributes {simt.min_blocks = 1 : i64} {
  simt.setmaxnreg inc 40
  simt.return
}
