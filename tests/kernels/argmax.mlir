// RUN: tile-run %s --device=cpu --verify --exact --init=int --dim M=37 --dim N=61 | FileCheck %s
// RUN: tile-run %s --device=cpu --level=thread --verify --exact --init=int --dim M=37 --dim N=61 --param BN=128 | FileCheck %s
// RUN: tile-compile %s --emit=ptx -o %t.ptx
// CHECK: verify: ok
// SHAPE: M=64 N=64
// SHAPE: M=37 N=61

// The largest element of each row and where it is first; an index for each column comes from memory.
tile.params { BM = 16 : [4, 16], BN = 64 : [64, 96, 128], WARPS = 4 : [1, 4, 8, 12] }
tile.kernel @argmax(%A: memref<?x?xf32>[M, N], %I: memref<?xi32>[N], %V: memref<?xf32>[M], %P: memref<?xi32>[M])
    warps($WARPS) grid(%b = ceildiv(M, $BM)) {
  %low = arith.constant -1000.0 : f32
  %x = tile.load %A[%b * $BM, 0] pad(%low) : tensor<$BMx$BNxf32>
  %i = tile.load %I[0] : tensor<$BNxi32>
  %at = tile.broadcast %i : tensor<$BNxi32> to tensor<$BMx$BNxi32>
  %v, %p = tile.reduce %x, %at axis 1 (%a, %j, %c, %k) {
    %more = arith.cmpf ogt, %a, %c : f32
    %equal = arith.cmpf oeq, %a, %c : f32
    %before = arith.cmpi slt, %j, %k : i32
    %tie = arith.andi %equal, %before : i1
    %first = arith.ori %more, %tie : i1
    %value = arith.select %first, %a, %c : f32
    %place = arith.select %first, %j, %k : i32
    tile.yield %value, %place
  }
  tile.store %v, %V[%b * $BM]
  tile.store %p, %P[%b * $BM]
}
