// The diagnostic engine as a context keeps it.
#ifndef IR_SUPPORT_DIAG_IMPL_H
#define IR_SUPPORT_DIAG_IMPL_H

#include "ir/support/remark.h"
#include "ir/support/vec.h"

typedef struct IrDiagHandlerEntry {
  IrDiagHandler handle;
  void *user;
} IrDiagHandlerEntry;

// As ir_remarks_configure gave them.
typedef struct IrRemarkSettings {
  IrStr filter;
  IrStream *file;
  IrRemarkFormat format;
} IrRemarkSettings;

typedef struct IrDiagEngine {
  IR_VEC(IrDiagHandlerEntry) handlers;
  size_t errors;
  bool helped; // a help has followed the last error
  IrRemarkSettings remarks;
} IrDiagEngine;

// Kept by ir/core/context.c.
IrDiagEngine *ir_context_diags(IrContext *ctx);

// diag.c: to the handlers, else to the file of remarks or standard error.
void ir_diag_emit(IrContext *ctx, const IrDiag *diag);
// remark.c: writes a remark with an id to the file, if there is one.
bool ir_remark_to_file(IrContext *ctx, const IrDiag *diag);

#endif
