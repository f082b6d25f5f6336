// RUN: not tile-opt %s --split-input-file '--arith-expand=include-bf16 include-f8e8m0 include-f4e2m1' 2>&1 | FileCheck %s
// RUN: not tile-opt %s --split-input-file '--arith-expand=include-bf16 include-f8e8m0 include-f4e2m1 exact' 2>&1 | FileCheck %s

// CHECK: error: 'arith.scaling_extf' op is illegal for 'arith-expand'
// CHECK: pattern '{{.*}}': its scale of type 'f8E5M2FNUZ' does not convert to f8E8M0FNU
func.func @scale(%x: f4E2M1FN, %s: f8E5M2FNUZ) -> f32 {
  %0 = arith.scaling_extf %x, %s : f4E2M1FN, f8E5M2FNUZ to f32
  return %0 : f32
}

// -----

// CHECK: error: 'arith.scaling_truncf' op is illegal for 'arith-expand'
// CHECK: pattern '{{.*}}': its scale of type 'f8E5M2FNUZ' does not convert to f8E8M0FNU
func.func @scale(%x: f32, %s: f8E5M2FNUZ) -> f4E2M1FN {
  %0 = arith.scaling_truncf %x, %s : f32, f8E5M2FNUZ to f4E2M1FN
  return %0 : f4E2M1FN
}

// -----

// CHECK: error: 'arith.ceildivsi' op is illegal for 'arith-expand'
// CHECK: pattern '{{.*}}': it takes constants, and the extents of 'tensor<?xi32>' are not known
func.func @extents(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.ceildivsi %x, %x : tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// CHECK: error: 'arith.extf' op is illegal for 'arith-expand'
// CHECK: pattern '{{.*}}': it takes constants, and the extents of 'tensor<?xf8E8M0FNU>' are not known
func.func @extents(%x: tensor<?xf8E8M0FNU>) -> tensor<?xf32> {
  %0 = arith.extf %x : tensor<?xf8E8M0FNU> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK: error: 'arith.truncf' op is illegal for 'arith-expand'
// CHECK: pattern '{{.*}}': only rounding to nearest even is expanded
func.func @rounding(%x: f32) -> bf16 {
  %0 = arith.truncf %x upward : f32 to bf16
  return %0 : bf16
}

// -----

// CHECK: error: 'arith.truncf' op is illegal for 'arith-expand'
// CHECK: pattern '{{.*}}': only rounding to nearest even is expanded
func.func @rounding(%x: f32) -> f8E8M0FNU {
  %0 = arith.truncf %x toward_zero : f32 to f8E8M0FNU
  return %0 : f8E8M0FNU
}
