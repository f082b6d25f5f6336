// What combines results of scf.forall, and processing units, come from other dialects.
// RUN: tile-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --print-op-generic | tile-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func.func @combine(%t: tensor<4xf32>, %u: tensor<1xf32>) -> tensor<4xf32> {
func.func @combine(%t: tensor<4xf32>, %u: tensor<1xf32>) -> tensor<4xf32> {
  // CHECK: %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    // CHECK: scf.forall.in_parallel {
    scf.forall.in_parallel {
      // CHECK: "test.combine"(%u, %o, %i) : (tensor<1xf32>, tensor<4xf32>, index) -> ()
      "test.combine"(%u, %o, %i) : (tensor<1xf32>, tensor<4xf32>, index) -> ()
    // CHECK: } {some.name}
    } {some.name}
  }
  // CHECK: scf.forall (%i, %j) in (2, 4) {
  scf.forall (%i, %j) in (2, 4) {
  // CHECK: } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  return %r : tensor<4xf32>
}
