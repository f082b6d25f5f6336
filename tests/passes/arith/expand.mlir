// RUN: tile-opt %s --check-rewrites --split-input-file '--arith-expand=include-bf16 include-f8e8m0 include-f4e2m1' | FileCheck %s
// RUN: tile-opt %s --check-rewrites --split-input-file --arith-expand | FileCheck %s --check-prefix=PLAIN
// RUN: tile-opt %s --check-rewrites --split-input-file '--arith-expand=include-bf16 include-f8e8m0 include-f4e2m1 exact' | FileCheck %s --check-prefix=EXACT

// CHECK-LABEL: @divide(
// CHECK: %[[Q:.*]] = arith.divsi %x, %y : vector<4xi8>
// CHECK: %[[P:.*]] = arith.muli %[[Q]], %y
// CHECK: %[[LOST:.*]] = arith.cmpi ne, %x, %[[P]]
// CHECK-DAG: %[[X:.*]] = arith.cmpi slt, %x,
// CHECK-DAG: %[[Y:.*]] = arith.cmpi slt, %y,
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[X]], %[[Y]]
// CHECK: %[[UP:.*]] = arith.andi %[[LOST]], %[[SAME]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[Q]],
// CHECK: %[[CEIL:.*]] = arith.select %[[UP]], %[[NEXT]], %[[Q]]
// CHECK: %[[FLOOR:.*]] = arith.divsi
// CHECK: arith.cmpi ne, %{{.*}}, %{{.*}} : vector<4xi1>
// CHECK: %[[MINUS:.*]] = arith.constant dense<-1> : vector<4xi8>
// CHECK: arith.addi %[[FLOOR]], %[[MINUS]]
// CHECK: arith.subi
// CHECK: arith.divui
func.func @divide(%x: vector<4xi8>, %y: vector<4xi8>) -> (vector<4xi8>, vector<4xi8>, vector<4xi8>) {
  %0 = arith.ceildivsi %x, %y : vector<4xi8>
  %1 = arith.floordivsi %x, %y : vector<4xi8>
  %2 = arith.ceildivui %x, %y : vector<4xi8>
  return %0, %1, %2 : vector<4xi8>, vector<4xi8>, vector<4xi8>
}

// Without constants, extents may be known at run time only.
// CHECK-LABEL: @extremes(
// CHECK: %[[A:.*]] = arith.cmpi sgt, %x, %y
// CHECK: arith.select %[[A]], %x, %y
// CHECK: arith.cmpi ugt, %x, %y
// CHECK: arith.cmpi slt, %x, %y
// CHECK: arith.cmpi ult, %x, %y
func.func @extremes(%x: tensor<?xi32>, %y: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %0 = arith.maxsi %x, %y : tensor<?xi32>
  %1 = arith.maxui %x, %y : tensor<?xi32>
  %2 = arith.minsi %x, %y : tensor<?xi32>
  %3 = arith.minui %x, %y : tensor<?xi32>
  return %0, %1, %2, %3 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// A NaN is the result of maximumf and minimumf, and the other number that of maxnumf and minnumf.
// CHECK-LABEL: @float_extremes(
// CHECK-NEXT: %[[A:.*]] = arith.cmpf ugt, %x, %y : f16
// CHECK-NEXT: %[[B:.*]] = arith.select %[[A]], %x, %y : f16
// CHECK-NEXT: %[[NAN:.*]] = arith.cmpf uno, %y, %y : f16
// CHECK-NEXT: arith.select %[[NAN]], %y, %[[B]] : f16
// CHECK-NEXT: arith.cmpf ult, %x, %y : f16
// CHECK: arith.cmpf uno, %y, %y : f16
// CHECK: arith.cmpf ugt, %x, %y : f16
// CHECK: %[[XNAN:.*]] = arith.cmpf uno, %x, %x : f16
// CHECK-NEXT: arith.select %[[XNAN]], %y
// CHECK: arith.cmpf ult, %x, %y : f16
// CHECK: arith.cmpf uno, %x, %x : f16
// Two that compare equal may be zeros with different signs.
// EXACT-LABEL: @float_extremes(
// EXACT: %[[BITS:.*]] = arith.andi %{{.*}}, %{{.*}} : i16
// EXACT: %[[JOINED:.*]] = arith.bitcast %[[BITS]] : i16 to f16
// EXACT: %[[EQUAL:.*]] = arith.cmpf oeq, %x, %y : f16
// EXACT: arith.select %[[EQUAL]], %[[JOINED]],
// EXACT: arith.ori %{{.*}}, %{{.*}} : i16
func.func @float_extremes(%x: f16, %y: f16) -> (f16, f16, f16, f16) {
  %0 = arith.maximumf %x, %y : f16
  %1 = arith.minimumf %x, %y : f16
  %2 = arith.maxnumf %x, %y : f16
  %3 = arith.minnumf %x, %y : f16
  return %0, %1, %2, %3 : f16, f16, f16, f16
}

// -----

// CHECK-LABEL: @bf16(
// CHECK: %[[BITS:.*]] = arith.bitcast %x : bf16 to i16
// CHECK: %[[WIDE:.*]] = arith.extui %[[BITS]] : i16 to i32
// CHECK: %[[HIGH:.*]] = arith.shli %[[WIDE]], %{{.*}} : i32
// CHECK: arith.bitcast %[[HIGH]] : i32 to f32
// CHECK: %[[NAN:.*]] = arith.cmpf une, %y, %y : f32
// CHECK-DAG: %[[BELOW:.*]] = arith.constant 32767 : i32
// CHECK-DAG: %[[QUIET:.*]] = arith.constant 32704 : i16
// CHECK: %[[Y:.*]] = arith.bitcast %y : f32 to i32
// CHECK: %[[ODD:.*]] = arith.andi
// CHECK: %[[BIAS:.*]] = arith.addi %[[ODD]], %[[BELOW]] : i32
// CHECK: arith.addi %[[Y]], %[[BIAS]] : i32
// CHECK: %[[CUT:.*]] = arith.trunci %{{.*}} : i32 to i16
// CHECK: arith.select %[[NAN]], %[[QUIET]], %[[CUT]] : i16
// Other types than f32 have conversions of their own.
// CHECK: arith.extf %x : bf16 to f64
// CHECK: arith.truncf %h : f16 to f8E5M2
// PLAIN-LABEL: @bf16(
// PLAIN-NEXT: arith.extf
// PLAIN-NEXT: arith.truncf
func.func @bf16(%x: bf16, %y: f32, %h: f16) -> (f32, bf16, f64, f8E5M2) {
  %0 = arith.extf %x : bf16 to f32
  %1 = arith.truncf %y : f32 to bf16
  %2 = arith.extf %x : bf16 to f64
  %3 = arith.truncf %h : f16 to f8E5M2
  return %0, %1, %2, %3 : f32, bf16, f64, f8E5M2
}

// By way of f32, and what is made for that is expanded as well.
// CHECK-LABEL: @f8E8M0(
// CHECK-NOT: arith.extf
// CHECK: arith.extui %{{.*}} : vector<[4]xi8> to vector<[4]xi32>
// CHECK: arith.cmpf une
// CHECK: arith.bitcast %{{.*}} : vector<[4]xi16> to vector<[4]xbf16>
// CHECK: %[[F:.*]] = arith.truncf %y fastmath<contract> : f64 to f32
// CHECK: %[[BITS:.*]] = arith.bitcast %[[F]] : f32 to i32
// CHECK: %[[E:.*]] = arith.shrui %[[BITS]], %{{.*}} : i32
// CHECK: %[[I8:.*]] = arith.trunci %[[E]] : i32 to i8
// CHECK: arith.bitcast %[[I8]] : i8 to f8E8M0FNU
// Compared as f64, so that it is rounded once.
// EXACT-LABEL: @f8E8M0(
// EXACT: arith.cmpf olt, %y, %{{.*}} : f64
// EXACT: arith.cmpf oge, %y, %{{.*}} : f64
// EXACT: arith.cmpf ult, %y, %{{.*}} : f64
func.func @f8E8M0(%x: vector<[4]xf8E8M0FNU>, %y: f64) -> (vector<[4]xbf16>, f8E8M0FNU) {
  %0 = arith.extf %x : vector<[4]xf8E8M0FNU> to vector<[4]xbf16>
  %1 = arith.truncf %y fastmath<contract> : f64 to f8E8M0FNU
  return %0, %1 : vector<[4]xbf16>, f8E8M0FNU
}

// CHECK-LABEL: @f4E2M1(
// CHECK: %[[BITS:.*]] = arith.bitcast %x : f4E2M1FN to i4
// CHECK: %[[F:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: arith.extf %[[F]] : f32 to f64
// CHECK: %[[Y:.*]] = arith.extf %y : f16 to f32
// CHECK: arith.cmpf ult, %[[Y]], %{{.*}} : f32
// CHECK: arith.bitcast %{{.*}} : i4 to f4E2M1FN
// One for each number halfway between two.
// EXACT-LABEL: @f4E2M1(
// EXACT-COUNT-7: arith.extui %{{.*}} : i1 to i4
// EXACT: arith.ori
func.func @f4E2M1(%x: f4E2M1FN, %y: f16) -> (f64, f4E2M1FN) {
  %0 = arith.extf %x : f4E2M1FN to f64
  %1 = arith.truncf %y : f16 to f4E2M1FN
  return %0, %1 : f64, f4E2M1FN
}

// -----

// Flags and the rounding mode go over.
// PLAIN-LABEL: @scaled(
// PLAIN: %[[S:.*]] = arith.extf %s fastmath<nnan> : f8E8M0FNU to f32
// PLAIN: %[[X:.*]] = arith.extf %x fastmath<nnan> : f4E2M1FN to f32
// PLAIN: arith.mulf %[[X]], %[[S]] fastmath<nnan> : f32
// PLAIN: %[[T:.*]] = arith.truncf %y : f32 to f8E8M0FNU
// PLAIN: %[[U:.*]] = arith.extf %[[T]] : f8E8M0FNU to f32
// PLAIN: %[[Q:.*]] = arith.divf %y, %[[U]] : f32
// PLAIN: arith.truncf %[[Q]] upward : f32 to f8E5M2
func.func @scaled(%x: f4E2M1FN, %y: f32, %s: f8E8M0FNU) -> (f32, f8E5M2) {
  %0 = arith.scaling_extf %x, %s fastmath<nnan> : f4E2M1FN, f8E8M0FNU to f32
  %1 = arith.scaling_truncf %y, %y upward : f32, f32 to f8E5M2
  return %0, %1 : f32, f8E5M2
}

// What folds is folded, with the operands it has before anything is expanded.
// PLAIN-LABEL: @folds(
// PLAIN: %[[C:.*]] = arith.constant 3 : i32
// PLAIN: return %[[C]], %x
func.func @folds(%x: i32) -> (i32, i32) {
  %twenty = arith.constant 20 : i32
  %seven = arith.constant 7 : i32
  %0 = arith.ceildivsi %twenty, %seven : i32
  %1 = arith.maxsi %x, %x : i32
  return %0, %1 : i32, i32
}
