// RUN: tile-run %s --kernel=@say --device=cpu | sort | FileCheck %s
// RUN: tile-run %s --kernel=@say --device=cpu --schedule=random:3 | sort | FileCheck %s
// RUN: not tile-run %s --kernel=@claim --device=cpu 2>&1 | FileCheck %s --check-prefix=CLAIM
// RUN: tile-compile %s --emit=llvm -o - | FileCheck %s --check-prefix=LLVM

// Every type, and lanes that parted.
// CHECK: report.mlir:[[@LINE+19]]:5: thread 1: {} 50% 1 -1 -1 -7 9 1.5 0.333333 -2.5 0.25
// CHECK: report.mlir:[[@LINE+18]]:5: thread 33: {} 50% 1 -1 -1 -7 9 1.5 0.333333 -2.5 0.25
// LLVM: c"{{.*}}report.mlir:{{[0-9]+}}:5: thread %d: {} 50%% %d %d %d %d %lld %g %g %g %g\0A\00"
// LLVM: c"{{.*}}: error: 'simt.assert' op does not hold in thread %d of block %d: t is %d\0A\00"
simt.kernel @say() threads(64) grid(1) {
  %t = simt.thread_id : i32
  %l = simt.lane_id : i32
  %one = arith.constant 1 : i32
  %i1 = arith.constant true
  %i8 = arith.constant -1 : i8
  %i16 = arith.constant -1 : i16
  %i32 = arith.constant -7 : i32
  %i64 = arith.constant 9 : i64
  %f16 = arith.constant 1.5 : f16
  %f32 = arith.constant 0.333333333 : f32
  %f64 = arith.constant -2.5 : f64
  %bf16 = arith.constant 0.25 : bf16
  %p = arith.cmpi eq, %l, %one : i32
  scf.if %p {
    simt.print "thread {}: {{}} 50% {} {} {} {} {} {} {} {} {}", %t, %i1, %i8, %i16, %i32, %i64, %f16, %f32, %f64, %bf16 : i32, i1, i8, i16, i32, i64, f16, f32, f64, bf16
  }
  // CHECK: report.mlir:[[@LINE+2]]:3: predicated 1
  // CHECK: report.mlir:[[@LINE+1]]:3: predicated 33
  simt.print "predicated {}", %t : i32 if %p
  // CHECK-NOT: report.mlir
  simt.return
}

simt.kernel @claim() threads(64) grid(2) {
  %t = simt.thread_id : i32
  %n = arith.constant 40 : i32
  %p = arith.cmpi ult, %t, %n : i32
  // CLAIM: report.mlir:[[@LINE+1]]:3: error: 'simt.assert' op does not hold in thread 40: t is 40
  simt.assert %p, "t is {}", %t : i32
  simt.return
}
