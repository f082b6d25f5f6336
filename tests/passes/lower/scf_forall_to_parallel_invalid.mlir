// RUN: tile-opt %s --scf-forall-to-parallel --split-input-file --verify-diagnostics

// A step that is known must be one that scf.parallel takes.
func.func @zero() {
  // expected-error @+1 {{'scf.forall' op has a step of 0; that of scf.parallel must be positive}}
  scf.forall (%i) = (0) to (4) step (0) {
  }
  return
}

// -----

func.func @negative() {
  %step = arith.constant -1 : index
  // expected-error @+1 {{'scf.forall' op has a step of -1; that of scf.parallel must be positive}}
  scf.forall (%i) = (0) to (4) step (%step) {
  }
  return
}
