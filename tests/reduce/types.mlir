// RUN: tile-reduce %s --only=extents --test='grep -q "x4x"' 2>/dev/null | FileCheck %s
// RUN: tile-reduce %s --only=widths --test='tile-opt {} | grep -q extsi' 2>/dev/null | FileCheck %s --check-prefix=WIDTHS

// An extent is the same everywhere; the one that matters stays. A dialect's own types follow.
// CHECK: tile.kernel @k(%A: memref<?x?xf16>[M, N])
// CHECK: tile.load %A[{{.*}}] : tensor<1x4xf16>
// CHECK: mem.alloc : !mem.buffer<1x4xf16, shared>
// CHECK: func.func @g(%a: vector<1xi32>) -> vector<1xi64>
// CHECK: arith.constant dense<7> : vector<1xi64>

// WIDTHS: func.func @g(%a: vector<8xi1>) -> vector<8xi8>
// WIDTHS: arith.extsi %a : vector<8xi1> to vector<8xi8>
tile.kernel @k(%A: memref<?x?xf16>[M, N]) warps(4) grid(%i = ceildiv(M, 64)) {
  %t = tile.load %A[%i * 64, 0] : tensor<64x4xf16>
  %b = mem.alloc : !mem.buffer<64x4xf16, shared>
  tile.store %t, %b[0, 0]
}
func.func @g(%a: vector<8xi32>) -> vector<8xi64> {
  %c = arith.constant dense<7> : vector<8xi64>
  %e = arith.extsi %a : vector<8xi32> to vector<8xi64>
  %s = arith.addi %e, %c : vector<8xi64>
  return %s : vector<8xi64>
}
