// RUN: tile-reduce %s --only=symbols --test='grep -q "call @used"' 2>/dev/null | FileCheck %s

// Whoever is called stays, but without its body; a whole function without a caller goes.
// CHECK-NOT: @unused
// CHECK:     func.func private @used(i32) -> i32
// CHECK-NOT: @unused
// CHECK:     func.func @caller(%x: i32) -> i32 {
// CHECK:       call @used
func.func @unused(%x: i32) -> i32 { return %x : i32 }
func.func @used(%x: i32) -> i32 { return %x : i32 }
func.func @caller(%x: i32) -> i32 {
  %r = func.call @used(%x) : (i32) -> i32
  return %r : i32
}
func.func @unused_too() { return }
