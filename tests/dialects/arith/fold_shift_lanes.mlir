// A lane that is shifted too far may be anything; it folds along when the last lane is defined.
// RUN: tile-opt %s --canonicalize | FileCheck %s
// CHECK-LABEL: @folds(
// CHECK-DAG: %[[L:.*]] = arith.constant dense<[0, 2]> : vector<2xi8>
// CHECK-DAG: %[[U:.*]] = arith.constant dense<[0, 64]> : vector<2xi8>
// CHECK-DAG: %[[S:.*]] = arith.constant dense<[-1, -64]> : vector<2xi8>
// CHECK: return %[[L]], %[[U]], %[[S]]
func.func @folds() -> (vector<2xi8>, vector<2xi8>, vector<2xi8>) {
  %by = arith.constant dense<[9, 1]> : vector<2xi8>
  %ones = arith.constant dense<1> : vector<2xi8>
  %high = arith.constant dense<-128> : vector<2xi8>
  %l = arith.shli %ones, %by : vector<2xi8>
  %u = arith.shrui %high, %by : vector<2xi8>
  %s = arith.shrsi %high, %by : vector<2xi8>
  return %l, %u, %s : vector<2xi8>, vector<2xi8>, vector<2xi8>
}

// CHECK-LABEL: @stays(
// CHECK: arith.shli
func.func @stays() -> vector<2xi8> {
  %by = arith.constant dense<[1, 9]> : vector<2xi8>
  %ones = arith.constant dense<1> : vector<2xi8>
  %l = arith.shli %ones, %by : vector<2xi8>
  return %l : vector<2xi8>
}
