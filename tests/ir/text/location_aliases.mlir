// RUN: tile-opt %s --print-debuginfo | FileCheck %s
// RUN: tile-opt %s --print-debuginfo > %t.1
// RUN: tile-opt %t.1 --print-debuginfo > %t.2
// RUN: diff %t.1 %t.2

// Parts have smaller numbers than what they are part of.
// CHECK: #loc2 = loc("aa")
// CHECK-NEXT: module {
module {
  // CHECK: func.func @f(%a: i32 loc("aa")) -> i32 {
  func.func @f(%a: i32 loc("aa")) -> i32 {
    // CHECK: arith.addi %a, %a : i32 loc(#loc9)
    %x = arith.addi %a, %a : i32 loc(callsite("g" at "h"("k":1:2)))
    // CHECK: arith.addi %a, %x : i32 loc(#loc2)
    %y = arith.addi %a, %x : i32 loc("aa")
    // CHECK: arith.addi %a, %y : i32 loc(#loc8)
    %z = arith.addi %a, %y : i32 loc(fused["h", "k":1:2])
    // CHECK: return %z : i32 loc(#loc6)
    return %z : i32 loc(unknown)
  // CHECK: } loc(#loc1)
  } loc("f")
// CHECK: } loc(#loc)
} loc("m")
// CHECK-NEXT: #loc = loc("m")
// CHECK-NEXT: #loc1 = loc("f")
// CHECK-NEXT: #loc3 = loc("g")
// CHECK-NEXT: #loc4 = loc("k":1:2)
// CHECK-NEXT: #loc5 = loc("h")
// CHECK-NEXT: #loc6 = loc(unknown)
