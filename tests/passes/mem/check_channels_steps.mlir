// RUN: not tile-opt %s --pass-pipeline='tile.kernel(mem-check-channels)' --remarks-filter=mem-check-channels -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: tile-opt %s --pass-pipeline='tile.kernel(mem-check-channels{steps=10})' --remarks-filter=mem-check-channels -o /dev/null 2>&1 | FileCheck %s --check-prefix=FEW

// With fewer steps less is looked at: a deadlock behind them is not found.

// ALL: error: 'mem.channel_wait' op waits forever: nobody commits position 0
// FEW-NOT: error:
// FEW: remark: 1 channels and 1 roles explored in 1 runs of {{10|11}} steps, after which it ended [checked-channels]
tile.kernel @late(%A: memref<64x64xf32>) warps(4) grid(%b = 1) {
  %ch = mem.channel : !mem.channel<2>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %s = mem.alloc : !mem.buffer<64x64xf32, shared>
  %x = arith.constant dense<0.0> : tensor<64x64xf32>
  scf.for %k = %c0 to %c9 step %c1 {
    tile.store %x, %s[%c0, %c0]
  }
  mem.channel_wait %ch[%c0] : !mem.channel<2>
}
