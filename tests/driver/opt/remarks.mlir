// Remarks with ids: shown when asked for, by id or by pass, or written to a file.

// RUN: tile-opt %s --tc-select=tensor-cores=false -o /dev/null 2>&1 | count 0
// RUN: tile-opt %s --tc-select=tensor-cores=false --remarks-filter='missed-*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHOWN
// RUN: tile-opt %s --tc-select=tensor-cores=false --remarks-filter=mem-vectorize,tc-select -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHOWN
// RUN: tile-opt %s --tc-select=tensor-cores=false --remarks-filter=tensor-core -o /dev/null 2>&1 | count 0

// RUN: tile-opt %s --tc-select=tensor-cores=false --remarks-output=%t.yaml -o /dev/null 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=YAML --input-file=%t.yaml
// RUN: tile-opt %s --tc-select=tensor-cores=false --remarks-output=%t.json -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: tile-opt %s --tc-select=tensor-cores=false --remarks-output-file=- --remark-format=json -o /dev/null | FileCheck %s --check-prefix=JSON
// RUN: tile-opt %s --tc-select=tensor-cores=false --remarks-output=%t.none --remarks-filter=tensor-core -o /dev/null
// RUN: count 0 < %t.none

// Nothing is left of a run that fails.
// RUN: rm -f %t.failed && not tile-opt %s --tc-select --param NONE=1 --remarks-output=%t.failed -o /dev/null
// RUN: not ls %t.failed

// RUN: not tile-opt %s --remarks-filter='missed-*,missed-tensor-cores' 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tile-opt %s --remarks-filter=cse 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not tile-opt %s --remarks-format=bitstream 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: tile-opt --help-pass=tc-select | FileCheck %s --check-prefix=HELP

// SHOWN: remarks.mlir:[[#@LINE+26]]:8: remark: 16x16x16 of f16 into f32 is computed without tensor cores: the option tensor-cores is false [missed-tensor-core]

// YAML:      --- !Missed
// YAML-NEXT: Pass:            tc-select
// YAML-NEXT: Name:            missed-tensor-core
// YAML-NEXT: DebugLoc:        { File: '{{.*}}remarks.mlir', Line: [[#@LINE+21]], Column: 8 }
// YAML-NEXT: Function:        'it''s'
// YAML-NEXT: Args:
// YAML-NEXT:   - String:          '16x16x16 of f16
// YAML-NEXT: ...

// JSON: {"id": "missed-tensor-core", "kind": "missed", "pass": "tc-select", "symbol": "it's", "file": "{{.*}}remarks.mlir", "line": [[#@LINE+15]], "column": 8, "message": "16x16x16 of f16{{.*}}"}

// NAME: <command line>:1:{{[0-9]+}}: error: no remark or pass that makes remarks is named 'missed-tensor-cores'
// NAME: help: did you mean 'missed-tensor-core'?
// NONE: error: no remark or pass that makes remarks is named 'cse'
// NONE: help: '--help-pass=NAME' lists a pass's remarks
// FORMAT: error: no format of remarks is named 'bitstream'
// FORMAT: help: write yaml or json
// HELP: remarks:
// HELP-NEXT: missed-tensor-core {{.*}}and why

tile.kernel @"it's"(%A: memref<16x16xf16>, %C: memref<16x16xf32>) warps(1) grid(%b = 1) {
  %a = mem.alloc : !mem.buffer<16x16xf16, shared>
  %b1 = mem.alloc : !mem.buffer<16x16xf16, shared>
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = tile.dot %a, %b1, %zero
  tile.store %d, %C[0, 0]
}
