// The other tools report in the same way, with their own steps.
// RUN: tile-compile %s --pass-pipeline=canonicalize --timing -o %t.ptx 2>&1 | FileCheck %s
// RUN: tile-compile %s --pass-pipeline=canonicalize --timing --timing-format=json --timing-trace=%t.trace.json -o %t.ptx 2> %t.json
// RUN: %python -m json.tool %t.json > /dev/null
// RUN: %python -m json.tool %t.trace.json | FileCheck %s --check-prefix=TRACE

// CHECK: %)  text
// CHECK-NEXT: %)    parse
// CHECK-NEXT: %)    verify
// CHECK: %)  passes
// CHECK: %)      canonicalize
// CHECK: %)  LLVM
// CHECK-NEXT: %)    open library
// CHECK-NEXT: %)    compile
// CHECK: %)      emit
// CHECK: %)      codegen
// CHECK: %)  rest
// CHECK: %)  total
// TRACE: "name": "canonicalize"
// TRACE: "name": "codegen"
simt.kernel @k(%C: memref<?xi32>[N]) threads(32) grid(N) {
  simt.return
}
