// Reading and writing elements that follow each other, as the last steps before threads leave them.
// RUN: interp-run %s --kernel=through_buffer --dim=N=16 > %t.buffer
// RUN: interp-run %s --kernel=straight --dim=N=16 > %t.straight
// RUN: diff %t.buffer %t.straight
// RUN: FileCheck %s --input-file=%t.straight --implicit-check-not="guard broken"
// CHECK: B: {{[0-9a-f]+}}

// Where the predicate is false nothing is read and the value after `else` is there instead.
tile.kernel @through_buffer(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %yes = arith.constant true
  %no = arith.constant false
  %pad = arith.constant dense<1.0> : vector<4xf32>
  %s = mem.alloc : !mem.buffer<4xf32, shared>
  %v = mem.load %A[%c0] if %yes else %pad : memref<?xf32>, vector<4xf32>
  mem.store %v, %s[%i0] : !mem.buffer<4xf32, shared>, vector<4xf32>
  %w = mem.load %s[%i0] : !mem.buffer<4xf32, shared>, vector<4xf32>
  %p = mem.load %A[%c0] if %no else %pad : memref<?xf32>, vector<4xf32>
  %sum = arith.addf %w, %p : vector<4xf32>
  mem.store %sum, %B[%c0] : memref<?xf32>, vector<4xf32>
  mem.store %pad, %B[%c0] if %no : memref<?xf32>, vector<4xf32>
}

tile.kernel @straight(%A: memref<?xf32>[N], %B: memref<?xf32>[N]) warps(1) grid(%b = 1) {
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1.0> : vector<4xf32>
  %v = vector.load %A[%c0] : memref<?xf32>, vector<4xf32>
  %sum = arith.addf %v, %one : vector<4xf32>
  vector.store %sum, %B[%c0] : memref<?xf32>, vector<4xf32>
}
