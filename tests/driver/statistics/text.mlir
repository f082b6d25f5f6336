// Counters along the pipeline, by name, and of steps.
// RUN: tile-opt %s --pass-pipeline='cse,func.func(canonicalize,cse)' --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: tile-opt %s --pass-pipeline='cse,func.func(canonicalize,cse)' --pass-statistics --mlir-pass-statistics-display=list -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: tile-opt %s --canonicalize --step-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STEPS
// RUN: tile-opt %s --split-input-file --cse --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=PIECES

// PIPELINE: Pass statistics report
// PIPELINE: {{^}}cse
// PIPELINE-NEXT: 1 num_csed
// PIPELINE: {{^}}'func.func' pipeline
// PIPELINE-NEXT: {{^}}  canonicalize
// PIPELINE: {{^}}  cse
// PIPELINE-NEXT: 0 num_csed

// LIST: {{^}}canonicalize
// LIST: {{^}}cse
// LIST-NEXT: 1 num_csed
// LIST-NOT: cse

// STEPS-NOT: report
// STEPS: steps: tried, changed something
// STEPS: {{[0-9]+ +[0-9]+}} fold fold
// STEPS: {{[0-9]+ +[0-9]+}} pattern arith_addi_of_addi

// One report for all pieces:
// PIECES-COUNT-1: report
// PIECES: 1 num_csed
// PIECES-NOT: report
func.func @f(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.addi %x, %y : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}
// -----
func.func @g() { return }
