// RUN: tile-opt %s --allow-unregistered-dialect --print-debuginfo --print-local-scope | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --print-debuginfo --print-local-scope | tile-opt --allow-unregistered-dialect --print-debuginfo --print-local-scope | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s --check-prefix=PLAIN

// PLAIN-NOT: loc(
// CHECK: "t.file"() : () -> () loc("k.py":12:3)
"t.file"() : () -> () loc("k.py":12:3)
// CHECK: "t.name"() : () -> () loc("x")
"t.name"() : () -> () loc("x")
// CHECK: "t.child"() : () -> () loc("x"("k.py":1:2))
"t.child"() : () -> () loc("x"("k.py":1:2))
// CHECK: "t.call"() : () -> () loc(callsite("f" at "k.py":4:5))
"t.call"() : () -> () loc(callsite("f" at "k.py":4:5))
// CHECK: "t.fused"() : () -> () loc(fused["a", "b"])
"t.fused"() : () -> () loc(fused["a", "b"])
// CHECK: "t.unknown"() : () -> () loc(unknown)
"t.unknown"() : () -> () loc(unknown)
// An op without one is where its name stands.
// CHECK: "t.here"() : () -> i32 loc("{{.*}}locations.mlir":[[# @LINE + 1]]:6)
%0 = "t.here"() : () -> i32
// Aliases may come later, for ops, block arguments and functions' arguments.
// CHECK: "t.late"() : () -> () loc("late")
"t.late"() : () -> () loc(#late)
// CHECK: func.func @f(%a: i32 loc("late"), %b: i32 loc("b"))
func.func @f(%a: i32 loc(#late), %b: i32 loc("b")) {
  cf.br ^bb1(%a : i32)
// CHECK: ^bb1(%c: i32 loc("late")):
^bb1(%c: i32 loc(#late)):
  return
}
#late = loc("late")
