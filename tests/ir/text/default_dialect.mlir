// Directly in a function's body ops of func go without its name, in a module's those of builtin.
// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s

// CHECK: module {
// CHECK-NEXT: {{^}}  module @inner attributes {a.b = 1 : i64} {
// CHECK-NEXT: {{^}}  }
builtin.module @inner attributes {a.b = 1} {}

// CHECK: func.func @f(%c: i1)
func.func @f(%c: i1) {
  // CHECK-NEXT: {{^}}    call @f(%c) : (i1) -> ()
  func.call @f(%c) : (i1) -> ()
  scf.if %c {
    // CHECK: {{^}}      func.call @f(%c) : (i1) -> ()
    func.call @f(%c) : (i1) -> ()
  }
  // CHECK: {{^}}    return
  func.return
}
