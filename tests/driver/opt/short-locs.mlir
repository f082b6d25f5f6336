// Locations as editors read them: what is called stands in front of its callers, a line each.
// RUN: tile-opt %s --allow-unregistered-dialect --print-short-locs | FileCheck %s

// CHECK: "t.place"() : () -> () f.py:3:4
"t.place"() : () -> () loc("f.py":3:4)
// CHECK: "t.name"() : () -> () "n"(f.py:3:4)
"t.name"() : () -> () loc("n"("f.py":3:4))
// CHECK: "t.call"() : () -> () "n" at f.py:3:4
"t.call"() : () -> () loc(callsite("n" at "f.py":3:4))
// CHECK: "t.calls"() : () -> () "n"
// CHECK-NEXT: at g.py:1:2
// CHECK-NEXT: at h.py:5:6
"t.calls"() : () -> () loc(callsite("n" at callsite("g.py":1:2 at "h.py":5:6)))
// CHECK: "t.fused"() : () -> () <"pass">["n", f.py:3:4]
"t.fused"() : () -> () loc(fused<"pass">["n", "f.py":3:4])
// CHECK: "t.unknown"() : () -> () [unknown]
"t.unknown"() : () -> () loc(unknown)
