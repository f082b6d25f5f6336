// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: @cfg
func.func @cfg(%c: i1, %a: i32) -> i32 {
  // CHECK-NEXT: cf.cond_br %c, ^bb1, ^bb2(%a : i32)
  cf.cond_br %c, ^then, ^join(%a : i32)
// CHECK-NEXT: {{^}}  ^bb1:  // pred: ^bb0
^then:
  // CHECK-NEXT: cf.br ^bb2(%a : i32)
  cf.br ^join(%a : i32)
// CHECK-NEXT: {{^}}  ^bb2(%r: i32):  // 3 preds: ^bb0, ^bb1, ^bb3
^join(%r: i32):
  // CHECK-NEXT: return %r : i32
  return %r : i32
// CHECK-NEXT: {{^}}  ^bb3:  // no predecessors
^dead:
  // CHECK-NEXT: "t.none"() : () -> ()
  // CHECK-NEXT: cf.br ^bb2(%a : i32)
  "t.none"() : () -> ()
  cf.br ^join(%a : i32)
}

// Labels belong to their region.
// CHECK: "t.regions"() ({
// CHECK-NEXT: {{^}}  ^bb0(%x: i32):
// CHECK-NEXT: "t.br"()[^bb1] : () -> ()
// CHECK-NEXT: {{^}}  ^bb1:  // pred: ^bb0
// CHECK-NEXT: "t.end"() : () -> ()
// CHECK-NEXT: }, {
// CHECK-NEXT: {{^}}  ^bb0:
// CHECK-NEXT: }, {
// CHECK-NEXT: }) : () -> ()
"t.regions"() ({
^bb0(%x: i32):
  "t.br"()[^bb1] : () -> ()
^bb1:
  "t.end"() : () -> ()
}, {
^bb0:
}, {
}) : () -> ()
