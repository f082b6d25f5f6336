// Aliases that printing makes for maps, sets, distinct attributes, long tuples and locations.
// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --print-local-scope | FileCheck %s --check-prefix=LOCAL
// RUN: tile-opt %s --allow-unregistered-dialect --print-debuginfo | FileCheck %s --check-prefix=LOCS
// RUN: %if mlir-opt %{ sh %S/../../dialects/Inputs/mlir_agrees.sh %s %t --allow-unregistered-dialect %}

// What nests less deeply stands first, and in the order of the text.
// CHECK: #loc = loc("a":1:2)
// CHECK-NEXT: #loc1 = loc("b")
// CHECK-NEXT: #map = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 1)>
// CHECK-NEXT: #set = affine_set<(d0) : (d0 >= 0)>
// CHECK-NEXT: #distinct = distinct[0]<#map1>
// CHECK-NEXT: #loc2 = loc(fused<#map1>[#loc, #loc1])
// CHECK-NEXT: !tuple = tuple<i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, memref<2x2xi32, #map>>
#next = affine_map<(i) -> (i + 1)>
// CHECK: func.func private @layouts(memref<4x4xf32, #map>, !tuple)
// LOCAL: func.func private @layouts(memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, tuple<i32,
func.func private @layouts(memref<4x4xf32, affine_map<(i, j) -> (j, i)>>, tuple<i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, memref<2x2xi32, affine_map<(i, j) -> (j, i)>>>)
// CHECK: a = #map1, b = [#set, #map1], c = #loc2, d = #distinct
// LOCAL: a = affine_map<(d0) -> (d0 + 1)>, b = [affine_set<(d0) : (d0 >= 0)>, affine_map<(d0) -> (d0 + 1)>], c = loc(fused<affine_map<(d0) -> (d0 + 1)>>["a":1:2, "b"]), d = distinct[0]<affine_map<(d0) -> (d0 + 1)>>
"t.uses"() {a = #next, b = [affine_set<(i) : (i >= 0)>, #next], c = loc(fused<#next>["a":1:2, "b"]),
            d = distinct[7]<#next>} : () -> () loc("op"("b"))

// Only what stands in an op's location is defined behind the text.
// LOCS: #loc{{[0-9]*}} = loc("b")
// LOCS: module {
// LOCS: "t.uses"() {{.*}} loc(#[[op:loc[0-9]+]])
// LOCS: #[[op]] = loc("op"(#loc{{[0-9]*}}))
