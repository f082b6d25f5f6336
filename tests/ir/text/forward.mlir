// Uses before definitions: in blocks that come later in the text, and from a region into the one
// around it.
// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect | tile-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: @later_block
func.func @later_block() {
  cf.br ^def
^use:
  // CHECK: "t.use"(%pair#1, %pair#0, %pair#1)
  "t.use"(%pair#1, %pair#0, %pair#1) : (i64, i32, i64) -> ()
  return
^def:
  // CHECK: %pair:2 = "t.def"()
  %pair:2 = "t.def"() : () -> (i32, i64)
  cf.br ^use
}
