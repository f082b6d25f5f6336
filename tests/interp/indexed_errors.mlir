// RUN: not tile-run %s --device=cpu --kernel=follow --init=int 2>&1 | FileCheck %s --check-prefix=FOLLOW
// RUN: not tile-run %s --device=cpu --kernel=together --init=int 2>&1 | FileCheck %s --check-prefix=TOGETHER

// What an attribute says of an access has to be so.

#v = #tile.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = []>

// FOLLOW: error: 'tile.gather' op cannot be done in accesses of 4 elements here: they do not follow each other
tile.kernel @follow(%A: memref<128xf32>) warps(1) grid(%b = 1) {
  %k = tile.iota axis 0 : tensor<128xi32, #v>
  %last = arith.constant dense<127> : tensor<128xi32, #v>
  %back = arith.subi %last, %k : tensor<128xi32, #v>
  %x = tile.gather %A[%back] {width = 4 : i64} : tensor<128xf32, #v>
}

// TOGETHER: error: 'tile.scatter' op cannot be done in accesses of 4 elements here
tile.kernel @together(%A: memref<126xf32>) warps(1) grid(%b = 1) {
  %k = tile.iota axis 0 : tensor<128xi32, #v>
  %x = arith.constant dense<1.0> : tensor<128xf32, #v>
  tile.scatter %x, %A[%k] {width = 4 : i64}
}
