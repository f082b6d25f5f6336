// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(inline{default-pipeline= inlining-threshold=100})' | FileCheck %s
// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(inline{default-pipeline= inlining-threshold=0})' | FileCheck %s --check-prefix=NONE
// RUN: not tile-opt %s --split-input-file --pass-pipeline='builtin.module(inline{default-pipeline=no-such-pass})' 2>&1 | FileCheck %s --check-prefix=PASS
// RUN: not tile-opt %s --split-input-file --pass-pipeline='builtin.module(inline{op-pipelines=cse})' 2>&1 | FileCheck %s --check-prefix=PIPE

// PASS: error: no pass or pipeline is named 'no-such-pass'
// PIPE: error: 'cse' is no pipeline for one kind of op
// PIPE: help: write op-pipelines=func.func(canonicalize,cse)

// Four ops into two.
// CHECK-LABEL: func.func @small(
// CHECK-NEXT: call @large
// NONE-LABEL: func.func @small(
// NONE-NEXT: call @large
func.func @small(%x: i32) -> i32 {
  %0 = call @large(%x) : (i32) -> i32
  return %0 : i32
}
func.func @large(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %0, %x : i32
  %2 = arith.addi %1, %x : i32
  return %2 : i32
}

// -----

// Two ops into three.
// CHECK-LABEL: func.func @fits(
// CHECK-NOT: call
// CHECK: return
// NONE-LABEL: func.func @fits(
// NONE: call @tiny
func.func @fits(%x: i32) -> i32 {
  %0 = call @tiny(%x) : (i32) -> i32
  %1 = arith.muli %0, %0 : i32
  return %1 : i32
}
func.func @tiny(%x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
