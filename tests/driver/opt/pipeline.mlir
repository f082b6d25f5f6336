// RUN: tile-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-iterations=5}),symbol-dce)' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=NESTED
// RUN: tile-opt %s --pass-pipeline='func.func(cse),cse' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=IMPLICIT
// RUN: tile-opt %s --pass-pipeline='any(cse)' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: tile-opt %s --cse --licm --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=FLAGS
// RUN: echo 'builtin.module(cse, func.func(dce))' > %t.pipeline
// RUN: tile-opt %s --pass-pipeline=@%t.pipeline --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=FILE

// NESTED: {{^}}builtin.module(func.func(cse,canonicalize{max-iterations=5}),symbol-dce){{$}}
// IMPLICIT: {{^}}builtin.module(func.func(cse),cse){{$}}
// ANY: {{^}}builtin.module(any(cse)){{$}}
// FLAGS: {{^}}builtin.module(cse,loop-invariant-code-motion){{$}}
// FILE: {{^}}builtin.module(cse,func.func(dce)){{$}}
func.func @f() { return }
