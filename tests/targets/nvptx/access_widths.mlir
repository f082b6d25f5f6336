// RUN: tile-compile %s --pass-pipeline= --arch=sm_90a -o - | FileCheck %s
// One instruction an access; constants end in its immediate; bytes and bits travel in 16-bit registers; a column-major memref
// has its stride as a parameter.

// CHECK-LABEL: .entry wide
// CHECK: ld.global.nc.v2.b64 {{.*}}+32];
// CHECK: st.global.v2.b64
simt.kernel @wide(%A: memref<?xf64>[N], %C: memref<?xf64>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %b = simt.block_id : i32
  %i = arith.index_cast %b : i32 to index
  %j = arith.addi %i, %c4 : index
  %x = mem.load %A[%j] : memref<?xf64>, vector<2xf64>
  mem.store %x, %C[%c0] : memref<?xf64>, vector<2xf64>
  simt.return
}

// CHECK-LABEL: .entry narrow
// CHECK: @%p{{.*}} ld.global.nc.b8 %rs
// CHECK: @%p{{.*}} st.global.b8 [{{.*}}], %rs
simt.kernel @narrow(%A: memref<?xi8>[N], %C: memref<?xi8>[N], %p: i1) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7 : i8
  %x = mem.load %A[%c0] if %p else %pad : memref<?xi8>, i8
  mem.store %x, %C[%c0] if %p : memref<?xi8>, i8
  simt.return
}

// CHECK-LABEL: .entry bits
// CHECK: ld.global.nc.b8
simt.kernel @bits(%A: memref<?xi1>[N], %C: memref<?xi32>[N]) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %x = mem.load %A[%c0] : memref<?xi1>, i1
  %y = arith.extui %x : i1 to i32
  mem.store %y, %C[%c0] : memref<?xi32>, i32
  simt.return
}

// CHECK-LABEL: .entry column_major(
// CHECK: column_major_param_3,
// CHECK: column_major_param_4
// CHECK: ld.param.b64 [[STRIDE:%rd[0-9]+]], [column_major_param_3];
// CHECK: ld.global.nc.v4.b32
simt.kernel @column_major(%A: memref<?x?xf16, strided<[1, ?]>>[M, N], %C: memref<8xf16>) threads(32) grid(N) {
  %c0 = arith.constant 0 : index
  %b = simt.block_id : i32
  %j = arith.index_cast %b : i32 to index
  %x = mem.load %A[%c0, %j] : memref<?x?xf16, strided<[1, ?]>>, vector<8xf16>
  mem.store %x, %C[%c0] : memref<8xf16>, vector<8xf16>
  simt.return
}
