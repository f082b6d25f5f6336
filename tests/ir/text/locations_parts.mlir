// Fused locations keep each part once, and their metadata; places may be ranges.
// RUN: tile-opt %s --allow-unregistered-dialect --print-debuginfo --print-local-scope | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --print-debuginfo | tile-opt --allow-unregistered-dialect --print-debuginfo --print-local-scope | FileCheck %s

// CHECK: loc(fused<"pass">["a", "b"])
"t.metadata"() : () -> () loc(fused<"pass">["a", "b", "a", unknown])
// CHECK: loc("a")
"t.one"() : () -> () loc(fused["a", unknown])
// CHECK: loc(fused["a", "b", "c"])
"t.nested"() : () -> () loc(fused["a", fused["b", "c"]])
// CHECK: loc(fused<1 : i32>["a"])
"t.note"() : () -> () loc(fused<1 : i32>["a"])
// CHECK: loc("f":3:4 to :8)
"t.columns"() : () -> () loc("f":3:4 to :8)
// CHECK: loc("f":3:4 to 5:1)
"t.lines"() : () -> () loc("f":3:4 to 5:1)
// CHECK: loc("f":3:0)
"t.line"() : () -> () loc("f":3)
