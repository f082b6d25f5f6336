// Watchers of steps, in an extension of the context; see action.h.
#include "ir/core/action.h"

#include "ir/core/dialect.h"
#include "ir/support/vec.h"

typedef struct Watchers {
  IR_VEC(IrActionWatcher) at;
  uint64_t steps;
} Watchers;

static const char watchers_key;

static void destroy(void *state) {
  Watchers *watchers = state;
  ir_vec_free(&watchers->at);
}

static Watchers *watchers_of(IrContext *ctx) {
  return ir_context_extension(ctx, &watchers_key, sizeof(Watchers), destroy);
}

void ir_actions_watch(IrContext *ctx, const IrActionWatcher *watcher) {
  IrActionWatcher copy = {0};
  memcpy(&copy, watcher, sizeof copy < watcher->size ? sizeof copy : watcher->size);
  ir_vec_push(&watchers_of(ctx)->at, copy);
}

bool ir_actions_watched(IrContext *ctx) {
  return watchers_of(ctx)->at.n > 0;
}

bool ir_action_begin(IrContext *ctx, IrActionKind kind, const char *name, const IrOp *op,
                     IrAction *action) {
  Watchers *watchers = watchers_of(ctx);
  *action = (IrAction){.size = sizeof *action,
                       .kind = kind,
                       .name = name,
                       .number = ++watchers->steps,
                       .op_name = ir_op_name(op),
                       .loc = ir_op_loc(op)};
  if (ir_op_has_trait(op, IR_SYMBOL)) action->symbol = ir_symbol_name(op);
  bool wanted = true;
  for (size_t i = 0; i < watchers->at.n; i++) {
    const IrActionWatcher *w = &watchers->at.at[i];
    if (w->begin && !w->begin(w->user, action)) wanted = false;
  }
  return wanted;
}

void ir_action_end(IrContext *ctx, const IrAction *action, bool changed) {
  Watchers *watchers = watchers_of(ctx);
  for (size_t i = 0; i < watchers->at.n; i++) {
    const IrActionWatcher *w = &watchers->at.at[i];
    if (w->end) w->end(w->user, action, changed);
  }
}

const char *ir_action_kind_name(IrActionKind kind) {
  static const char *const names[] = {"pass", "pattern", "fold", "erase"};
  return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "step";
}
