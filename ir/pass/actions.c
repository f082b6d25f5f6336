// Runs of passes as steps for those who watch the context (ir/core/action.h).
#include "ir/pass/pass_impl.h"

static bool wants(void *user, const IrPassEvent *event) {
  return ir_action_begin(event->ctx, IR_ACTION_PASS, event->pass->name, event->op, user);
}

static IrStatus after_pass(void *user, const IrPassEvent *event) {
  ir_action_end(event->ctx, user, event->status == IR_OK);
  return IR_OK;
}

void ir_actions_instrument(IrPassManager *pm, IrAction *running) {
  if (!ir_actions_watched(pm->ctx)) return;
  ir_pass_manager_instrument(pm, &(IrInstrumentation){.size = sizeof(IrInstrumentation),
                                                      .name = "actions",
                                                      .user = running,
                                                      .whole_module = true, // in one order
                                                      .wants = wants,
                                                      .after_pass = after_pass});
}
