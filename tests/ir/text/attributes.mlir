// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s

// CHECK: "t.integers"() {a = 1 : i64, b = -2 : i32, c = 255 : i64, d = -56 : i8, e = 200 : ui8, f = 7 : index, g = -9223372036854775808 : i64}
"t.integers"() {a = 1, b = -2 : i32, c = 0xFF, d = 200 : i8, e = 200 : ui8, f = 7 : index, g = -9223372036854775808} : () -> ()
// CHECK: "t.bools"() {a = true, b = false, c = true}
"t.bools"() {a = true, b = false, c = 1 : i1} : () -> ()
// CHECK: "t.strings"() {a = "", b = "a\22b\\\0A\09\FF"}
"t.strings"() {a = "", b = "a\"b\\\n\t\FF"} : () -> ()
// i64 and f64 go without saying in an array.
// CHECK: "t.arrays"() {a = [], b = [1, 2 : i32, 1.000000e+00, "x", [true], unit]}
"t.arrays"() {a = [], b = [1, 2 : i32, 1.0, "x", [true], unit]} : () -> ()
// CHECK: "t.dicts"() {a = {}, b = {c, d = {e = 1 : i64}}, "f g" = 1 : i64}
"t.dicts"() {"f g" = 1, b = {d = {e = 1}, c}, a = {}} : () -> ()
// CHECK: "t.symbols"() {a = @f, b = @"f g"::@h::@i}
"t.symbols"() {a = @f, b = @"f g"::@h::@"i"} : () -> ()
// CHECK: "t.types"() {a = i32, b = (i32) -> (), c = vector<4xf32>, d = !u.t<1>}
"t.types"() {a = i32, b = (i32) -> (), c = vector<4xf32>, d = !u.t<1>} : () -> ()
// CHECK: "t.dense_arrays"() {a = array<i64>, b = array<i32: 1, -2>, c = array<i1: true, false>, d = array<i8: -1>}
"t.dense_arrays"() {a = array<i64>, b = array<i32: 1, -2>, c = array<i1: true, false>, d = array<i8: 255>} : () -> ()
// CHECK: "t.layouts"() {a = strided<[]>, b = strided<[?, 1], offset: ?>, c = strided<[2, 1], offset: 4>}
"t.layouts"() {a = strided<[]>, b = strided<[?, 1], offset: ?>, c = strided<[2, 1], offset: 4>} : () -> ()
// CHECK: "t.opaque"() {a = #u.a, b = #u.a<1 -> 2, (x)>}
"t.opaque"() {a = #u.a, b = #u.a<1 -> 2, (x)>} : () -> ()
// CHECK: "t.unit"() {a, b}
"t.unit"() {a, b = unit} : () -> ()
