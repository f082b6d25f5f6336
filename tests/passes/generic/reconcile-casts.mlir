// RUN: tile-opt %s --allow-unregistered-dialect --reconcile-unrealized-casts | FileCheck %s
// RUN: not tile-opt %s --allow-unregistered-dialect --reconcile-unrealized-casts=must-vanish 2>&1 | FileCheck %s --check-prefix=LEFT

// There and back, by one step or several.
// CHECK-LABEL: @back(
// CHECK-NEXT: return %x : i64
func.func @back(%x: i64) -> i64 {
  %0 = builtin.unrealized_conversion_cast %x : i64 to index
  %1 = builtin.unrealized_conversion_cast %0 : index to i32
  %2 = builtin.unrealized_conversion_cast %1 : i32 to i64
  return %2 : i64
}

// Several values that were one.
// CHECK-LABEL: @lists(
// CHECK-NEXT: return %a, %b : i32, f32
func.func @lists(%a: i32, %b: f32) -> (i32, f32) {
  %0 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to i64
  %1:2 = builtin.unrealized_conversion_cast %0 : i64 to i32, f32
  return %1#0, %1#1 : i32, f32
}

// Parts in another order are others.
// CHECK-LABEL: @crossed(
// CHECK: %[[Z:.*]] = builtin.unrealized_conversion_cast %a, %b : i32, i32 to i64
// CHECK: %[[P:.*]]:2 = builtin.unrealized_conversion_cast %[[Z]] : i64 to index, index
// CHECK: builtin.unrealized_conversion_cast %[[P]]#1, %[[P]]#0 : index, index to i64
func.func @crossed(%a: i32, %b: i32) -> i64 {
  %0 = builtin.unrealized_conversion_cast %a, %b : i32, i32 to i64
  %1:2 = builtin.unrealized_conversion_cast %0 : i64 to index, index
  %2 = builtin.unrealized_conversion_cast %1#1, %1#0 : index, index to i64
  return %2 : i64
}

// Nobody uses it; and one that is needed stays, with who wants it.
// CHECK-LABEL: @needed(
// CHECK-NEXT: %[[I:.*]] = builtin.unrealized_conversion_cast %x : i64 to index
// CHECK-NEXT: return %[[I]] : index
// LEFT: error: 'builtin.unrealized_conversion_cast' op is left over
// LEFT: error: 'builtin.unrealized_conversion_cast' op is left over
// LEFT: note: a block's argument is its value
// LEFT: note: 'func.return' uses what it makes
// LEFT: help: convert both ops to the same types
func.func @needed(%x: i64) -> index {
  %0 = builtin.unrealized_conversion_cast %x : i64 to f32
  %1 = builtin.unrealized_conversion_cast %x : i64 to index
  return %1 : index
}

// Circles in a graph region: one that nobody needs goes, another stays and ends the search.
// CHECK-LABEL: "test.graph"
// CHECK-NEXT: %[[A:.*]] = builtin.unrealized_conversion_cast %[[B:.*]] : i16 to i64
// CHECK-NEXT: %[[B]] = builtin.unrealized_conversion_cast %[[A]] : i64 to i16
// CHECK-NEXT: %[[C:.*]] = builtin.unrealized_conversion_cast %[[B]] : i16 to f32
// CHECK-NEXT: "test.user"(%[[C]])
// CHECK-NEXT: }
"test.graph"() ({
  %0 = builtin.unrealized_conversion_cast %2 : i32 to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to i16
  %2 = builtin.unrealized_conversion_cast %1 : i16 to i32
  %3 = builtin.unrealized_conversion_cast %3 : i8 to i8
  %4 = builtin.unrealized_conversion_cast %5 : i16 to i64
  %5 = builtin.unrealized_conversion_cast %4 : i64 to i16
  %6 = builtin.unrealized_conversion_cast %5 : i16 to f32
  "test.user"(%6) : (f32) -> ()
}) : () -> ()
