// Ops and arguments that came are where they were, at where the call was.
// RUN: tile-opt %s --inline=default-pipeline= --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

func.func @callee(%c: i1, %x: i32) -> i32 {
  cf.br ^bb1(%x : i32) loc("a.c":1:1)
^bb1(%y: i32 loc("arg")):
  %0 = arith.addi %y, %y : i32 loc("a.c":2:1)
  return %0 : i32 loc(callsite("b.c":3:1 at "c.c":4:1))
}

// A stack of calls grows at its end.
// CHECK-LABEL: func.func @caller(
// CHECK-NEXT: cf.br ^bb1(%{{.*}} : i32) loc(callsite("a.c":1:1 at callsite("d.c":5:1 at "e.c":6:1)))
// CHECK-NEXT: ^bb1(%{{.*}}: i32 loc(callsite("arg" at callsite("d.c":5:1 at "e.c":6:1)))):
// CHECK-NEXT: arith.addi {{.*}} loc(callsite("a.c":2:1 at callsite("d.c":5:1 at "e.c":6:1)))
// CHECK-NEXT: cf.br ^bb2({{.*}}) loc(callsite("b.c":3:1 at callsite("c.c":4:1 at callsite("d.c":5:1 at "e.c":6:1))))
// CHECK-NEXT: ^bb2(%{{.*}}: i32 loc(callsite("d.c":5:1 at "e.c":6:1))):
func.func @caller(%c: i1, %x: i32) -> i32 {
  %0 = call @callee(%c, %x) : (i1, i32) -> i32 loc(callsite("d.c":5:1 at "e.c":6:1))
  return %0 : i32
}

// Of a call at an unknown place they stay.
// CHECK-LABEL: func.func @unknown(
// CHECK-NEXT: cf.br ^bb1({{.*}}) loc("a.c":1:1)
func.func @unknown(%c: i1, %x: i32) -> i32 {
  %0 = call @callee(%c, %x) : (i1, i32) -> i32 loc(unknown)
  return %0 : i32
}
