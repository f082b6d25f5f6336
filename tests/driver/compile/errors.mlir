// RUN: not tile-compile %s --emit=ptxx 2>&1 | FileCheck %s --check-prefix=EMIT
// RUN: not tile-compile %s --arch=sm_99 2>&1 | FileCheck %s --check-prefix=ARCH
// RUN: not tile-compile 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not tile-compile %t.none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tile-compile %s --pass-pipeline= -o /nowhere/k.ptx 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: not tile-compile %s --pass-pipeline=canonicalise 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tile-compile %s --pass-pipeline=cse --insert-after=licm:cse 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: not tile-compile %s --insert-after=cse 2>&1 | FileCheck %s --check-prefix=INSERT
// RUN: not tile-compile %s --param X=1 2>&1 | FileCheck %s --check-prefix=PARAM
// RUN: not tile-compile %s --pass-pipeline= --llvm-passes=nonsense -o - 2>&1 | FileCheck %s --check-prefix=LLVM
// RUN: env TEGULA_NVPTX_LIB=/nowhere.so not tile-compile %s --pass-pipeline= -o - 2>&1 | FileCheck %s --check-prefix=LIB

// EMIT: error: unknown value 'ptxx' of --emit
// EMIT: help: did you mean 'ptx'?
// ARCH: error: {{.*}}sm_99
// FILE: error: no input file
// NONE: error: {{.*}}.none
// OUT: error: cannot write '/nowhere/k.ptx'
// UNKNOWN: error: {{.*}}canonicalise
// UNKNOWN: help: {{.*}}canonicalize
// AFTER: error: {{.*}}licm
// INSERT: error: expected PASS:PIPELINE, got 'cse'
// PARAM: error: {{.*}}X
// LLVM: error: {{.*}}LLVM{{.*}}nonsense
// LIB: error: cannot open the LLVM target
// LIB: help: {{.*}}TEGULA_NVPTX_LIB
simt.kernel @k(%C: memref<?xi32>[N]) threads(32) grid(N) {
  simt.return
}
