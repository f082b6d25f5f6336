// Values keep the names they have in the source, made unique where two of a scope collide.
// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --number-values | FileCheck %s --check-prefix=NUMBER

// CHECK-LABEL: @sources(%lhs: i32, %arg0: i32)
// NUMBER-LABEL: @sources(%arg0: i32, %arg1: i32)
func.func @sources(%lhs: i32, %0: i32) {
  // CHECK: %sum.1-a$b = "t.a"(%lhs, %arg0)
  // NUMBER: %0 = "t.a"(%arg0, %arg1)
  %sum.1-a$b = "t.a"(%lhs, %0) : (i32, i32) -> i32
  // Numbers are given anew.
  // CHECK: %0 = "t.b"(%sum.1-a$b)
  // NUMBER: %1 = "t.b"(%0)
  %17 = "t.b"(%sum.1-a$b) : (i32) -> i32
  // CHECK: "t.c"(%0)
  "t.c"(%17) : (i32) -> ()
  return
}

// CHECK-LABEL: @groups
func.func @groups() {
  // CHECK: %pair:2, %one = "t.three"()
  // NUMBER: %0:3 = "t.three"()
  %pair:2, %one = "t.three"() : () -> (i32, i64, f32)
  // CHECK: "t.use"(%pair#1, %one, %pair#0)
  // NUMBER: "t.use"(%0#1, %0#2, %0#0)
  "t.use"(%pair#1, %one, %pair#0) : (i64, f32, i32) -> ()
  return
}

// Regions beside each other may use the same name; a region's numbers start where those of the
// region around it end.
// CHECK-LABEL: @regions
func.func @regions() {
  // CHECK: "t.two"() ({
  // CHECK-NEXT: %x = "t.in"
  // CHECK-NEXT: %2 = "t.in"
  // CHECK-NEXT: }, {
  // CHECK-NEXT: %x = "t.in"
  // CHECK-NEXT: %2 = "t.in"
  // CHECK: %1 = "t.after"
  %0 = "t.two"() ({
    %x = "t.in"() : () -> i32
    %1 = "t.in"() : () -> i32
  }, {
    %x = "t.in"() : () -> i32
    %1 = "t.in"() : () -> i32
  }) : () -> i32
  %1 = "t.after"() : () -> i32
  return
}

// CHECK-LABEL: @hidden
func.func @hidden() {
  // The first %x is seen inside the region, so the second gets another name.
  // CHECK: "t.region"() ({
  // CHECK-NEXT: %x_0 = "t.in"
  "t.region"() ({
    %x = "t.in"() : () -> i32
  }) : () -> ()
  // CHECK: %x = "t.out"
  %x = "t.out"() : () -> i32
  return
}
