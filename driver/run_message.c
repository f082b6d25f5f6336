// Messages that are kept instead of shown; see run.h.
#include "driver/run.h"

bool run_keep_message(void *user, IrContext *ctx, const IrDiag *diag) {
  const char **message = user;
  if (diag->severity == IR_ERROR && !*message)
    *message = ir_arena_strdup(ir_context_arena(ctx), diag->message);
  return true;
}
