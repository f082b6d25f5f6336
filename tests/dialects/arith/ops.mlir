// RUN: tile-opt %s | FileCheck %s
// RUN: tile-opt %s | tile-opt | FileCheck %s
// RUN: tile-opt %s --print-op-generic | tile-opt | FileCheck %s

// Constants of every kind.
// CHECK-LABEL: func.func @constants() {
func.func @constants() {
  // CHECK: %i = arith.constant 4 : i32
  %i = arith.constant 4 : i32
  // CHECK: %n = arith.constant -1 : i8
  %n = arith.constant -1 : i8
  // CHECK: %x = arith.constant 7 : index
  %x = arith.constant 7 : index
  // CHECK: %t = arith.constant true
  %t = arith.constant true
  // CHECK: %f = arith.constant 1.500000e+00 : f32
  %f = arith.constant 1.500000e+00 : f32
  // CHECK: %h = arith.constant 0x7C00 : f16
  %h = arith.constant 0x7C00 : f16
  // CHECK: %d = arith.constant dense<2> : vector<4xi32>
  %d = arith.constant dense<2> : vector<4xi32>
  // CHECK: %e = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf64>
  %e = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf64>
  // CHECK: %l = arith.constant {some.name = 1 : i64} 4 : i32
  %l = arith.constant {some.name = 1 : i64} 4 : i32
  return
}

// CHECK-LABEL: func.func @integers(%a: i32, %b: i32, %v: vector<4xi16>) {
func.func @integers(%a: i32, %b: i32, %v: vector<4xi16>) {
  // CHECK: %0 = arith.addi %a, %b : i32
  %0 = arith.addi %a, %b : i32
  // CHECK: %1 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %1 = arith.addi %a, %b overflow<nsw, nuw> : i32
  // CHECK: %2 = arith.subi %a, %b overflow<nsw> : i32
  %2 = arith.subi %a, %b overflow<nsw> : i32
  // CHECK: %3 = arith.muli %a, %b overflow<nuw> : i32
  %3 = arith.muli %a, %b overflow<nuw> : i32
  // CHECK: %4 = arith.divsi %a, %b : i32
  %4 = arith.divsi %a, %b : i32
  // CHECK: %5 = arith.divui %a, %b exact : i32
  %5 = arith.divui %a, %b exact : i32
  // CHECK: %6 = arith.remsi %a, %b : i32
  %6 = arith.remsi %a, %b : i32
  // CHECK: %7 = arith.remui %a, %b : i32
  %7 = arith.remui %a, %b : i32
  // CHECK: %8 = arith.ceildivsi %a, %b : i32
  %8 = arith.ceildivsi %a, %b : i32
  // CHECK: %9 = arith.ceildivui %a, %b : i32
  %9 = arith.ceildivui %a, %b : i32
  // CHECK: %10 = arith.floordivsi %a, %b : i32
  %10 = arith.floordivsi %a, %b : i32
  // CHECK: %11 = arith.andi %a, %b : i32
  %11 = arith.andi %a, %b : i32
  // CHECK: %12 = arith.ori %a, %b : i32
  %12 = arith.ori %a, %b : i32
  // CHECK: %13 = arith.xori %v, %v : vector<4xi16>
  %13 = arith.xori %v, %v : vector<4xi16>
  // CHECK: %14 = arith.shli %a, %b overflow<nsw> : i32
  %14 = arith.shli %a, %b overflow<nsw> : i32
  // CHECK: %15 = arith.shrsi %a, %b exact : i32
  %15 = arith.shrsi %a, %b exact : i32
  // CHECK: %16 = arith.shrui %a, %b : i32
  %16 = arith.shrui %a, %b : i32
  // CHECK: %17 = arith.minsi %a, %b : i32
  %17 = arith.minsi %a, %b : i32
  // CHECK: %18 = arith.maxsi %a, %b : i32
  %18 = arith.maxsi %a, %b : i32
  // CHECK: %19 = arith.minui %a, %b : i32
  %19 = arith.minui %a, %b : i32
  // CHECK: %20 = arith.maxui %a, %b : i32
  %20 = arith.maxui %a, %b : i32
  // CHECK: %sum, %carry = arith.addui_extended %a, %b : i32, i1
  %sum, %carry = arith.addui_extended %a, %b : i32, i1
  // CHECK: %low, %high = arith.mulsi_extended %a, %b : i32
  %low, %high = arith.mulsi_extended %a, %b : i32
  // CHECK: %low_0, %high_0 = arith.mului_extended %a, %b : i32
  %low_0, %high_0 = arith.mului_extended %a, %b : i32
  return
}

// CHECK-LABEL: func.func @floats(%a: f32, %b: f32, %t: tensor<4x?xf16>) {
func.func @floats(%a: f32, %b: f32, %t: tensor<4x?xf16>) {
  // CHECK: %0 = arith.addf %a, %b : f32
  %0 = arith.addf %a, %b : f32
  // CHECK: %1 = arith.subf %a, %b fastmath<contract> : f32
  %1 = arith.subf %a, %b fastmath<contract> : f32
  // CHECK: %2 = arith.mulf %t, %t fastmath<nnan,contract> : tensor<4x?xf16>
  %2 = arith.mulf %t, %t fastmath<nnan,contract> : tensor<4x?xf16>
  // CHECK: %3 = arith.divf %a, %b fastmath<fast> : f32
  %3 = arith.divf %a, %b fastmath<fast> : f32
  // CHECK: %4 = arith.remf %a, %b : f32
  %4 = arith.remf %a, %b : f32
  // CHECK: %5 = arith.maximumf %a, %b : f32
  %5 = arith.maximumf %a, %b : f32
  // CHECK: %6 = arith.minimumf %a, %b : f32
  %6 = arith.minimumf %a, %b : f32
  // CHECK: %7 = arith.maxnumf %a, %b : f32
  %7 = arith.maxnumf %a, %b : f32
  // CHECK: %8 = arith.minnumf %a, %b : f32
  %8 = arith.minnumf %a, %b : f32
  // CHECK: %9 = arith.negf %a fastmath<nsz> : f32
  %9 = arith.negf %a fastmath<nsz> : f32
  return
}

// CHECK-LABEL: func.func @comparisons(%a: i32, %x: f32, %v: vector<4xi32>) {
func.func @comparisons(%a: i32, %x: f32, %v: vector<4xi32>) {
  // CHECK: %0 = arith.cmpi slt, %a, %a : i32
  %0 = arith.cmpi slt, %a, %a : i32
  // CHECK: %1 = arith.cmpi uge, %v, %v : vector<4xi32>
  %1 = arith.cmpi uge, %v, %v : vector<4xi32>
  // CHECK: %2 = arith.cmpf olt, %x, %x : f32
  %2 = arith.cmpf olt, %x, %x : f32
  // CHECK: %3 = arith.cmpf uno, %x, %x fastmath<nnan> : f32
  %3 = arith.cmpf uno, %x, %x fastmath<nnan> : f32
  return
}

// One condition for all elements, and one for each.
// CHECK-LABEL: func.func @selects(%c: i1, %d: vector<4xi1>, %v: vector<4xi32>) {
func.func @selects(%c: i1, %d: vector<4xi1>, %v: vector<4xi32>) {
  // CHECK: %0 = arith.select %c, %v, %v : vector<4xi32>
  %0 = arith.select %c, %v, %v : vector<4xi32>
  // CHECK: %1 = arith.select %d, %v, %v : vector<4xi1>, vector<4xi32>
  %1 = arith.select %d, %v, %v : vector<4xi1>, vector<4xi32>
  return
}

// CHECK-LABEL: func.func @casts(%i: i32, %x: f32, %v: vector<2xi8>) {
func.func @casts(%i: i32, %x: f32, %v: vector<2xi8>) {
  // CHECK: %0 = arith.index_cast %i : i32 to index
  %0 = arith.index_cast %i : i32 to index
  // CHECK: %1 = arith.index_castui %i : i32 to index
  %1 = arith.index_castui %i : i32 to index
  // CHECK: %2 = arith.extsi %v : vector<2xi8> to vector<2xi32>
  %2 = arith.extsi %v : vector<2xi8> to vector<2xi32>
  // CHECK: %3 = arith.extui %i : i32 to i64
  %3 = arith.extui %i : i32 to i64
  // CHECK: %4 = arith.trunci %i overflow<nsw> : i32 to i16
  %4 = arith.trunci %i overflow<nsw> : i32 to i16
  // CHECK: %5 = arith.sitofp %i : i32 to f32
  %5 = arith.sitofp %i : i32 to f32
  // CHECK: %6 = arith.uitofp %i : i32 to f32
  %6 = arith.uitofp %i : i32 to f32
  // CHECK: %7 = arith.fptosi %x : f32 to i32
  %7 = arith.fptosi %x : f32 to i32
  // CHECK: %8 = arith.fptoui %x : f32 to i32
  %8 = arith.fptoui %x : f32 to i32
  // CHECK: %9 = arith.bitcast %x : f32 to i32
  %9 = arith.bitcast %x : f32 to i32
  // CHECK: %10 = arith.extf %x fastmath<contract> : f32 to f64
  %10 = arith.extf %x fastmath<contract> : f32 to f64
  // CHECK: %11 = arith.truncf %x : f32 to bf16
  %11 = arith.truncf %x : f32 to bf16
  return
}

// CHECK-LABEL: func.func @rounding_and_rest(%x: f32, %s: vector<4xf4E2M1FN>, %e: vector<4xf8E8M0FNU>, %m: memref<4xindex>, %t: tensor<*xf64>) {
func.func @rounding_and_rest(%x: f32, %s: vector<4xf4E2M1FN>, %e: vector<4xf8E8M0FNU>, %m: memref<4xindex>, %t: tensor<*xf64>) {
  // CHECK: %0 = arith.truncf %x to_nearest_even : f32 to bf16
  %0 = arith.truncf %x to_nearest_even : f32 to bf16
  // CHECK: %1 = arith.truncf %x downward fastmath<fast> : f32 to bf16
  %1 = arith.truncf %x downward fastmath<fast> : f32 to bf16
  // CHECK: %2 = arith.truncf %x upward : f32 to f16
  %2 = arith.truncf %x upward : f32 to f16
  // CHECK: %3 = arith.truncf %x toward_zero : f32 to f16
  %3 = arith.truncf %x toward_zero : f32 to f16
  // CHECK: %4 = arith.truncf %x to_nearest_away : f32 to tf32
  %4 = arith.truncf %x to_nearest_away : f32 to tf32
  // CHECK: %5 = arith.extf %4 : tf32 to f32
  %5 = arith.extf %4 : tf32 to f32
  // CHECK: %6 = arith.scaling_extf %s, %e : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xf16>
  %6 = arith.scaling_extf %s, %e : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xf16>
  // CHECK: %7 = arith.scaling_truncf %6, %e toward_zero fastmath<nnan> : vector<4xf16>, vector<4xf8E8M0FNU> to vector<4xf4E2M1FN>
  %7 = arith.scaling_truncf %6, %e toward_zero fastmath<nnan> : vector<4xf16>, vector<4xf8E8M0FNU> to vector<4xf4E2M1FN>
  // CHECK: %8 = arith.index_cast %m : memref<4xindex> to memref<4xi64>
  %8 = arith.index_cast %m : memref<4xindex> to memref<4xi64>
  // CHECK: %9 = arith.bitcast %8 : memref<4xi64> to memref<4xf64>
  %9 = arith.bitcast %8 : memref<4xi64> to memref<4xf64>
  // CHECK: %10 = arith.addf %t, %t : tensor<*xf64>
  %10 = arith.addf %t, %t : tensor<*xf64>
  // CHECK: %11 = arith.cmpf olt, %t, %t : tensor<*xf64>
  %11 = arith.cmpf olt, %t, %t : tensor<*xf64>
  // CHECK: %12 = arith.select %11, %t, %t : tensor<*xi1>, tensor<*xf64>
  %12 = arith.select %11, %t, %t : tensor<*xi1>, tensor<*xf64>
  return
}

// A predicate may be a string.
// CHECK-LABEL: func.func @quoted(
func.func @quoted(%a: i32, %x: f32) {
  // CHECK: arith.cmpi ule, %a, %a : i32
  %0 = arith.cmpi "ule", %a, %a : i32
  // CHECK: arith.cmpf uno, %x, %x : f32
  %1 = arith.cmpf "uno", %x, %x : f32
  return
}
