// RUN: rm -rf %t && mkdir -p %t
// RUN: tile-opt %s -o %t/good.mlir && FileCheck %s < %t/good.mlir
// RUN: not tile-opt %s --cse --no-such-pass -o %t/bad.mlir
// RUN: not tile-opt %t/nothing.mlir -o %t/bad.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not tile-opt %t -o %t/bad.mlir 2>&1 | FileCheck %s --check-prefix=DIRECTORY
// RUN: echo 'func.func @broken(' > %t/broken.mlir
// RUN: not tile-opt %t/broken.mlir -o %t/bad.mlir
// RUN: not tile-opt %s -o %t/no/such/folder.mlir 2>&1 | FileCheck %s --check-prefix=UNWRITABLE
// RUN: not tile-opt %s -o %t 2>&1 | FileCheck %s --check-prefix=TODIR
// RUN: ls %t | FileCheck %s --check-prefix=LEFT
// RUN: tile-opt - < %s | FileCheck %s

// A link stays one.
// RUN: echo old > %t/file && ln -s file %t/link && tile-opt %s -o %t/link && test -L %t/link && FileCheck %s < %t/file

// CHECK: func.func @f
// MISSING: error: {{.*}}nothing.mlir
// DIRECTORY: error: {{.*}}irectory
// UNWRITABLE: error: cannot write '{{.*}}folder.mlir': No such file or directory
// TODIR: error: cannot write '{{.*}}': Is a directory
// LEFT-NOT: bad
// LEFT: broken.mlir
// LEFT-NEXT: good.mlir
// LEFT-NOT: {{.}}
func.func @f() { return }
