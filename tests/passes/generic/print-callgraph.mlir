// RUN: tile-opt %s --print-callgraph -o /dev/null 2>&1 | FileCheck %s

// CHECK: call graph of 'builtin.module', callees first
// CHECK-NEXT: {{^}}  @leaf calls others
// CHECK-NEXT: {{^}}  in a circle:
// CHECK-NEXT: {{^}}    @b calls @a, @leaf
// CHECK-NEXT: {{^}}    @a calls @b
// CHECK-NEXT: {{^}}  @root calls @leaf, @a and others
// CHECK-NEXT: {{^}}  @self calls @self
// CHECK-NEXT: {{^}}  @inside calls @leaf
func.func @root() {
  call @leaf() : () -> ()
  call @a() : () -> ()
  call @leaf() : () -> ()
  call @outside() : () -> ()
  return
}
func.func private @outside()
func.func @leaf() {
  call @outside() : () -> ()
  return
}
func.func @a() {
  call @b() : () -> ()
  return
}
func.func @b() {
  call @a() : () -> ()
  call @leaf() : () -> ()
  return
}
func.func @self() {
  call @self() : () -> ()
  return
}
module {
  func.func @inside() {
    call @leaf() : () -> ()
    return
  }
}
