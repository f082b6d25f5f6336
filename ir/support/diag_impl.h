// The diagnostic engine as a context keeps it: one for the thread that made the context, and one
// for each other thread, which holds what that thread installed and counts what it emitted.
#ifndef IR_SUPPORT_DIAG_IMPL_H
#define IR_SUPPORT_DIAG_IMPL_H

#include <stdatomic.h>

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

// Counts the errors that come out of a piece of work, whatever handlers the work itself installs:
// what these swallow does not count.
typedef struct IrDiagScope {
  size_t handlers; // installed around it
  size_t errors;
  struct IrDiagScope *outer;
} IrDiagScope;

typedef struct IrDiagEngine {
  IR_VEC(IrDiagHandlerEntry) handlers;
  IrDiagScope *scopes; // innermost first; of this engine's thread
  _Atomic size_t errors;
  size_t max_errors; // of the context's own engine, as the style is
  IrDiagStyle style;
  bool hidden;              // the last diagnostic was, and so are its notes
  bool helped;              // a help has followed the last error
  struct IrOutbox *outbox;  // where diagnostics wait that no handler above took, or NULL
  IrRemarkSettings remarks; // of the context's own engine
} IrDiagEngine;

enum { IR_MAX_ERRORS = 20 }; // unless ir_diag_set_max_errors says another number

// Whether `shown` errors of one file are all that should be shown; then says so at `loc`.
bool ir_diag_is_enough(IrContext *ctx, size_t shown, IrLoc loc);

// Kept by ir/core/context.c.
IrDiagEngine *ir_context_diags(IrContext *ctx);      // of this thread
IrDiagEngine *ir_context_main_diags(IrContext *ctx); // of the context: may be the same
// Around what reaches the context's own engine, or standard error, while threads share the context.
void ir_context_lock_diags(IrContext *ctx);
void ir_context_unlock_diags(IrContext *ctx);

// diag.c: opens `scope` for this thread, until it is closed; the number of errors that came out.
void ir_diag_scope_open(IrContext *ctx, IrDiagScope *scope);
size_t ir_diag_scope_close(IrContext *ctx, const IrDiagScope *scope);
// diag.c: to the handlers, else to the file of remarks or standard error.
void ir_diag_emit(IrContext *ctx, const IrDiag *diag);
// remark.c: writes a remark with an id to the file, if there is one.
bool ir_remark_to_file(IrContext *ctx, const IrDiag *diag);

#endif
