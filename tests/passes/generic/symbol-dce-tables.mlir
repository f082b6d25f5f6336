// RUN: tile-opt %s --symbol-dce --allow-unregistered-dialect --split-input-file \
// RUN:   --verify-diagnostics | FileCheck %s

// Nobody can name what is nested in the outermost table.
// CHECK-LABEL: module @outermost
// CHECK-NOT: @nested
// CHECK: @public
module @outermost {
  func.func nested @nested() { return }
  func.func @public() { return }
}

// -----

// Nor what is nested in a table without a name.  In a public one only private symbols go, unless
// the table is itself in a hidden one.
// CHECK-LABEL: module @tables
// CHECK: module {
// CHECK-NOT: @nested_in_nameless
// CHECK: module @seen {
// CHECK-NOT: @hidden_at_the_root
// CHECK: @public
// CHECK-NOT: module @unused
module @tables {
  module {
    func.func nested @nested_in_nameless() { return }
  }
  module @seen {
    func.func nested @hidden_at_the_root() { return }
    func.func @public() { return }
  }
  module @unused attributes {sym_visibility = "private"} {
    func.func @in_unused() { return }
  }
}

// -----

// A reference into a table keeps what it passes, and nothing of the same name elsewhere.
// CHECK-LABEL: module @references
// CHECK: module @inner attributes
// CHECK-NOT: @other
// CHECK: func.func nested @kept
// CHECK: func.func @user
// CHECK-NOT: func.func private @kept
module @references {
  module @inner attributes {sym_visibility = "private"} {
    func.func private @other() { return }
    func.func nested @kept() { return }
  }
  func.func @user() {
    "test.uses"() {at = @inner::@kept, nowhere = @inner::@missing} : () -> ()
    return
  }
  func.func private @kept() { return }
}

// -----

// What an unknown op with a region refers to is open.
func.func private @unused() { return }
// expected-error @below {{may be a symbol table: what it refers to cannot be known}}
"test.table"() ({
  "test.end"() : () -> ()
}) : () -> ()
