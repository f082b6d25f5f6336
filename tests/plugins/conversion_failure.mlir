// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/convert.c -o %t.so
// RUN: not tile-opt %s --allow-unregistered-dialect --load-plugin=%t.so --check-rewrites --test-convert 2>&1 | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --load-plugin=%t.so --test-convert=mode=analysis -o %t.same 2>&1 | FileCheck %s --check-prefix=ANALYSIS
// RUN: FileCheck %s --check-prefix=SAME < %t.same

// Each op that stays, each pattern for it, and why it was not applied.
// CHECK: conversion_failure.mlir:[[#FIRST:]]:3: error: 'test.fail' op is illegal for 'test-convert', and 2 patterns did not make it legal
// CHECK: note: pattern 'fail_first': has 1 operands, not 7
// CHECK: note: pattern 'fail_third': it is Monday
// CHECK: conversion_failure.mlir:[[#FIRST+1]]:3: error: 'test.nothing' op is illegal for 'test-convert', and there is no pattern for it
// CHECK: help: give the conversion a pattern for 'test.nothing', or let its target admit the op
// An op that patterns made says of what.
// CHECK: conversion_failure.mlir:[[#FIRST+2]]:3: error: 'test.broken' op is illegal
// CHECK: conversion_failure.mlir:[[#FIRST+2]]:3: note: pattern 'chain_second' made it of 'test.link'
// CHECK: conversion_failure.mlir:[[#FIRST+2]]:3: note: pattern 'chain_first' made it of 'test.chain'
// Circles end.
// CHECK: error: 'test.circle' op is illegal for 'test-convert', and 2 patterns did not make it legal
// CHECK: note: pattern 'circle_there': it made this op from 'test.circle', and would go on for ever
// CHECK: note: pattern 'circle_back': it made this op from 'test.back', and would go on for ever
// A type that cannot be converted.
// CHECK: error: 'test.op' op is illegal
// CHECK: conversion_failure.mlir:[[#FIRST+4]]:8: note: patterns that convert were not tried: converter 'test' has nothing for 'i8', the type of operand #0

// An analysis says the same of each op and changes nothing.
// ANALYSIS: remark: 'test.fail' cannot be converted
// ANALYSIS: remark: 'test.nothing' cannot be converted
// ANALYSIS: remark: 'test.chain' cannot be converted
// ANALYSIS: remark: 'test.circle' cannot be converted
// ANALYSIS: remark: 'test.op' cannot be converted
// ANALYSIS: remark: 'test.count' can be converted
// SAME: "test.chain"
// SAME: "test.count"() {n = 3 : i32}
func.func @fails(%i: i32) {
  "test.fail"(%i) : (i32) -> ()
  "test.nothing"() : () -> ()
  "test.chain"() : () -> ()
  "test.circle"() : () -> ()
  %b = "test.legal"() : () -> i8
  "test.op"(%b) : (i8) -> ()
  "test.count"() {n = 3 : i32} : () -> ()
  return
}
