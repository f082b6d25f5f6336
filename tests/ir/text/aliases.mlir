// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s

!row = vector<4xf32>
!rows = tensor<2x!u.t>
#one = 1 : i32
#list = [#one, "a"]

// CHECK: "t.op"() {a = 1 : i32, b = [1 : i32, "a"]} : () -> (vector<4xf32>, tensor<2x!u.t>)
%0:2 = "t.op"() {a = #one, b = #list} : () -> (!row, !rows)
