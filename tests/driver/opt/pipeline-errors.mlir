// RUN: not tile-opt %s --pass-pipeline='builtin.module(cze)' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tile-opt %s --pass-pipeline='builtin.module(cse' 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not tile-opt %s --pass-pipeline='canonicalize{max-iteration=3}' 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not tile-opt %s --canonicalize=max-iterations=three 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not tile-opt %s --canonicalise 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not tile-opt %s --pass-pipeline='cse)' 2>&1 | FileCheck %s --check-prefix=REST
// RUN: not tile-opt %s --pass-pipeline='cse,' 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: tile-opt %s --pass-pipeline='builtin.module(no.such(cse))' --allow-unregistered-dialect -o /dev/null 2>&1 | FileCheck %s --check-prefix=IDLE

// NAME: <command line>:1:{{[0-9]+}}: error: no pass or pipeline is named 'cze'
// NAME: did you mean 'cse'?
// OPEN: error: this '(' is never closed
// OPTION: error: 'canonicalize' has no option 'max-iteration'
// OPTION: did you mean 'max{{[-_]}}iterations'?
// VALUE: error: option 'max{{[-_]}}iterations' of 'canonicalize' is an integer, got 'three'
// FLAG: error: unknown option '--canonicalise'
// FLAG: did you mean '--canonicalize'?
// REST: error: expected ',' or the end of the pipeline, got ')'
// EMPTY: error: expected a pass name at the end of the pipeline
// IDLE: warning: pass 'cse' ran on 0 ops: there is no 'no.such' here
func.func @f() { return }
