// RUN: %cc -std=c17 -shared -fPIC -I%source %S/Inputs/convert.c -o %t.so
// RUN: tile-opt %s --allow-unregistered-dialect --load-plugin=%t.so --check-rewrites --test-convert | FileCheck %s
// RUN: not tile-opt %s --allow-unregistered-dialect --load-plugin=%t.so --test-convert=mode=full 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: not tile-opt %s --allow-unregistered-dialect --load-plugin=%t.so --test-convert=greedy 2>&1 | FileCheck %s --check-prefix=GREEDY
// RUN: not tile-opt %s --allow-unregistered-dialect --load-plugin=%t.so --test-convert=misspelt 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: tile-opt %s --allow-unregistered-dialect --load-plugin=%t.so --test-convert --debug-only=conversion -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEBUG

// A value becomes one (index -> i64), several (f64 -> i32, i32) or none (none), or what its own op
// says (i16); attributes of arguments follow.
// CHECK: func.func @types(%i: i64 {test.first}, %d: i32, %d_0: i32, %s: i32) -> (i32, i32)
// CHECK-NEXT: %[[A:.*]] = "test.new"(%i, %d, %d_0, %s) : (i64, i32, i32, i32) -> i64
// CHECK-NEXT: %[[B:.*]]:2 = "test.new"(%[[A]]) : (i64) -> (i32, i32)
// CHECK-NEXT: return %[[B]]#0, %[[B]]#1 : i32, i32
func.func @types(%i: index {test.first}, %d: f64, %n: none, %s: i16) -> (f64, none) {
  %0 = "test.op"(%i, %d, %n, %s) {wide} : (index, f64, none, i16) -> i16
  %1:2 = "test.op"(%0) : (i16) -> (f64, none)
  return %1#0, %1#1 : f64, none
}

// Calls, branches that go back, and loops pass on what it became; no cast is left.
// CHECK-LABEL: func.func @flow(
// CHECK-NOT: unrealized
// CHECK: call @types(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (i64, i32, i32, i32) -> (i32, i32)
// CHECK: cf.br ^[[LOOP:bb[0-9]+]](%{{.*}}, %{{.*}} : i32, i32)
// CHECK: ^[[LOOP]](%v: i32, %v_{{[0-9]+}}: i32):
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %v, %{{.*}} = %v_{{[0-9]+}}) -> (i32, i32)
// CHECK: cf.cond_br %c, ^[[LOOP]](%{{.*}}, %{{.*}} : i32, i32), ^
func.func @flow(%i: index, %d: f64, %n: none, %s: i16, %c: i1, %lb: i32) -> f64 {
  %0:2 = call @types(%i, %d, %n, %s) : (index, f64, none, i16) -> (f64, none)
  cf.br ^loop(%0#0 : f64)
^loop(%v: f64):
  %r = scf.for %k = %lb to %lb step %lb iter_args(%a = %v) -> (f64) : i32 {
    %b = "test.op"(%a) : (f64) -> f64
    scf.yield %b : f64
  }
  cf.cond_br %c, ^loop(%r : f64), ^end
^end:
  return %r : f64
}

// What the target does not know may stay, but not in a full conversion; an op that is legal with
// what is in it is not looked into; a pattern may count down on its own op.
// CHECK-LABEL: func.func @rest(
// CHECK-NEXT: "other.op"
// CHECK-NEXT: "test.whole"() ({
// CHECK-NEXT: "test.nothing"
// CHECK: "test.dynamic"() {stays}
// CHECK-NEXT: "test.new"() : () -> ()
// CHECK-NEXT: return
// FULL: error: 'other.op' op is unknown to the target for 'test-convert', and there is no pattern for it
// FULL: help: give the conversion a pattern for 'other.op', or let its target admit the op
func.func @rest() {
  "other.op"() : () -> ()
  "test.whole"() ({
    "test.nothing"() : () -> ()
  }) : () -> ()
  "test.dynamic"() {stays} : () -> ()
  "test.count"() {n = 3 : i32} : () -> ()
  return
}

// GREEDY: error: pattern 'new_op' converts types, which the greedy driver does not
// GREEDY: help: run it with ir_convert and a type converter
// TARGET: error: the conversion's target names 'arith.adi', which dialect 'arith' does not have
// DEBUG: [conversion] {{.*}}'test.op' is illegal
// DEBUG: [conversion] {{.*}}'test.op' try new_op
// DEBUG: [conversion]   applied new_op
