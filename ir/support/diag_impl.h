// The diagnostic engine as a context keeps it.
#ifndef IR_SUPPORT_DIAG_IMPL_H
#define IR_SUPPORT_DIAG_IMPL_H

#include "ir/support/diag.h"
#include "ir/support/vec.h"

typedef struct IrDiagHandlerEntry {
  IrDiagHandler handle;
  void *user;
} IrDiagHandlerEntry;

typedef struct IrDiagEngine {
  IR_VEC(IrDiagHandlerEntry) handlers;
  size_t errors;
  bool helped; // a help has followed the last error
} IrDiagEngine;

// Kept by ir/core/context.c.
IrDiagEngine *ir_context_diags(IrContext *ctx);

#endif
