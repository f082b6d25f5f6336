// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-stage,tc-select{wgmma=false})' --split-input-file | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile.kernel(tile-stage,tc-select{tensor_cores=false})' --split-input-file | FileCheck %s --check-prefix=OFF

// f16 with f32 accumulation: one tc.dot per 16 of K.

// CHECK-LABEL: tile.kernel @mma
// CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] : tensor<64x16xf16>
// CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] : tensor<16x32xf16>
// CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] : tensor<64x16xf16>
// CHECK: tile.load %{{.*}}[%{{.*}}, %{{.*}}] : tensor<16x32xf16>
// CHECK-COUNT-2: tc.dot {{.*}} instr "mma.m16n8k16"
// CHECK-NOT: tc.dot
// CHECK: tile.store
// OFF-LABEL: tile.kernel @mma
// OFF-NOT: tc.dot
// OFF: math.fma
tile.kernel @mma(%A: memref<64x32xf16>, %B: memref<32x32xf16>, %C: memref<64x32xf32>) warps(4) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %a = tile.load %A[0, 0] : tensor<64x32xf16>
  %b1 = tile.load %B[0, 0] : tensor<32x32xf16>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

// -----

// No instruction for f32: a loop over K of a column times a row.

// CHECK-LABEL: tile.kernel @fma
// CHECK: scf.for %[[k:.*]] = {{.*}} iter_args(%[[c:.*]] =
// CHECK: %[[a:.*]] = tile.load {{.*}} : tensor<16x1xf32>
// CHECK: %[[b:.*]] = tile.load {{.*}} : tensor<1x16xf32>
// CHECK: %[[x:.*]] = tile.broadcast %[[a]]
// CHECK: %[[y:.*]] = tile.broadcast %[[b]]
// CHECK: %[[d:.*]] = math.fma %[[x]], %[[y]], %[[c]]
// CHECK: scf.yield %[[d]]
tile.kernel @fma(%A: memref<16x16xf32>, %B: memref<16x16xf32>, %C: memref<16x16xf32>) warps(1) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %a = tile.load %A[0, 0] : tensor<16x16xf32>
  %b1 = tile.load %B[0, 0] : tensor<16x16xf32>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

// -----

// f16 operands of an extent no instruction tiles: widened, then FMA.

// CHECK-LABEL: tile.kernel @small
// CHECK: arith.extf {{.*}} : tensor<8x1xf16> to tensor<8x1xf32>
// CHECK: math.fma
tile.kernel @small(%A: memref<8x16xf16>, %B: memref<16x8xf16>, %C: memref<8x8xf32>) warps(1) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<8x8xf32>
  %a = tile.load %A[0, 0] : tensor<8x16xf16>
  %b1 = tile.load %B[0, 0] : tensor<16x8xf16>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}

// -----

// A product whose result is another one's left operand, and that one: all warps along the rows, so that the
// result stays where it is; each step takes its columns of it. Without tensor cores it goes through a buffer.

// CHECK-LABEL: tile.kernel @chained
// CHECK-COUNT-2: tc.dot {{.*}} instr "mma.m16n8k16" warps [4, 1]
// CHECK: %[[H:.*]] = arith.truncf
// CHECK-NOT: tile.store %[[H]]
// CHECK: tc.dot %[[H]], {{.*}} instr "mma.m16n8k16" from 0
// CHECK: tc.dot %[[H]], {{.*}} instr "mma.m16n8k16" from 16
// CHECK: tc.dot %[[H]], {{.*}} instr "mma.m16n8k16" from 32
// OFF-LABEL: tile.kernel @chained
// OFF: %[[H:.*]] = arith.truncf
// OFF: tile.store %[[H]]
tile.kernel @chained(%A: memref<64x32xf16>, %B: memref<32x48xf16>, %C: memref<48x16xf16>, %D: memref<64x16xf32>) warps(4) grid(%b = 1) {
  %z = arith.constant dense<0.0> : tensor<64x48xf32>
  %zero = arith.constant dense<0.0> : tensor<64x16xf32>
  %a = tile.load %A[0, 0] : tensor<64x32xf16>
  %b1 = tile.load %B[0, 0] : tensor<32x48xf16>
  %c = tile.load %C[0, 0] : tensor<48x16xf16>
  %x = tile.dot %a, %b1, %z
  %h = arith.truncf %x : tensor<64x48xf32> to tensor<64x48xf16>
  %d = tile.dot %h, %c, %zero
  tile.store %d, %D[0, 0]
}

// -----

// Rows that are summed as often as they are computed are not shared by warps; what a loop made may be.

// CHECK-LABEL: tile.kernel @sums
// CHECK: scf.for
// CHECK: tc.dot {{.*}} instr "mma.m16n8k16"{{$}}
// CHECK: tile.reduce
// CHECK: tc.dot {{.*}} instr "mma.m16n8k16" warps [4, 1]
// CHECK: tile.reduce
tile.kernel @sums(%A: memref<64x16xf16>, %B: memref<16x64xf16>, %R: memref<2x64xf32>, %n: index) warps(4) grid(%b = 1) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tile.load %A[0, 0] : tensor<64x16xf16>
  %b1 = tile.load %B[0, 0] : tensor<16x64xf16>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) {
    %t = tile.dot %a, %b1, %s
    scf.yield %t : tensor<64x64xf32>
  }
  %r0 = tile.reduce arith.addf %l axis 1
  tile.store %r0, %R[0, 0]
  %d = tile.dot %a, %b1, %zero
  %r1 = tile.reduce arith.addf %d axis 1
  tile.store %r1, %R[1, 0]
}
