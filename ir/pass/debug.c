// The debug channel `pass`: every run of a pass, and whether it changed anything.
#include "ir/analysis/fingerprint.h"
#include "ir/pass/pass_impl.h"

static IrStatus before_pass(void *user, const IrPassEvent *event) {
  (void)user;
  *event->memo = ir_op_fingerprint(event->op, IR_FINGERPRINT_NAMES);
  return IR_OK;
}

static IrStatus after_pass(void *user, const IrPassEvent *event) {
  (void)user;
  if (!event->op) return IR_OK;
  const char *outcome = "failed on it";
  if (event->status == IR_OK) {
    bool same = ir_op_fingerprint(event->op, IR_FINGERPRINT_NAMES) == *event->memo;
    outcome = same ? "changed nothing in it" : "changed it";
  }
  IrStr symbol = ir_dump_symbol(event->op);
  IR_DEBUG_OP(event->ctx, event->op, "pass", "{}{}: {}{} (pass {} of {}) {}", symbol.len ? "@" : "",
              symbol, event->pass->name, event->options, event->number, event->count, outcome);
  return IR_OK;
}

void ir_debug_instrument(IrPassManager *pm) {
  if (!ir_debug_enabled(pm->ctx, "pass")) return;
  ir_pass_manager_instrument(pm, &(IrInstrumentation){.size = sizeof(IrInstrumentation),
                                                      .name = "debug",
                                                      .before_pass = before_pass,
                                                      .after_pass = after_pass});
}
