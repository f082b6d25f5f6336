// RUN: split-file %s %t
// RUN: %cc -shared -fPIC -I%source %t/abi.c -o %t/abi.so
// RUN: %cc -shared -fPIC %t/none.c -o %t/none.so
// RUN: not tile-opt %t/in.mlir --load-plugin=%t/abi.so 2>&1 | FileCheck %t/abi.c
// RUN: not tile-opt %t/in.mlir --load-plugin=%t/none.so 2>&1 | FileCheck %t/none.c
// RUN: not tile-opt %t/in.mlir --load-plugin=%t/missing.so 2>&1 | FileCheck %t/in.mlir
// RUN: not tile-opt %t/in.mlir --load-plugin=%t/in.mlir 2>&1 | FileCheck %t/in.mlir

//--- abi.c
// CHECK: error: cannot load plugin '{{.*}}abi.so': it was built for ABI 99.0
// CHECK: rebuild it with this tool's headers
#include "ir/pass/plugin.h"
static IrStatus load(IrContext *ctx) {
  (void)ctx;
  return IR_OK;
}
const IrPlugin *ir_plugin(void);
const IrPlugin *ir_plugin(void) {
  static const IrPlugin plugin = {sizeof(IrPlugin), 99, 0, "old", "1", load};
  return &plugin;
}

//--- none.c
// CHECK: error: cannot load plugin '{{.*}}none.so': it has no symbol 'ir_plugin'
// CHECK: add IR_PLUGIN
int nothing;

//--- in.mlir
// CHECK: error: cannot load plugin
module {}
