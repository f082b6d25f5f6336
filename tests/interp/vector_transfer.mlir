// RUN: interp-run %s | FileCheck %s
// RUN: not interp-run %s --call=outside:6 2>&1 | FileCheck %s --check-prefix=OUTSIDE

// A 4x4 memref that holds 0, 1, ..., 15.
func.func private @counted(%c0: index) -> memref<4x4xi32> {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %m = memref.alloc() : memref<4x4xi32>
  %flat = memref.collapse_shape %m [[0, 1]] : memref<4x4xi32> into memref<16xi32>
  scf.for %i = %c0 to %c16 step %c1 {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %flat[%i] : memref<16xi32>
  }
  return %m : memref<4x4xi32>
}

// Outside there is padding, and under a mask.
// CHECK: @reads: [14, 15, -1] : vector<3xi32>, [10, 14, -1, 11, 15, -1] : vector<2x3xi32>, [9, 10, 9, 10] : vector<2x2xi32>, [14, -1, -1] : vector<3xi32>, 1 : index
func.func @reads() -> (vector<3xi32>, vector<2x3xi32>, vector<2x2xi32>, vector<3xi32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant -1 : i32
  %k = arith.constant dense<[true, false, true]> : vector<3xi1>
  %m = func.call @counted(%c0) : (index) -> memref<4x4xi32>
  %0 = vector.transfer_read %m[%c3, %c2], %pad : memref<4x4xi32>, vector<3xi32>
  %1 = vector.transfer_read %m[%c2, %c2], %pad {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<4x4xi32>, vector<2x3xi32>
  %2 = vector.transfer_read %m[%c2, %c1], %pad {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<4x4xi32>, vector<2x2xi32>
  %3 = vector.transfer_read %m[%c3, %c2], %pad, %k : memref<4x4xi32>, vector<3xi32>
  %n = vector.vscale
  return %0, %1, %2, %3, %n : vector<3xi32>, vector<2x3xi32>, vector<2x2xi32>, vector<3xi32>, index
}

// CHECK: @writes: [0, 7, 7, 3] : vector<4xi32>, [12, 13, 7, 7] : vector<4xi32>
func.func @writes() -> (vector<4xi32>, vector<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %v = arith.constant dense<7> : vector<4xi32>
  %k = arith.constant dense<[true, true, false, false]> : vector<4xi1>
  %m = func.call @counted(%c0) : (index) -> memref<4x4xi32>
  vector.transfer_write %v, %m[%c3, %c2] : vector<4xi32>, memref<4x4xi32>
  vector.transfer_write %v, %m[%c0, %c1], %k : vector<4xi32>, memref<4x4xi32>
  %0 = vector.load %m[%c0, %c0] : memref<4x4xi32>, vector<4xi32>
  %1 = vector.load %m[%c3, %c0] : memref<4x4xi32>, vector<4xi32>
  return %0, %1 : vector<4xi32>, vector<4xi32>
}

// OUTSIDE: error: 'vector.transfer_read' op reads outside
func.func @outside(%i: index) {
  %c = arith.constant 0 : i32
  %m = memref.alloc() : memref<8xi32>
  %v = arith.constant dense<1> : vector<8xi32>
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %m[%c0] : vector<8xi32>, memref<8xi32>
  %0 = vector.transfer_read %m[%i], %c {in_bounds = [true]} : memref<8xi32>, vector<4xi32>
  return
}
