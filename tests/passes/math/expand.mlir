// RUN: tile-opt %s --check-rewrites --math-expand-ops | FileCheck %s
// RUN: tile-opt %s --math-expand-ops=ops=tan,ctlz | FileCheck %s --check-prefix=SOME
// RUN: tile-opt %s --check-rewrites --math-expand-ops=exact | FileCheck %s --check-prefix=EXACT
// RUN: not tile-opt %s --math-expand-ops=ops=tan,floor 2>&1 | FileCheck %s --check-prefix=NAME

// NAME: error: 'math.floor' has no expansion
// NAME: help: --help-pass=math-expand-ops lists the ops that have one

// CHECK-LABEL: @hyperbolic(
// CHECK-DAG: %[[HALF:.*]] = arith.constant dense<5.000000e-01> : vector<[4]xf16>
// CHECK: %[[UP:.*]] = math.exp %x
// CHECK: %[[NEG:.*]] = arith.negf %x
// CHECK: %[[DOWN:.*]] = math.exp %[[NEG]]
// CHECK: %[[DIFF:.*]] = arith.subf %[[UP]], %[[DOWN]]
// CHECK: arith.mulf %[[DIFF]], %[[HALF]]
// CHECK: %[[SUM:.*]] = arith.addf
// CHECK: arith.mulf %[[SUM]], %[[HALF]]
// CHECK: %[[MINUS:.*]] = arith.cmpf olt, %x
// CHECK: %[[COUNT:.*]] = arith.uitofp %[[MINUS]] : vector<[4]xi1> to vector<[4]xf16>
// CHECK: %[[E:.*]] = math.exp
// CHECK: %[[A:.*]] = arith.subf %{{.*}}, %[[E]]
// CHECK: %[[B:.*]] = arith.addf %[[E]],
// CHECK: arith.divf %[[A]], %[[B]]
// SOME-LABEL: @hyperbolic(
// SOME: math.sinh
// SOME: math.cosh
// SOME: math.tanh
func.func @hyperbolic(%x: vector<[4]xf16>) -> (vector<[4]xf16>, vector<[4]xf16>, vector<[4]xf16>) {
  %0 = math.sinh %x : vector<[4]xf16>
  %1 = math.cosh %x : vector<[4]xf16>
  %2 = math.tanh %x : vector<[4]xf16>
  return %0, %1, %2 : vector<[4]xf16>, vector<[4]xf16>, vector<[4]xf16>
}

// What is made is expanded as well: fma becomes a product and a sum.
// CHECK-LABEL: @area(
// CHECK-DAG: %[[ONE:.*]] = arith.constant 1.000000e+00 : f64
// CHECK-DAG: %[[MINUS:.*]] = arith.constant -1.000000e+00 : f64
// CHECK: %[[SQ:.*]] = arith.mulf %x, %x : f64
// CHECK: %[[A:.*]] = arith.addf %[[SQ]], %[[ONE]] : f64
// CHECK: %[[R:.*]] = math.sqrt %[[A]] : f64
// CHECK: %[[S:.*]] = arith.addf %x, %[[R]] : f64
// CHECK: math.log %[[S]] : f64
// CHECK: arith.addf %{{.*}}, %[[MINUS]] : f64
// CHECK: %[[N:.*]] = arith.negf %x : f64
// CHECK: %[[BELOW:.*]] = arith.addf %[[N]], %[[ONE]] : f64
// CHECK: %[[Q:.*]] = arith.divf %{{.*}}, %[[BELOW]] : f64
// CHECK: math.log %[[Q]] : f64
func.func @area(%x: f64) -> (f64, f64, f64) {
  %0 = math.asinh %x : f64
  %1 = math.acosh %x : f64
  %2 = math.atanh %x : f64
  return %0, %1, %2 : f64, f64, f64
}

// CHECK-LABEL: @small(
// CHECK: %[[S:.*]] = math.sin %x
// CHECK: %[[C:.*]] = math.cos %x
// CHECK: arith.divf %[[S]], %[[C]]
// CHECK: %[[P:.*]] = arith.mulf %x, %{{.*}} : f32
// CHECK: math.exp %[[P]] : f32
// CHECK: math.sqrt %x : f32
// CHECK: %[[MIN:.*]] = arith.minimumf %x, %z fastmath<nnan> : f32
// CHECK: arith.maximumf %[[MIN]], %y fastmath<nnan> : f32
// SOME-LABEL: @small(
// SOME: arith.divf
// SOME: math.exp2
// SOME: math.rsqrt
// SOME: math.clampf
func.func @small(%x: f32, %y: f32, %z: f32) -> (f32, f32, f32, f32) {
  %0 = math.tan %x : f32
  %1 = math.exp2 %x : f32
  %2 = math.rsqrt %x : f32
  %3 = math.clampf %x to [%y, %z] fastmath<nnan> : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK-LABEL: @powers(
// CHECK: %[[L:.*]] = math.log %x : f32
// CHECK: %[[P:.*]] = arith.mulf %y, %[[L]] : f32
// CHECK: math.exp %[[P]] : f32
// CHECK: %[[T:.*]] = arith.mulf %x, %x : f32
// CHECK: arith.mulf %[[T]], %x : f32
// CHECK: %[[R:.*]] = math.sqrt %x : f32
// CHECK: arith.divf %{{.*}}, %[[R]] : f32
// CHECK: %[[S:.*]] = arith.sitofp %n : i16 to f32
// CHECK: arith.mulf %[[S]], %{{.*}} : f32
func.func @powers(%x: f32, %y: f32, %n: i16) -> (f32, f32, f32, f32) {
  %three = arith.constant 3.0 : f32
  %minus_half = arith.constant -0.5 : f32
  %0 = math.powf %x, %y : f32
  %1 = math.powf %x, %three : f32
  %2 = math.powf %x, %minus_half : f32
  %3 = math.fpowi %x, %n : f32, i16
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// -6 is 110 in binary, and a minus.
// CHECK-LABEL: @integer_power(
// CHECK: %[[A:.*]] = arith.mulf %x, %x : f32
// CHECK: %[[B:.*]] = arith.mulf %[[A]], %[[A]] : f32
// CHECK: %[[C:.*]] = arith.mulf %[[B]], %[[A]] : f32
// CHECK: arith.divf %{{.*}}, %[[C]] : f32
func.func @integer_power(%x: f32) -> f32 {
  %n = arith.constant -6 : i32
  %0 = math.fpowi %x, %n : f32, i32
  return %0 : f32
}

// CHECK-LABEL: @rounding(
// CHECK: arith.fptosi %x : f32 to i64
// CHECK: arith.cmpf ogt, %x
// CHECK: %[[AWAY:.*]] = math.copysign %{{.*}}, %y : f16
// CHECK-LABEL: @round_f32(
// CHECK: %[[H:.*]] = math.copysign %{{.*}}, %x : f32
// CHECK: %[[S:.*]] = arith.addf %x, %[[H]] : f32
// CHECK: %[[I:.*]] = arith.fptosi %[[S]] : f32 to i64
// CHECK: %[[LARGE:.*]] = arith.cmpi sge
// CHECK: arith.select %[[LARGE]], %x,
func.func @rounding(%x: f32, %y: f16) -> (f32, f16) {
  %0 = math.ceil %x : f32
  %1 = math.roundeven %y : f16
  return %0, %1 : f32, f16
}
// Nothing is rounded in what truncation takes away, and large numbers stay.
// EXACT-LABEL: @round_f32(
// EXACT: %[[I:.*]] = arith.fptosi %x : f32 to i64
// EXACT: %[[F:.*]] = arith.sitofp %[[I]] : i64 to f32
// EXACT: %[[T:.*]] = math.copysign %[[F]], %x : f32
// EXACT: %[[R:.*]] = arith.subf %x, %[[T]] : f32
// EXACT: %[[A:.*]] = math.absf %[[R]] : f32
// EXACT: arith.cmpf oge, %[[A]],
// EXACT: %[[M:.*]] = math.absf %x : f32
// EXACT: %[[LARGE:.*]] = arith.cmpf ugt, %[[M]],
// EXACT: arith.select %[[LARGE]], %x,
func.func @round_f32(%x: f32) -> f32 {
  %0 = math.round %x : f32
  return %0 : f32
}

// Halves of 5 are 3 and 2, of 3 2 and 1.
// CHECK-LABEL: @zeros(
// CHECK-COUNT-3: arith.cmpi ule
// CHECK: arith.cmpi eq, %x
// SOME-LABEL: @zeros(
// SOME-NOT: math.ctlz
func.func @zeros(%x: i5) -> i5 {
  %0 = math.ctlz %x : i5
  return %0 : i5
}

// SOME-LABEL: @unknown(
// Nothing is known of these, or round of f16 without `exact`.
// CHECK-LABEL: @unknown(
// CHECK: math.rsqrt %x : tensor<?xf32>
// CHECK: math.sinh %x : tensor<?xf32>
// CHECK: math.roundeven %y : f80
// CHECK: math.ctlz %i : index
// CHECK: math.round %h : f16
// EXACT-LABEL: @unknown(
// EXACT: math.roundeven %y : f80
// EXACT-NOT: math.round %h
func.func @unknown(%x: tensor<?xf32>, %y: f80, %i: index, %h: f16) -> (tensor<?xf32>, tensor<?xf32>, f80, index, f16) {
  %0 = math.rsqrt %x : tensor<?xf32>
  %1 = math.sinh %x : tensor<?xf32>
  %2 = math.roundeven %y : f80
  %3 = math.ctlz %i : index
  %4 = math.round %h : f16
  return %0, %1, %2, %3, %4 : tensor<?xf32>, tensor<?xf32>, f80, index, f16
}
