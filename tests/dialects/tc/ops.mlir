// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// CHECK-LABEL: func.func @dot
func.func @dot(%a: tensor<64x16xf16>, %b: tensor<16x32xf16>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // CHECK: %[[D:.*]] = tc.dot %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k16"
  %d = tc.dot %a, %b, %c instr "mma.m16n8k16"
  // CHECK: return %[[D]] : tensor<64x32xf32>
  return %d : tensor<64x32xf32>
}

// Columns 32 to 47 of a deeper left operand, all warps along its rows.
// CHECK-LABEL: func.func @part
func.func @part(%a: tensor<64x64xf16>, %b: tensor<16x32xf16>, %c: tensor<64x32xf32>) -> tensor<64x32xf32> {
  // CHECK: tc.dot %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k16" from 32 warps [4, 1]
  %d = tc.dot %a, %b, %c instr "mma.m16n8k16" from 32 warps [4, 1]
  return %d : tensor<64x32xf32>
}

// CHECK-LABEL: func.func @fragments
func.func @fragments(%s: !mem.buffer<8192xbf16, shared>, %o: i32, %c: vector<4xf32>) -> vector<4xf32> {
  // CHECK: tc.ldmatrix %{{.*}}[%{{.*}}] : !mem.buffer<8192xbf16, shared>, vector<8xbf16>
  %a = tc.ldmatrix %s[%o] : !mem.buffer<8192xbf16, shared>, vector<8xbf16>
  // CHECK: tc.ldmatrix %{{.*}}[%{{.*}}] trans : !mem.buffer<8192xbf16, shared>, vector<4xbf16>
  %b = tc.ldmatrix %s[%o] trans : !mem.buffer<8192xbf16, shared>, vector<4xbf16>
  // CHECK: tc.mma %{{.*}}, %{{.*}}, %{{.*}} instr "mma.m16n8k16" : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
  %d = tc.mma %a, %b, %c instr "mma.m16n8k16" : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
  return %d : vector<4xf32>
}
