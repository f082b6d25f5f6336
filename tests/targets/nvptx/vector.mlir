// RUN: tile-compile %s --pass-pipeline= --emit=llvm --debug-info=none -o - | FileCheck %s
// Moving elements of vectors about is bookkeeping: what is stored are the values loaded, and pairs
// that stay together cost nothing.

// CHECK-LABEL: @slices
// CHECK: [[A:%.*]] = call { i32, i32, i32, i32 } asm "ld.global.nc.v4.b32
// CHECK-DAG: [[A2:%.*]] = extractvalue { i32, i32, i32, i32 } [[A]], 2
// CHECK-DAG: [[A3:%.*]] = extractvalue { i32, i32, i32, i32 } [[A]], 3
// CHECK: [[V:%.*]] = insertelement <2 x i32> poison, i32 [[A2]], {{.*}} 0
// CHECK: [[W:%.*]] = insertelement <2 x i32> [[V]], i32 [[A3]], {{.*}} 1
// CHECK: store <2 x i32> [[W]]
// CHECK: ret void
simt.kernel @slices(%A: memref<?xf16>[N], %C: memref<?xf16>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : vector<8xf16>
  %a = mem.load %A[%c0] : memref<?xf16>, vector<8xf16>
  %high = vector.extract_strided_slice %a {offsets = [4], sizes = [4], strides = [1]} : vector<8xf16> to vector<4xf16>
  %b = vector.insert_strided_slice %high, %zero {offsets = [2], strides = [1]} : vector<4xf16> into vector<8xf16>
  %c = vector.extract_strided_slice %b {offsets = [2], sizes = [4], strides = [1]} : vector<8xf16> to vector<4xf16>
  mem.store %c, %C[%c0] : memref<?xf16>, vector<4xf16>
  simt.return
}

// CHECK-LABEL: @elements
// CHECK: [[L:%.*]] = call { i32, i32 } asm "ld.global.nc.v2.b32
// CHECK-DAG: [[X:%.*]] = extractvalue { i32, i32 } [[L]], 0
// CHECK-DAG: [[Y:%.*]] = extractvalue { i32, i32 } [[L]], 1
// CHECK: [[P:%.*]] = insertelement <4 x i32> <i32 poison, i32 poison, i32 7, i32 poison>, i32 [[Y]], {{.*}} 0
// CHECK: [[Q:%.*]] = insertelement <4 x i32> [[P]], i32 [[X]], {{.*}} 1
// CHECK: [[R:%.*]] = insertelement <4 x i32> [[Q]], i32 [[Y]], {{.*}} 3
// CHECK: store <4 x i32> [[R]]
simt.kernel @elements(%A: memref<?xi32>[N], %C: memref<?xi32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %seven = arith.constant 7 : i32
  %a = mem.load %A[%c0] : memref<?xi32>, vector<2xi32>
  %s = vector.shuffle %a, %a [1, 2] : vector<2xi32>, vector<2xi32>
  %x = vector.extract %s[0] : i32 from vector<2xi32>
  %y = vector.extract %s[1] : i32 from vector<2xi32>
  %v = vector.from_elements %x, %y, %y, %y : vector<4xi32>
  %w = vector.insert %seven, %v [2] : i32 into vector<4xi32>
  %z = vector.insert %x, %w [3] : i32 into vector<4xi32>
  mem.store %z, %C[%c0] : memref<?xi32>, vector<4xi32>
  simt.return
}

// A row repeated along the leading dimension, and bits under another type.
// CHECK-LABEL: @broadcast_and_bits
// CHECK: store <4 x i32> <i32 1, i32 2, i32 1, i32 2>
// CHECK: store i32 1065353216
simt.kernel @broadcast_and_bits(%C: memref<?xi32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %row = arith.constant dense<[1, 2]> : vector<2xi32>
  %m = vector.broadcast %row : vector<2xi32> to vector<2x2xi32>
  %m0 = vector.extract %m[0] : vector<2xi32> from vector<2x2xi32>
  %m1 = vector.extract %m[1] : vector<2xi32> from vector<2x2xi32>
  %zero = vector.broadcast %c0 : index to vector<1xindex>
  %both = vector.shuffle %m0, %m1 [0, 1, 2, 3] : vector<2xi32>, vector<2xi32>
  mem.store %both, %C[%c0] : memref<?xi32>, vector<4xi32>
  %one = arith.constant dense<[0.0, 1.875]> : vector<2xf16>
  %bits = vector.bitcast %one : vector<2xf16> to vector<1xi32>
  %word = vector.extract %bits[0] : i32 from vector<1xi32>
  mem.store %word, %C[%c0] : memref<?xi32>, i32
  simt.return
}
