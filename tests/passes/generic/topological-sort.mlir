// RUN: tile-opt %s --topological-sort --allow-unregistered-dialect | FileCheck %s

// What need not move stays in its order.
// CHECK: %[[B:.*]] = "test.b"
// CHECK-NEXT: %[[D:.*]] = "test.d"
// CHECK-NEXT: "test.e"(%[[D]])
// CHECK-NEXT: %[[A:.*]] = "test.a"(%[[B]], %[[D]])
// CHECK-NEXT: "test.c"(%[[A]])
module {
  %a = "test.a"(%b, %d) : (i32, i32) -> i32
  "test.c"(%a) : (i32) -> ()
  %b = "test.b"() : () -> i32
  %d = "test.d"() : () -> i32
  "test.e"(%d) : (i32) -> ()
}

// A circle is broken at the first op of all that wait, also for the circle.
// CHECK: "test.z"(%[[X:[a-z0-9_]+]])
// CHECK-NEXT: %[[X]] = "test.x"(%[[Y:[a-z0-9_]+]])
// CHECK-NEXT: %[[Y]] = "test.y"(%[[X]])
module {
  "test.z"(%x) : (i32) -> ()
  %x = "test.x"(%y) : (i32) -> i32
  %y = "test.y"(%x) : (i32) -> i32
}

// A use inside of an op counts; the order within a function stays.
// CHECK: %[[V:.*]] = "test.v"
// CHECK-NEXT: func.func @f
// CHECK: "test.region"() ({
// CHECK-NEXT: "test.use"(%[[V]])
module {
  "test.region"() ({
    "test.use"(%v) : (i32) -> ()
  }) : () -> ()
  %v = "test.v"() : () -> i32
  func.func @f() {
    return
  }
}
