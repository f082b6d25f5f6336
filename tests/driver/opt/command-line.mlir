// RUN: tile-opt --help | FileCheck %s --check-prefix=HELP
// RUN: tile-opt --version | FileCheck %s --check-prefix=VERSION
// RUN: tile-opt --list-passes | FileCheck %s --check-prefix=PASSES
// RUN: tile-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: tile-opt --list-ops=builtin | FileCheck %s --check-prefix=OPS
// RUN: tile-opt --help-op=builtin.module | FileCheck %s --check-prefix=OP
// RUN: tile-opt --help-pass=canonicalize | FileCheck %s --check-prefix=PASS
// RUN: not tile-opt --help-op=builtin.modul 2>&1 | FileCheck %s --check-prefix=NEAROP
// RUN: not tile-opt %s --verify-each=maybe 2>&1 | FileCheck %s --check-prefix=BOOL
// RUN: not tile-opt %s -o 2>&1 | FileCheck %s --check-prefix=NOVALUE
// RUN: not tile-opt %s %s 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tile-opt %s --param=N 2>&1 | FileCheck %s --check-prefix=PARAM
// RUN: not tile-opt %s --param N=3 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: tile-opt %s -cse --mlir-disable-threading --verify-each=0 | FileCheck %s

// HELP: usage: tile-opt
// HELP: --pass-pipeline=TEXT
// HELP: canonicalize
// VERSION: tile-opt (Tegula) {{[0-9]}}
// PASSES: canonicalize
// PASSES: cse
// PASSES: pipelines:
// PASSES: licm
// DIALECTS: builtin
// OPS: builtin.module
// OP: builtin.module: Holds everything else.
// OP: attributes:
// OP: sym_name: {{.*}} (optional)
// PASS: canonicalize:
// PASS: top-down=bool {{.*}}(default: true)
// PASS: max-iterations=integer {{.*}}(default: 10)
// PASS: statistics:
// PASS: example:
// PASS-NEXT: {{^}}  tile-opt FILE --pass-pipeline='builtin.module(canonicalize{top-down=true})'
// NEAROP: no op is named 'builtin.modul'
// NEAROP: did you mean 'builtin.module'?
// BOOL: error: option '--verify-each' is true or false, got 'maybe'
// NOVALUE: error: option '--o' needs a value
// TWICE: error: one input file at a time
// PARAM: error: option '--param' takes NAME=VALUE, got 'N'
// UNUSED: error: the input declares no parameter 'N'
// CHECK: func.func @f
func.func @f() { return }
