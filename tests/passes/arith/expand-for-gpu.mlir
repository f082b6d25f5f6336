// RUN: tile-opt %s --arith-expand-for-gpu | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='tile-set-target{arch=sm_80},arith-expand-for-gpu' | FileCheck %s --check-prefix=OLDER
// Conversions that a GPU lacks; that they are exact is what tests/emulator/casts.py says.

// CHECK-LABEL: @native
// CHECK-NEXT: arith.truncf %x : f32 to f8E4M3FN
// CHECK-NEXT: arith.truncf %x toward_zero : f32 to bf16
// CHECK-NEXT: arith.truncf %y upward : f64 to f32
// CHECK-NEXT: return
func.func @native(%x: f32, %y: f64) -> (f8E4M3FN, bf16, f32) {
  %0 = arith.truncf %x : f32 to f8E4M3FN
  %1 = arith.truncf %x toward_zero : f32 to bf16
  %2 = arith.truncf %y upward : f64 to f32
  return %0, %1, %2 : f8E4M3FN, bf16, f32
}

// By way of the nearest number, and one more or less.
// CHECK-LABEL: @downward
// CHECK: %[[R:.*]] = arith.truncf %x : f32 to f16
// CHECK: arith.extf %[[R]]
// CHECK: arith.cmpf ogt
// CHECK: arith.select
// CHECK: arith.bitcast {{.*}} : i16 to f16
func.func @downward(%x: f32) -> f16 {
  %0 = arith.truncf %x downward : f32 to f16
  return %0 : f16
}

// By way of f32, with a last bit that says that something was cut off.
// CHECK-LABEL: @from_double
// CHECK: %[[C:.*]] = arith.truncf %x toward_zero : f64 to f32
// CHECK: arith.cmpf une
// CHECK: arith.ori
// CHECK: arith.truncf {{.*}} : f32 to f8E5M2
func.func @from_double(%x: f64) -> f8E5M2 {
  %0 = arith.truncf %x : f64 to f8E5M2
  return %0 : f8E5M2
}

// 8-bit floats compute in f32, each op rounded; fma in f64.
// CHECK-LABEL: @arithmetic
// CHECK: arith.addf {{.*}} : vector<4xf32>
// CHECK-NEXT: arith.truncf {{.*}} : vector<4xf32> to vector<4xf8E4M3FN>
// CHECK: arith.cmpf olt, {{.*}} : vector<4xf32>
// CHECK: math.fma {{.*}} : vector<4xf64>
// CHECK: arith.fptosi {{.*}} : vector<4xf32> to vector<4xi8>
// CHECK: arith.sitofp {{.*}} : vector<4xi8> to vector<4xf32>
func.func @arithmetic(%x: vector<4xf8E4M3FN>, %y: vector<4xf8E4M3FN>, %n: vector<4xi8>)
    -> (vector<4xi1>, vector<4xf8E4M3FN>, vector<4xi8>, vector<4xf8E4M3FN>) {
  %0 = arith.addf %x, %y : vector<4xf8E4M3FN>
  %1 = arith.cmpf olt, %0, %y : vector<4xf8E4M3FN>
  %2 = math.fma %0, %x, %y : vector<4xf8E4M3FN>
  %3 = arith.fptosi %2 : vector<4xf8E4M3FN> to vector<4xi8>
  %4 = arith.sitofp %n : vector<4xi8> to vector<4xf8E4M3FN>
  return %1, %2, %3, %4 : vector<4xi1>, vector<4xf8E4M3FN>, vector<4xi8>, vector<4xf8E4M3FN>
}

// Before sm_89 there are no 8-bit floats: one is the upper half of an f16, the other one has its exponent elsewhere.
// CHECK-LABEL: @widened
// CHECK-COUNT-3: arith.extf {{.*}} : f8
// OLDER-LABEL: @widened
// OLDER: arith.bitcast %x : f8E5M2 to i8
// OLDER: arith.shli %{{.*}}, %{{.*}} : i16
// OLDER: %[[H:.*]] = arith.bitcast %{{.*}} : i16 to f16
// OLDER: arith.extf %[[H]] : f16 to f32
// OLDER: arith.mulf %{{.*}}, %{{.*}} : f16
// OLDER: arith.select %{{.*}} : i16
// OLDER: arith.truncf %{{.*}} : f32 to bf16
// OLDER-NOT: arith.extf {{.*}} : f8
// OLDER: return
func.func @widened(%x: f8E5M2, %y: f8E4M3FN, %z: f8E5M2) -> (f32, f16, bf16) {
  %0 = arith.extf %x : f8E5M2 to f32
  %1 = arith.extf %y : f8E4M3FN to f16
  %2 = arith.extf %z : f8E5M2 to bf16
  return %0, %1, %2 : f32, f16, bf16
}

// CHECK-LABEL: @narrowed
// CHECK: arith.truncf %x : f32 to f8E4M3FN
// OLDER-LABEL: @narrowed
// OLDER: arith.bitcast %x : f32 to i32
// OLDER: arith.addf %{{.*}} : f32
// OLDER: arith.trunci %{{.*}} : i32 to i8
// OLDER: arith.bitcast %{{.*}} : i8 to f8E4M3FN
func.func @narrowed(%x: f32) -> f8E4M3FN {
  %0 = arith.truncf %x : f32 to f8E4M3FN
  return %0 : f8E4M3FN
}

// Before sm_90 tf32 is rounded to by its instruction away from zero alone.
// CHECK-LABEL: @tf32
// CHECK-COUNT-3: arith.truncf %x {{.*}}f32 to tf32
// OLDER-LABEL: @tf32
// OLDER: arith.shrui
// OLDER: %[[R:.*]] = arith.select %{{.*}}, %x, %{{.*}} : f32
// OLDER: arith.truncf %[[R]] to_nearest_away : f32 to tf32
// OLDER-NOT: arith.addi
// OLDER: %[[Z:.*]] = arith.select %{{.*}}, %x, %{{.*}} : f32
// OLDER: arith.truncf %[[Z]] to_nearest_away : f32 to tf32
// OLDER: arith.truncf %x to_nearest_away : f32 to tf32
func.func @tf32(%x: f32) -> (tf32, tf32, tf32) {
  %0 = arith.truncf %x : f32 to tf32
  %1 = arith.truncf %x toward_zero : f32 to tf32
  %2 = arith.truncf %x to_nearest_away : f32 to tf32
  return %0, %1, %2 : tf32, tf32, tf32
}
