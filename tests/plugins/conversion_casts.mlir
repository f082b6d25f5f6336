// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/convert.c -o %t.so
// RUN: not tile-opt %s --allow-unregistered-dialect --load-plugin=%t.so --test-convert 2>&1 | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --load-plugin=%t.so --test-convert=keep-casts | FileCheck %s --check-prefix=KEPT
// RUN: tile-opt %s --allow-unregistered-dialect --load-plugin=%t.so --check-rewrites --test-convert=materialize | FileCheck %s --check-prefix=MADE
// RUN: not tile-opt %s --allow-unregistered-dialect --load-plugin=%t.so --test-convert=keep-casts --reconcile-unrealized-casts=must-vanish 2>&1 | FileCheck %s --check-prefix=LATER

// A cast that is left over is no success: who still wants or gives the old type, and which pattern
// on which op needed the new one.
// CHECK: conversion_casts.mlir:[[#USER:]]:3: error: 'test.legal' op still wants 'f64' for operand #0, which became '(i32, i32)'
// CHECK: conversion_casts.mlir:[[#USER-5]]:1: note: pattern 'ir_convert_callable' on 'func.func' needed a block's argument converted: a cast from '(i32, i32)' to 'f64' is left over
// CHECK: help: convert that op as well (is it legal in the target?), or give converter 'test' a to_source
// CHECK: error: 'test.legal' op still wants 'f64' for operand #0
// CHECK: note: pattern 'new_op' on 'test.op' needed a result converted
// CHECK: conversion_casts.mlir:[[#USER-2]]:8: error: 'test.legal' still gives 'index', of which 'i64' was wanted
// CHECK: note: pattern 'new_op' on 'test.op' needed an operand converted: a cast from 'index' to 'i64' is left over
// CHECK: help: {{.*}}give converter 'test' a to_target

// Kept for a later pass, which learns who made them.
// KEPT: builtin.unrealized_conversion_cast %d, %d_{{[0-9]+}} : i32, i32 to f64 {builtin.made_by = "test-convert: ir_convert_callable"}
// KEPT: builtin.unrealized_conversion_cast %{{.*}} : index to i64 {builtin.made_by = "test-convert: new_op"}
// LATER: error: 'builtin.unrealized_conversion_cast' op is left over, made by test-convert: ir_convert_callable
// LATER: note: a block's argument is its value
// LATER: note: 'test.legal' uses what it makes

// Or the converter makes ops of them.
// MADE-NOT: unrealized
// MADE: %[[OLD:.*]] = "test.to_argument"(%d, %d_{{[0-9]+}}) : (i32, i32) -> f64
// MADE: "test.to_source"(%{{.*}}#0, %{{.*}}#1) : (i32, i32) -> f64
// MADE: "test.to_target"(%{{.*}}) : (index) -> i64
// MADE: "test.legal"(%[[OLD]]) : (f64) -> ()
func.func @casts(%d: f64) {
  %0 = "test.op"(%d) : (f64) -> f64
  "test.legal"(%0) : (f64) -> ()
  %1 = "test.legal"() : () -> index
  "test.op"(%1) : (index) -> ()
  "test.legal"(%d) : (f64) -> ()
  return
}
