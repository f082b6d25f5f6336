// RUN: tile-opt %s --canonicalize | FileCheck %s

// (x + 3) + 5 -> x + 8
// CHECK-LABEL: func.func @add_add(
// CHECK-NEXT: %[[R0:.*]] = arith.constant 8 : i32
// CHECK-NEXT: %[[R:.*]] = arith.addi %a, %[[R0]] : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @add_add(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %0 = arith.addi %a, %c : i32
  %r = arith.addi %0, %d : i32
  return %r : i32
}

// A promise that both made holds for the sum when the constants do not wrap.
// CHECK-LABEL: func.func @add_add_flags(
// CHECK-NEXT: %[[R0:.*]] = arith.constant 8 : i32
// CHECK-NEXT: %[[R:.*]] = arith.addi %a, %[[R0]] overflow<nsw> : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @add_add_flags(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %0 = arith.addi %a, %c overflow<nsw> : i32
  %r = arith.addi %0, %d overflow<nsw, nuw> : i32
  return %r : i32
}

// 100 + 100 wraps in i8.
// CHECK-LABEL: func.func @add_add_flags_lost(
// CHECK-NEXT: %[[R0:.*]] = arith.constant -56 : i8
// CHECK-NEXT: %[[R:.*]] = arith.addi %a, %[[R0]] : i8
// CHECK-NEXT: return %[[R]] : i8
func.func @add_add_flags_lost(%a: i8) -> i8 {
  %c = arith.constant 100 : i8
  %0 = arith.addi %a, %c overflow<nsw> : i8
  %r = arith.addi %0, %c overflow<nsw> : i8
  return %r : i8
}

// (x - 3) + 5 -> x + 2
// CHECK-LABEL: func.func @sub_add(
// CHECK-NEXT: %[[R0:.*]] = arith.constant 2 : i32
// CHECK-NEXT: %[[R:.*]] = arith.addi %a, %[[R0]] : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @sub_add(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %0 = arith.subi %a, %c : i32
  %r = arith.addi %0, %d : i32
  return %r : i32
}

// (3 - x) + 5 -> 8 - x
// CHECK-LABEL: func.func @from_add(
// CHECK-NEXT: %[[R0:.*]] = arith.constant 8 : i32
// CHECK-NEXT: %[[R:.*]] = arith.subi %[[R0]], %a : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @from_add(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %0 = arith.subi %c, %a : i32
  %r = arith.addi %0, %d : i32
  return %r : i32
}

// (x + 3) - 5 -> x + -2
// CHECK-LABEL: func.func @add_sub(
// CHECK-NEXT: %[[R0:.*]] = arith.constant -2 : i32
// CHECK-NEXT: %[[R:.*]] = arith.addi %a, %[[R0]] : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @add_sub(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %0 = arith.addi %a, %c : i32
  %r = arith.subi %0, %d : i32
  return %r : i32
}

// 5 - (x + 3) -> 2 - x
// CHECK-LABEL: func.func @sub_from_add(
// CHECK-NEXT: %[[R0:.*]] = arith.constant 2 : i32
// CHECK-NEXT: %[[R:.*]] = arith.subi %[[R0]], %a : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @sub_from_add(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %0 = arith.addi %a, %c : i32
  %r = arith.subi %d, %0 : i32
  return %r : i32
}

// (x - 3) - 5 -> x - 8
// CHECK-LABEL: func.func @sub_sub(
// CHECK-NEXT: %[[R0:.*]] = arith.constant 8 : i32
// CHECK-NEXT: %[[R:.*]] = arith.subi %a, %[[R0]] : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @sub_sub(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %0 = arith.subi %a, %c : i32
  %r = arith.subi %0, %d : i32
  return %r : i32
}

// 5 - (3 - x) -> x + 2
// CHECK-LABEL: func.func @sub_from_sub(
// CHECK-NEXT: %[[R0:.*]] = arith.constant 2 : i32
// CHECK-NEXT: %[[R:.*]] = arith.addi %a, %[[R0]] : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @sub_from_sub(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %0 = arith.subi %c, %a : i32
  %r = arith.subi %d, %0 : i32
  return %r : i32
}

// (a - b) - a -> 0 - b
// CHECK-LABEL: func.func @sub_left(
// CHECK-NEXT: %[[R0:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[R:.*]] = arith.subi %[[R0]], %b : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @sub_left(%a: i32, %b: i32) -> i32 {
  %0 = arith.subi %a, %b : i32
  %r = arith.subi %0, %a : i32
  return %r : i32
}

// x + y * -1 -> x - y
// CHECK-LABEL: func.func @negated(
// CHECK-NEXT: %[[R:.*]] = arith.subi %a, %b : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @negated(%a: i32, %b: i32) -> i32 {
  %m = arith.constant -1 : i32
  %0 = arith.muli %b, %m : i32
  %r = arith.addi %a, %0 : i32
  return %r : i32
}

// (x * 3) * 5 -> x * 15
// CHECK-LABEL: func.func @mul_mul(
// CHECK-NEXT: %[[R0:.*]] = arith.constant 15 : i32
// CHECK-NEXT: %[[R:.*]] = arith.muli %a, %[[R0]] : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @mul_mul(%a: i32) -> i32 {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %0 = arith.muli %a, %c : i32
  %r = arith.muli %0, %d : i32
  return %r : i32
}

// Not on vectors, as in MLIR.
// CHECK-LABEL: func.func @mul_mul_vector(
// CHECK-COUNT-2: arith.muli
func.func @mul_mul_vector(%a: vector<2xi32>) -> vector<2xi32> {
  %c = arith.constant dense<3> : vector<2xi32>
  %0 = arith.muli %a, %c : vector<2xi32>
  %r = arith.muli %0, %c : vector<2xi32>
  return %r : vector<2xi32>
}

// extui(a) & extui(b) -> extui(a & b)
// CHECK-LABEL: func.func @and_of_extended(
// CHECK-NEXT: %[[R0:.*]] = arith.andi %a, %b : i8
// CHECK-NEXT: %[[R:.*]] = arith.extui %[[R0]] : i8 to i32
// CHECK-NEXT: return %[[R]] : i32
func.func @and_of_extended(%a: i8, %b: i8) -> i32 {
  %0 = arith.extui %a : i8 to i32
  %1 = arith.extui %b : i8 to i32
  %r = arith.andi %0, %1 : i32
  return %r : i32
}

// Extended in two ways.
// CHECK-LABEL: func.func @and_of_mixed(
// CHECK-NEXT: %[[R0:.*]] = arith.extui %a : i8 to i32
// CHECK-NEXT: %[[R1:.*]] = arith.extsi %b : i8 to i32
// CHECK-NEXT: %[[R:.*]] = arith.andi %[[R0]], %[[R1]] : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @and_of_mixed(%a: i8, %b: i8) -> i32 {
  %0 = arith.extui %a : i8 to i32
  %1 = arith.extsi %b : i8 to i32
  %r = arith.andi %0, %1 : i32
  return %r : i32
}

// !(a < b) -> a >= b
// CHECK-LABEL: func.func @not_less(
// CHECK-NEXT: %[[R:.*]] = arith.cmpi sge, %a, %b : i32
// CHECK-NEXT: return %[[R]] : i1
func.func @not_less(%a: i32, %b: i32) -> i1 {
  %t = arith.constant true
  %0 = arith.cmpi slt, %a, %b : i32
  %r = arith.xori %0, %t : i1
  return %r : i1
}

// Extended numbers are equal when they were before.
// CHECK-LABEL: func.func @compare_extended(
// CHECK-NEXT: %[[R:.*]] = arith.cmpi eq, %a, %b : i8
// CHECK-NEXT: %[[S:.*]] = arith.cmpi ne, %a, %b : i8
// CHECK-NEXT: return %[[R]], %[[S]] : i1, i1
func.func @compare_extended(%a: i8, %b: i8) -> (i1, i1) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extsi %b : i8 to i32
  %2 = arith.extui %a : i8 to i32
  %3 = arith.extui %b : i8 to i32
  %r = arith.cmpi eq, %0, %1 : i32
  %s = arith.cmpi ne, %2, %3 : i32
  return %r, %s : i1, i1
}

// CHECK-LABEL: func.func @compare_order_of_extended(
// CHECK-NEXT: %[[R0:.*]] = arith.extsi %a : i8 to i32
// CHECK-NEXT: %[[R1:.*]] = arith.extsi %b : i8 to i32
// CHECK-NEXT: %[[R:.*]] = arith.cmpi slt, %[[R0]], %[[R1]] : i32
// CHECK-NEXT: return %[[R]] : i1
func.func @compare_order_of_extended(%a: i8, %b: i8) -> i1 {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extsi %b : i8 to i32
  %r = arith.cmpi slt, %0, %1 : i32
  return %r : i1
}

// c ? 1 : 0 -> extui(c)
// CHECK-LABEL: func.func @select_to_extension(
// CHECK-NEXT: %[[R:.*]] = arith.extui %c : i1 to i32
// CHECK-NEXT: return %[[R]] : i32
func.func @select_to_extension(%c: i1) -> i32 {
  %z = arith.constant 0 : i32
  %o = arith.constant 1 : i32
  %r = arith.select %c, %o, %z : i32
  return %r : i32
}

// c ? false : true -> !c
// CHECK-LABEL: func.func @select_to_not(
// CHECK-NEXT: %[[R0:.*]] = arith.constant true
// CHECK-NEXT: %[[R:.*]] = arith.xori %c, %[[R0]] : i1
// CHECK-NEXT: return %[[R]] : i1
func.func @select_to_not(%c: i1) -> i1 {
  %f = arith.constant false
  %t = arith.constant true
  %r = arith.select %c, %f, %t : i1
  return %r : i1
}

// !c ? a : b -> c ? b : a
// CHECK-LABEL: func.func @select_of_not(
// CHECK-NEXT: %[[R:.*]] = arith.select %c, %b, %a : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @select_of_not(%c: i1, %a: i32, %b: i32) -> i32 {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  %r = arith.select %n, %a, %b : i32
  return %r : i32
}

// c ? (c ? a : b) : b -> c ? a : b
// CHECK-LABEL: func.func @select_of_select(
// CHECK-NEXT: %[[R:.*]] = arith.select %c, %a, %b : i32
// CHECK-NEXT: return %[[R]] : i32
func.func @select_of_select(%c: i1, %a: i32, %b: i32, %d: i32) -> i32 {
  %0 = arith.select %c, %a, %d : i32
  %r = arith.select %c, %0, %b : i32
  return %r : i32
}

// index_cast(index_cast(x)) -> x
// CHECK-LABEL: func.func @index_round_trip(
// CHECK-NEXT: return %a : i32
func.func @index_round_trip(%a: i32, %b: i32) -> i32 {
  %0 = arith.index_cast %a : i32 to index
  %r = arith.index_cast %0 : index to i32
  return %r : i32
}

// Bits were lost on the way, so the casts stay.
// CHECK-LABEL: func.func @index_truncated(
// CHECK-NEXT: %[[R0:.*]] = arith.index_cast %a : index to i8
// CHECK-NEXT: %[[R:.*]] = arith.index_cast %[[R0]] : i8 to index
// CHECK-NEXT: return %[[R]] : index
func.func @index_truncated(%a: index) -> index {
  %0 = arith.index_cast %a : index to i8
  %r = arith.index_cast %0 : i8 to index
  return %r : index
}

// index_cast(extsi(x)) -> index_cast(x)
// CHECK-LABEL: func.func @index_of_extended(
// CHECK-NEXT: %[[R:.*]] = arith.index_cast %a : i8 to index
// CHECK-NEXT: return %[[R]] : index
func.func @index_of_extended(%a: i8) -> index {
  %0 = arith.extsi %a : i8 to i32
  %r = arith.index_cast %0 : i32 to index
  return %r : index
}

// extsi(extui(x)) -> extui(x)
// CHECK-LABEL: func.func @sign_of_zero_extended(
// CHECK-NEXT: %[[R:.*]] = arith.extui %a : i8 to i32
// CHECK-NEXT: return %[[R]] : i32
func.func @sign_of_zero_extended(%a: i8) -> i32 {
  %0 = arith.extui %a : i8 to i16
  %r = arith.extsi %0 : i16 to i32
  return %r : i32
}

// trunci(extsi(x)) -> extsi(x)
// CHECK-LABEL: func.func @trunc_of_narrow(
// CHECK-NEXT: %[[R:.*]] = arith.extsi %a : i8 to i32
// CHECK-NEXT: return %[[R]] : i32
func.func @trunc_of_narrow(%a: i8) -> i32 {
  %0 = arith.extsi %a : i8 to i64
  %r = arith.trunci %0 : i64 to i32
  return %r : i32
}

// No copied sign bit is left.
// CHECK-LABEL: func.func @trunc_of_shift(
// CHECK-NEXT: %[[C:.*]] = arith.constant 16 : i32
// CHECK-NEXT: %[[R1:.*]] = arith.shrui %a, %[[C]] : i32
// CHECK-NEXT: %[[R:.*]] = arith.trunci %[[R1]] : i32 to i16
// CHECK-NEXT: return %[[R]] : i16
func.func @trunc_of_shift(%a: i32, %b: i32) -> i16 {
  %c = arith.constant 16 : i32
  %0 = arith.shrsi %a, %c : i32
  %r = arith.trunci %0 : i32 to i16
  return %r : i16
}

// -a * -b -> a * b
// CHECK-LABEL: func.func @negations(
// CHECK-NEXT: %[[R:.*]] = arith.mulf %a, %b fastmath<contract> : f32
// CHECK-NEXT: return %[[R]] : f32
func.func @negations(%a: f32, %b: f32) -> f32 {
  %0 = arith.negf %a : f32
  %1 = arith.negf %b : f32
  %r = arith.mulf %0, %1 fastmath<contract> : f32
  return %r : f32
}

// bitcast(bitcast(x)) -> x
// CHECK-LABEL: func.func @bits_of_bits(
// CHECK-NEXT: return %a : f32
func.func @bits_of_bits(%a: f32) -> f32 {
  %0 = arith.bitcast %a : f32 to i32
  %r = arith.bitcast %0 : i32 to f32
  return %r : f32
}

// A result that nobody looks at.
// CHECK-LABEL: func.func @first_results(
// CHECK-NEXT: %[[A:.*]] = arith.addi %a, %b : i32
// CHECK-NEXT: %[[B:.*]] = arith.muli %a, %b : i32
// CHECK-NEXT: %[[C:.*]] = arith.muli %a, %b : i32
// CHECK-NEXT: return %[[A]], %[[B]], %[[C]]
func.func @first_results(%a: i32, %b: i32) -> (i32, i32, i32) {
  %0, %1 = arith.addui_extended %a, %b : i32, i1
  %2, %3 = arith.mulsi_extended %a, %b : i32
  %4, %5 = arith.mului_extended %a, %b : i32
  return %0, %2, %4 : i32, i32, i32
}

// The high half of x * 1 is the sign.
// CHECK-LABEL: func.func @mulsi_extended_by_one(
// CHECK-NEXT: %[[Z:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[N:.*]] = arith.cmpi slt, %a, %[[Z]] : i32
// CHECK-NEXT: %[[H:.*]] = arith.extsi %[[N]] : i1 to i32
// CHECK-NEXT: return %a, %[[H]]
func.func @mulsi_extended_by_one(%a: i32) -> (i32, i32) {
  %c = arith.constant 1 : i32
  %0, %1 = arith.mulsi_extended %a, %c : i32
  return %0, %1 : i32, i32
}

// Promises that both made are kept, unless the constants wrap.
// CHECK-LABEL: func.func @promises(
// CHECK-DAG: %[[C:.*]] = arith.constant 30 : i8
// CHECK-DAG: %[[D:.*]] = arith.constant -56 : i8
// CHECK: %[[A:.*]] = arith.addi %a, %[[C]] overflow<nsw, nuw> : i8
// CHECK: %[[B:.*]] = arith.addi %a, %[[D]] : i8
// CHECK: return %[[A]], %[[B]]
func.func @promises(%a: i8) -> (i8, i8) {
  %c10 = arith.constant 10 : i8
  %c20 = arith.constant 20 : i8
  %c100 = arith.constant 100 : i8
  %0 = arith.addi %a, %c10 overflow<nsw, nuw> : i8
  %1 = arith.addi %0, %c20 overflow<nsw, nuw> : i8
  %2 = arith.addi %a, %c100 overflow<nsw> : i8
  %3 = arith.addi %2, %c100 overflow<nsw> : i8
  return %1, %3 : i8, i8
}

// An integer rounded once or exactly, but not where it is rounded twice.
// CHECK-LABEL: func.func @trunc_of_integer(
// CHECK-NEXT: %[[A:.*]] = arith.sitofp %a : i32 to f32
// CHECK-NEXT: %[[B:.*]] = arith.uitofp %a : i32 to f16
// CHECK-NEXT: %[[C:.*]] = arith.sitofp %b : i64 to f64
// CHECK-NEXT: %[[D:.*]] = arith.truncf %[[C]] : f64 to f32
// CHECK-NEXT: return %[[A]], %[[B]], %[[D]]
func.func @trunc_of_integer(%a: i32, %b: i64) -> (f32, f16, f32) {
  %0 = arith.sitofp %a : i32 to f64
  %1 = arith.truncf %0 : f64 to f32
  %2 = arith.uitofp %a : i32 to f32
  %3 = arith.truncf %2 : f32 to f16
  %4 = arith.sitofp %b : i64 to f64
  %5 = arith.truncf %4 : f64 to f32
  return %1, %3, %5 : f32, f16, f32
}

// truncf(extf(x)) is x or truncf(x); extf(truncf(x)) is x when that may be contracted.
// CHECK-LABEL: func.func @float_casts(
// CHECK-NEXT: %[[T:.*]] = arith.truncf %x : f32 to f16
// CHECK-NEXT: return %[[T]], %x, %x
func.func @float_casts(%x: f32) -> (f16, f32, f32) {
  %0 = arith.extf %x : f32 to f64
  %1 = arith.truncf %0 : f64 to f16
  %2 = arith.truncf %0 : f64 to f32
  %3 = arith.truncf %x fastmath<contract> : f32 to f16
  %4 = arith.extf %3 fastmath<fast> : f16 to f32
  return %1, %2, %4 : f16, f32, f32
}

// An integer compared as a float with a constant: as an integer.
// CHECK-LABEL: func.func @compare_as_float(
// CHECK-DAG: %[[T:.*]] = arith.constant true
// CHECK-DAG: %[[F:.*]] = arith.constant false
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i8
// CHECK-DAG: %[[M4:.*]] = arith.constant -4 : i8
// CHECK-DAG: %[[A:.*]] = arith.cmpi sle, %a, %[[C4]] : i8
// CHECK-DAG: %[[B:.*]] = arith.cmpi sge, %a, %[[M4]] : i8
// CHECK-DAG: %[[C:.*]] = arith.cmpi ugt, %a, %[[C4]] : i8
// CHECK: return %[[A]], %[[B]], %[[C]], %[[T]], %[[F]]
func.func @compare_as_float(%a: i8) -> (i1, i1, i1, i1, i1) {
  %x = arith.sitofp %a : i8 to f32
  %u = arith.uitofp %a : i8 to f32
  %c = arith.constant 4.4 : f32
  %d = arith.constant -4.4 : f32
  %e = arith.constant 1000.0 : f32
  %0 = arith.cmpf olt, %x, %c : f32
  %1 = arith.cmpf ogt, %x, %d : f32
  %2 = arith.cmpf uge, %u, %c : f32
  %3 = arith.cmpf ord, %x, %c : f32
  %4 = arith.cmpf oeq, %u, %e : f32
  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

// Not where rounding the integer decides.
// CHECK-LABEL: func.func @compare_rounded(
// CHECK: arith.cmpf
func.func @compare_rounded(%a: i32) -> i1 {
  %x = arith.sitofp %a : i32 to f32
  %c = arith.constant 16777216.0 : f32
  %0 = arith.cmpf olt, %x, %c : f32
  return %0 : i1
}
