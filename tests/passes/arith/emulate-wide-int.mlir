// Integers of twice the supported width as vectors of their halves, a function for each rule.
// RUN: tile-opt %s --check-rewrites --arith-emulate-wide-int | FileCheck %s

// ---- Types ----

// CHECK-LABEL: func.func @narrow(
// CHECK-SAME: %a: i32, %v: vector<2xi32>, %t: tensor<2xi64>, %m: memref<i64>)
// CHECK: arith.addi %a, %a : i32
// CHECK: arith.addi %t, %t : tensor<2xi64>
func.func @narrow(%a: i32, %v: vector<2xi32>, %t: tensor<2xi64>, %m: memref<i64>) -> (i32, tensor<2xi64>) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %t, %t : tensor<2xi64>
  return %0, %1 : i32, tensor<2xi64>
}

// The signedness of a type goes.
// CHECK-LABEL: func.func @signature(
// CHECK-SAME: %a: vector<2xi32>, %b: vector<2xi32>, %v: vector<3x4x2xi32>, %z: vector<2xi32>)
// CHECK-SAME: -> (vector<2xi32>, vector<3x4x2xi32>)
func.func @signature(%a: i64, %b: ui64, %v: vector<3x4xi64>, %z: vector<i64>) -> (i64, vector<3x4xi64>) {
  return %a, %v : i64, vector<3x4xi64>
}

// CHECK-LABEL: func.func private @declared(vector<2xi32> {a.b}) -> vector<2xi32>
func.func private @declared(i64 {a.b}) -> i64

// CHECK-LABEL: func.func @calls(
// CHECK: call @declared(%x) : (vector<2xi32>) -> vector<2xi32>
func.func @calls(%x: i64) -> i64 {
  %r = func.call @declared(%x) : (i64) -> i64
  return %r : i64
}

// ---- Constants ----

// CHECK-LABEL: func.func @constants(
// CHECK: arith.constant dense<[-1, 0]> : vector<2xi32>
// CHECK: arith.constant dense<-1> : vector<2xi32>
// CHECK: arith.constant dense<[1, -2147483648]> : vector<2xi32>
// CHECK{LITERAL}: arith.constant dense<[[7, 0], [7, 0]]> : vector<2x2xi32>
// CHECK{LITERAL}: arith.constant dense<[[0, 1], [-2, -1]]> : vector<2x2xi32>
func.func @constants() -> (i64, i64, i64, vector<2xi64>, vector<2xi64>) {
  %0 = arith.constant 4294967295 : i64
  %1 = arith.constant -1 : i64
  %2 = arith.constant 0x8000000000000001 : i64
  %3 = arith.constant dense<7> : vector<2xi64>
  %4 = arith.constant dense<[4294967296, -2]> : vector<2xi64>
  return %0, %1, %2, %3, %4 : i64, i64, i64, vector<2xi64>, vector<2xi64>
}

// ---- Arithmetic ----

// CHECK-LABEL: func.func @add(
// CHECK: %[[A0:.*]] = vector.extract %a[0] : i32 from vector<2xi32>
// CHECK: %[[A1:.*]] = vector.extract %a[1] : i32 from vector<2xi32>
// CHECK: %[[B0:.*]] = vector.extract %b[0]
// CHECK: %[[B1:.*]] = vector.extract %b[1]
// CHECK: %[[SUM:.*]]:2 = arith.addui_extended %[[A0]], %[[B0]] : i32, i1
// CHECK: %[[CARRY:.*]] = arith.extui %[[SUM]]#1 : i1 to i32
// CHECK: %[[UP:.*]] = arith.addi %[[CARRY]], %[[A1]]
// CHECK: %[[HIGH:.*]] = arith.addi %[[UP]], %[[B1]]
// CHECK: %[[ZERO:.*]] = arith.constant dense<0> : vector<2xi32>
// CHECK: %[[HALF:.*]] = vector.insert %[[SUM]]#0, %[[ZERO]] [0]
// CHECK: %[[R:.*]] = vector.insert %[[HIGH]], %[[HALF]] [1]
// CHECK: return %[[R]] : vector<2xi32>
func.func @add(%a: i64, %b: i64) -> i64 {
  %r = arith.addi %a, %b overflow<nsw> : i64
  return %r : i64
}

// Halves of vectors have a last extent of 1.
// CHECK-LABEL: func.func @subtract(
// CHECK: %[[A0:.*]] = vector.extract_strided_slice %a {offsets = [0, 0], sizes = [3, 1], strides = [1, 1]} : vector<3x2xi32> to vector<3x1xi32>
// CHECK: %[[A1:.*]] = vector.extract_strided_slice %a {offsets = [0, 1]
// CHECK: %[[B0:.*]] = vector.extract_strided_slice %b {offsets = [0, 0]
// CHECK: %[[B1:.*]] = vector.extract_strided_slice %b {offsets = [0, 1]
// CHECK: %[[LOW:.*]] = arith.subi %[[A0]], %[[B0]] : vector<3x1xi32>
// CHECK: %[[UNDER:.*]] = arith.cmpi ult, %[[A0]], %[[B0]]
// CHECK: %[[BORROW:.*]] = arith.extui %[[UNDER]] : vector<3x1xi1> to vector<3x1xi32>
// CHECK: %[[DOWN:.*]] = arith.subi %[[A1]], %[[BORROW]]
// CHECK: %[[HIGH:.*]] = arith.subi %[[DOWN]], %[[B1]]
// CHECK: %[[ZERO:.*]] = arith.constant dense<0> : vector<3x2xi32>
// CHECK: %[[HALF:.*]] = vector.insert_strided_slice %[[LOW]], %[[ZERO]] {offsets = [0, 0], strides = [1, 1]} : vector<3x1xi32> into vector<3x2xi32>
// CHECK: vector.insert_strided_slice %[[HIGH]], %[[HALF]] {offsets = [0, 1]
func.func @subtract(%a: vector<3xi64>, %b: vector<3xi64>) -> vector<3xi64> {
  %r = arith.subi %a, %b : vector<3xi64>
  return %r : vector<3xi64>
}

// CHECK-LABEL: func.func @multiply(
// CHECK: %[[LOW:.*]]:2 = arith.mului_extended %[[A0:.*]], %[[B0:.*]] : i32
// CHECK: %[[P:.*]] = arith.muli %[[A0]], %[[B1:.*]] : i32
// CHECK: %[[Q:.*]] = arith.muli %[[A1:.*]], %[[B0]] : i32
// CHECK: %[[S:.*]] = arith.addi %[[LOW]]#1, %[[P]]
// CHECK: arith.addi %[[S]], %[[Q]]
func.func @multiply(%a: i64, %b: i64) -> i64 {
  %r = arith.muli %a, %b : i64
  return %r : i64
}

// CHECK-LABEL: func.func @bits(
// CHECK-COUNT-2: arith.andi {{.*}} : i32
// CHECK-COUNT-2: arith.ori {{.*}} : i32
// CHECK-COUNT-2: arith.xori {{.*}} : i32
func.func @bits(%a: i64, %b: i64) -> i64 {
  %0 = arith.andi %a, %b : i64
  %1 = arith.ori %a, %0 : i64
  %2 = arith.xori %b, %1 : i64
  return %2 : i64
}

// ---- Comparison and choice ----

// CHECK-LABEL: func.func @equal(
// CHECK: %[[L:.*]] = arith.cmpi eq, {{.*}} : vector<3x1xi32>
// CHECK: %[[H:.*]] = arith.cmpi eq, {{.*}} : vector<3x1xi32>
// CHECK: %[[R:.*]] = arith.andi %[[L]], %[[H]] : vector<3x1xi1>
// CHECK: vector.shape_cast %[[R]] : vector<3x1xi1> to vector<3xi1>
func.func @equal(%a: vector<3xi64>, %b: vector<3xi64>) -> vector<3xi1> {
  %r = arith.cmpi eq, %a, %b : vector<3xi64>
  return %r : vector<3xi1>
}

// CHECK-LABEL: func.func @differs(
// CHECK: %[[L:.*]] = arith.cmpi ne
// CHECK: %[[H:.*]] = arith.cmpi ne
// CHECK: arith.ori %[[L]], %[[H]] : i1
func.func @differs(%a: i64, %b: i64) -> i1 {
  %r = arith.cmpi ne, %a, %b : i64
  return %r : i1
}

// CHECK-LABEL: func.func @less(
// CHECK: %[[L:.*]] = arith.cmpi ult, %[[A0:.*]], %[[B0:.*]] : i32
// CHECK: %[[H:.*]] = arith.cmpi slt, %[[A1:.*]], %[[B1:.*]] : i32
// CHECK: %[[E:.*]] = arith.cmpi eq, %[[A1]], %[[B1]]
// CHECK: arith.select %[[E]], %[[L]], %[[H]] : i1
func.func @less(%a: i64, %b: i64) -> i1 {
  %r = arith.cmpi slt, %a, %b : i64
  return %r : i1
}

// CHECK-LABEL: func.func @select(
// CHECK: %[[C:.*]] = vector.shape_cast %c : vector<3xi1> to vector<3x1xi1>
// CHECK-COUNT-2: arith.select %[[C]], {{.*}} : vector<3x1xi1>, vector<3x1xi32>
func.func @select(%c: vector<3xi1>, %a: vector<3xi64>, %b: vector<3xi64>) -> vector<3xi64> {
  %r = arith.select %c, %a, %b : vector<3xi1>, vector<3xi64>
  return %r : vector<3xi64>
}

// CHECK-LABEL: func.func @least(
// CHECK: arith.cmpi ult
// CHECK: arith.cmpi slt
// CHECK: arith.cmpi eq
// CHECK-COUNT-2: arith.select {{.*}} : i32
func.func @least(%a: i64, %b: i64) -> i64 {
  %r = arith.minsi %a, %b : i64
  return %r : i64
}

// ---- Shifts ----

// CHECK-LABEL: func.func @left(
// CHECK: %[[L:.*]] = vector.extract %a[0]
// CHECK: %[[H:.*]] = vector.extract %a[1]
// CHECK: %[[N:.*]] = vector.extract %n[0]
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: %[[BITS:.*]] = arith.constant 32 : i32
// CHECK: %[[FAR:.*]] = arith.cmpi uge, %[[N]], %[[BITS]]
// CHECK: %[[LN:.*]] = arith.shli %[[L]], %[[N]]
// CHECK: %[[LOW:.*]] = arith.select %[[FAR]], %[[ZERO]], %[[LN]]
// CHECK: %[[CAPPED:.*]] = arith.select %[[FAR]], %[[BITS]], %[[N]]
// CHECK: %[[REST:.*]] = arith.subi %[[BITS]], %[[CAPPED]]
// CHECK: %[[NEAR:.*]] = arith.shrui %[[L]], %[[REST]]
// CHECK: %[[BEYOND:.*]] = arith.subi %[[N]], %[[BITS]]
// CHECK: %[[OVER:.*]] = arith.shli %[[L]], %[[BEYOND]]
// CHECK: %[[HN:.*]] = arith.shli %[[H]], %[[N]]
// CHECK: %[[KEPT:.*]] = arith.select %[[FAR]], %[[ZERO]], %[[HN]]
// CHECK: %[[TAKEN:.*]] = arith.select %[[FAR]], %[[OVER]], %[[NEAR]]
// CHECK: %[[HIGH:.*]] = arith.ori %[[TAKEN]], %[[KEPT]]
// CHECK: vector.insert %[[LOW]]
// CHECK: vector.insert %[[HIGH]]
func.func @left(%a: i64, %n: i64) -> i64 {
  %r = arith.shli %a, %n : i64
  return %r : i64
}

// CHECK-LABEL: func.func @right(
// CHECK: arith.shrui
// CHECK: arith.shrui
// CHECK: arith.shli
// CHECK: arith.shrui
func.func @right(%a: i64, %n: i64) -> i64 {
  %r = arith.shrui %a, %n : i64
  return %r : i64
}

// CHECK-LABEL: func.func @right_signed(
// CHECK: %[[H:.*]] = vector.extract %a[1]
// CHECK: %[[N:.*]] = vector.extract %n[0]
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: arith.cmpi slt, %[[H]], %[[ZERO]]
// CHECK: %[[WIDTH:.*]] = arith.constant 64 : i32
// CHECK: arith.subi %[[WIDTH]], %[[N]]
// CHECK: %[[STAYS:.*]] = arith.cmpi eq, %[[N]], %[[ZERO]]
// CHECK-COUNT-2: arith.select %[[STAYS]]
func.func @right_signed(%a: i64, %n: i64) -> i64 {
  %r = arith.shrsi %a, %n : i64
  return %r : i64
}

// ---- Casts ----

// CHECK-LABEL: func.func @extend_signed(
// CHECK: %[[X:.*]] = vector.shape_cast %a : vector<3xi16> to vector<3x1xi16>
// CHECK: %[[L:.*]] = arith.extsi %[[X]] : vector<3x1xi16> to vector<3x1xi32>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0> : vector<3x1xi32>
// CHECK: %[[NEGATIVE:.*]] = arith.cmpi slt, %[[L]], %[[ZERO]]
// CHECK: arith.extsi %[[NEGATIVE]] : vector<3x1xi1> to vector<3x1xi32>
func.func @extend_signed(%a: vector<3xi16>) -> vector<3xi64> {
  %r = arith.extsi %a : vector<3xi16> to vector<3xi64>
  return %r : vector<3xi64>
}

// What has the width of a half is one.
// CHECK-LABEL: func.func @extend_unsigned(
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0> : vector<2xi32>
// CHECK-NEXT: vector.insert %a, %[[ZERO]] [0]
func.func @extend_unsigned(%a: i32) -> i64 {
  %r = arith.extui %a : i32 to i64
  return %r : i64
}

// CHECK-LABEL: func.func @truncate(
// CHECK: %[[L:.*]] = vector.extract %a[0]
// CHECK: arith.trunci %[[L]] : i32 to i8
// CHECK: %[[S:.*]] = vector.extract %a[0]
// CHECK: return %{{.*}}, %[[S]] : i8, i32
func.func @truncate(%a: i64) -> (i8, i32) {
  %0 = arith.trunci %a : i64 to i8
  %1 = arith.trunci %a : i64 to i32
  return %0, %1 : i8, i32
}

// CHECK-LABEL: func.func @to_index(
// CHECK: %[[L:.*]] = vector.extract_strided_slice %a {offsets = [0, 0]
// CHECK: %[[N:.*]] = vector.shape_cast %[[L]] : vector<3x1xi32> to vector<3xi32>
// CHECK: arith.index_cast %[[N]] : vector<3xi32> to vector<3xindex>
func.func @to_index(%a: vector<3xi64>) -> vector<3xindex> {
  %r = arith.index_cast %a : vector<3xi64> to vector<3xindex>
  return %r : vector<3xindex>
}

// CHECK-LABEL: func.func @from_index(
// CHECK: arith.index_castui %a : index to i32
// CHECK: arith.index_cast %a : index to i32
// CHECK: arith.cmpi slt
func.func @from_index(%a: index) -> (i64, i64) {
  %0 = arith.index_castui %a : index to i64
  %1 = arith.index_cast %a : index to i64
  return %0, %1 : i64, i64
}

// CHECK-LABEL: func.func @unsigned_to_float(
// CHECK: %[[FITS:.*]] = arith.cmpi eq, %[[H:.*]], %{{.*}} : i32
// CHECK: %[[L:.*]] = arith.uitofp %{{.*}} : i32 to f64
// CHECK: %[[UP:.*]] = arith.uitofp %[[H]] : i32 to f64
// CHECK: %[[POWER:.*]] = arith.constant 0x41F0000000000000 : f64
// CHECK: %[[SCALED:.*]] = arith.mulf %[[UP]], %[[POWER]]
// CHECK: %[[SUM:.*]] = arith.addf %[[L]], %[[SCALED]]
// CHECK: arith.select %[[FITS]], %[[L]], %[[SUM]] : f64
func.func @unsigned_to_float(%a: i64) -> f64 {
  %r = arith.uitofp %a : i64 to f64
  return %r : f64
}

// 2^32 is above the numbers of f16.
// CHECK-LABEL: func.func @signed_to_float(
// CHECK: arith.cmpi slt
// CHECK: arith.constant dense<0x7C00> : vector<3xf16>
// CHECK: %[[NEGATIVE:.*]] = arith.negf %[[X:.*]] : vector<3xf16>
// CHECK: arith.select %{{.*}}, %[[NEGATIVE]], %[[X]]
func.func @signed_to_float(%a: vector<3xi64>) -> vector<3xf16> {
  %r = arith.sitofp %a : vector<3xi64> to vector<3xf16>
  return %r : vector<3xf16>
}

// CHECK-LABEL: func.func @float_to_unsigned(
// CHECK: %[[POWER:.*]] = arith.constant 0x41F0000000000000 : f64
// CHECK: %[[Q:.*]] = arith.divf %a, %[[POWER]]
// CHECK: %[[H:.*]] = arith.fptoui %[[Q]] : f64 to i32
// CHECK: %[[M:.*]] = arith.remf %a, %[[POWER]]
// CHECK: %[[L:.*]] = arith.fptoui %[[M]] : f64 to i32
// CHECK: vector.insert %[[L]], %{{.*}} [0]
// CHECK: vector.insert %[[H]], %{{.*}} [1]
func.func @float_to_unsigned(%a: f64) -> i64 {
  %r = arith.fptoui %a : f64 to i64
  return %r : i64
}

// A type without infinity whose numbers are below 2^32 has no high half.
// CHECK-LABEL: func.func @small_float_to_unsigned(
// CHECK: %[[L:.*]] = arith.fptoui %a : f8E4M3FN to i32
// CHECK: %[[ZERO:.*]] = arith.constant dense<0> : vector<2xi32>
// CHECK: vector.insert %[[L]], %[[ZERO]] [0]
func.func @small_float_to_unsigned(%a: f8E4M3FN) -> i64 {
  %r = arith.fptoui %a : f8E4M3FN to i64
  return %r : i64
}

// CHECK-LABEL: func.func @float_to_signed(
// CHECK: %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f32
// CHECK: %[[NEGATIVE:.*]] = arith.cmpf olt, %a, %[[ZERO]]
// CHECK: %[[MINUS:.*]] = arith.negf %a
// CHECK: arith.select %[[NEGATIVE]], %[[MINUS]], %a : f32
// CHECK-COUNT-2: arith.fptoui
// CHECK-COUNT-2: arith.select %[[NEGATIVE]], {{.*}} : i32
func.func @float_to_signed(%a: f32) -> i64 {
  %r = arith.fptosi %a : f32 to i64
  return %r : i64
}

// ---- Printing and control flow ----

// CHECK-LABEL: func.func @print(
// CHECK: vector.print %a : vector<2xi32> punctuation <comma>
func.func @print(%a: i64) {
  vector.print %a : i64 punctuation <comma>
  return
}

// CHECK-LABEL: func.func @control(
// CHECK: scf.for {{.*}} -> (vector<2xi32>)
// CHECK: scf.if %c -> (vector<2xi32>)
// CHECK: cf.cond_br %c, ^[[B:.*]](%{{.*}} : vector<2xi32>), ^[[B]](%a : vector<2xi32>)
// CHECK: ^[[B]](%x: vector<2xi32>):
func.func @control(%a: i64, %c: i1, %n: index) -> i64 {
  %r = scf.for %i = %n to %n step %n iter_args(%s = %a) -> (i64) {
    %t = scf.if %c -> (i64) {
      scf.yield %a : i64
    } else {
      scf.yield %s : i64
    }
    scf.yield %t : i64
  }
  cf.cond_br %c, ^end(%r : i64), ^end(%a : i64)
^end(%x: i64):
  return %x : i64
}

// ---- What folds is folded first, with the operands as they were. ----

// CHECK-LABEL: func.func @folds(
// CHECK: %[[TWO:.*]] = arith.constant dense<[2, 0]> : vector<2xi32>
// CHECK: return %a, %[[TWO]] : vector<2xi32>, vector<2xi32>
func.func @folds(%a: i64) -> (i64, i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %0 = arith.addi %a, %c0 : i64
  %1 = arith.ori %c0, %0 : i64
  %2 = arith.addi %c1, %c1 : i64
  return %1, %2 : i64, i64
}

// Constant operands go last.
// CHECK-LABEL: func.func @order(
// CHECK: %[[C:.*]] = arith.constant dense<[5, 0]> : vector<2xi32>
// CHECK: vector.extract %a[0]
// CHECK: vector.extract %a[1]
// CHECK: vector.extract %[[C]][0]
func.func @order(%a: i64) -> i64 {
  %c5 = arith.constant 5 : i64
  %0 = arith.andi %c5, %a : i64
  return %0 : i64
}
