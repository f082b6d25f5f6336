// RUN: tile-opt %s --strip-debuginfo --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// CHECK: func.func @f(%{{.*}}: i32 loc(unknown)) -> i32 {
// CHECK-NEXT: cf.br ^bb1(%{{.*}} : i32) loc(unknown)
// CHECK-NEXT: ^bb1(%{{.*}}: i32 loc(unknown)):
// CHECK-NEXT: return %{{.*}} : i32 loc(unknown)
// CHECK-NEXT: } loc(unknown)
// CHECK-NEXT: } loc(unknown)
func.func @f(%x: i32 loc("arg")) -> i32 {
  cf.br ^bb1(%x : i32) loc("a.c":1:1)
^bb1(%y: i32 loc("b")):
  return %y : i32 loc(fused["a", "b"])
}
