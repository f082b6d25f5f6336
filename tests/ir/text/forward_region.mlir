// RUN: not tile-opt %s 2>&1 | FileCheck %s

// A name used in front of a region that then defines it.
// CHECK: forward_region.mlir:[[#@LINE+2]]:3: error: 'scf.for' op operand #2 ('%k') does not dominate this use
func.func @f(%i: index) {
  scf.for %k = %i to %i step %k {
  }
  return
}
