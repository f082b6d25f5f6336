// Running one pass on one op, with everything that looks on around it.
#include "ir/core/context_impl.h"
#include "ir/pass/run_impl.h"
#include "ir/verify/verify.h"

void ir_pass_event_deliver(const IrPassEvent *event, void (*deliver)(void *user, IrStr text),
                           void *user, IrStr text) {
  if (event->unit->outbox)
    ir_outbox_add_text(event->unit->outbox, deliver, user, text);
  else
    deliver(user, text);
}

// ---- Instrumentations around one pass ----

static bool is_wanted(IrPassManager *pm, const IrPassEvent *event) {
  bool wanted = true; // all are asked, so that those which count see every pass
  for (size_t i = 0; i < pm->instrumentations.n; i++) {
    const IrInstrumentation *at = &pm->instrumentations.at[i];
    if (at->wants && !at->wants(at->user, event)) wanted = false;
  }
  return wanted;
}

IrStatus ir_instrumentation_failed(IrContext *ctx, const IrInstrumentation *at, IrLoc loc,
                                   size_t errors) {
  if (ir_diag_error_count(ctx) != errors) return IR_FAILED;
  (void)ir_error(ctx, loc, "instrumentation '{}' failed without saying why",
                 at->name ? at->name : "?");
  ir_help(ctx, "a callback that returns IR_FAILED reports with ir_error first");
  return IR_FAILED;
}

// `*called` of them have been called without failing.
static IrStatus before_pass(IrPassManager *pm, IrPassEvent *event, uint64_t *memos,
                            size_t *called) {
  for (*called = 0; *called < pm->instrumentations.n; ++*called) {
    const IrInstrumentation *at = &pm->instrumentations.at[*called];
    event->memo = &memos[*called];
    size_t errors = ir_diag_error_count(event->ctx);
    if (!at->before_pass || at->before_pass(at->user, event) == IR_OK) continue;
    return ir_instrumentation_failed(event->ctx, at, ir_op_loc(event->op), errors);
  }
  return IR_OK;
}

// All are called, whatever one of them says.
static IrStatus after_pass(IrPassManager *pm, IrPassEvent *event, uint64_t *memos, size_t called) {
  IrStatus status = IR_OK;
  for (size_t i = called; i-- > 0;) {
    const IrInstrumentation *at = &pm->instrumentations.at[i];
    event->memo = &memos[i];
    size_t errors = ir_diag_error_count(event->ctx);
    if (!at->after_pass || at->after_pass(at->user, event) == IR_OK) continue;
    status = IR_FAILED; // what failed before it has been said
    if (event->status == IR_OK)
      (void)ir_instrumentation_failed(event->ctx, at, ir_op_loc(event->op), errors);
    event->status = IR_FAILED;
  }
  return status;
}

// ---- One pass ----

static IrStatus verify_after(PassThread *thread, const PipelineItem *item, IrOp *op,
                             IrDominance **dom) {
  IrPassManager *pm = thread->pm;
  if (!pm->options->verify_each) return IR_OK;
  IrTimeSpan span = ir_time_begin(item->verify_timer);
  IrStatus status = ir_verify_keeping(op, dom);
  ir_time_end(&span, IR_STR(""));
  if (status != IR_OK) ir_dump_note_invalid(pm, item->pass->name, op);
  return status;
}

// What has become of a call of a pass.
typedef struct Called {
  bool stays, outer_stays; // its op, and those around it
  bool said;               // an error came out of it
} Called;

// Calls the pass, which fails as well when it reports an error and goes on; says whether its op is
// still there, which it does not ask of an op destroyed.
static IrStatus call(IrPassRun *run, IrOp *op, Called *called) {
  IrLocal *local = ir_local(run->ctx);
  const IrOp *outer = local->watched_op;
  const IrBlock *block = ir_op_block(op);
  local->watched_op = op;
  IrDiagScope scope;
  ir_diag_scope_open(run->ctx, &scope);
  IrStatus status = run->pass->run(run, op);
  called->said = ir_diag_scope_close(run->ctx, &scope) > 0;
  called->stays = local->watched_op && ir_op_block(op) == block;
  called->outer_stays = local->watched_op || local->watched_gone == op;
  local->watched_op = outer;
  return called->said ? IR_FAILED : status;
}

// What an op was, for a message when it is gone.
typedef struct WasOp {
  IrLoc loc;
  IrStr name, symbol;
} WasOp;

// Nobody looks at ops that are no more: not the event's, and not the module when one around the op
// went, for that is the module or may have been around it.
static void forget_ops(PassUnit *unit, IrPassEvent *event, const Called *called) {
  event->op = NULL;
  if (!called->outer_stays) event->module = unit->thread->pm->module = NULL;
}

static IrStatus took_away(PassUnit *unit, const IrPassRun *run, const WasOp *op,
                          const Called *called) {
  ir_analyses_invalidate(unit->analyses, &(IrPreserved){0});
  (void)ir_error(run->ctx, op->loc, "pass '{}' {}, '{}'{}{}", run->pass->name,
                 called->outer_stays ? "took away the op it ran on"
                                     : "destroyed what was around the op it ran on",
                 op->name, op->symbol.len ? " @" : "", op->symbol);
  ir_help(run->ctx, "a pass may change only what is inside its op; run it on the op around, and "
                    "erase from there");
  return IR_FAILED;
}

static IrStatus call_pass(PassUnit *unit, const PipelineItem *item, IrPassEvent *event) {
  PassThread *thread = unit->thread;
  IrContext *ctx = thread->pm->ctx;
  IrOp *op = event->op;
  const WasOp was = {ir_op_loc(op), ir_op_name(op), ir_dump_symbol(op)};
  IrArenaMark mark = ir_arena_mark(&thread->scratch);
  IrPassRun run = {.ctx = ctx,
                   .decl = thread->decls[item->tally],
                   .scratch = &thread->scratch,
                   .pass = item->pass,
                   .unit = unit};
  Called called;
  IrStatus status = call(&run, op, &called);
  ir_arena_release(&thread->scratch, mark);
  if (!called.stays) {
    forget_ops(unit, event, &called);
    return took_away(unit, &run, &was, &called);
  }
  if (status != IR_OK && !called.said)
    (void)ir_op_error(op, "pass '{}' failed without saying why", item->pass->name);
  IR_TRY(status);
  IrDominance *dom = NULL; // as the verifier found it
  status = verify_after(thread, item, op, &dom);
  if (status == IR_OK) status = ir_analyses_after_pass(unit, &run, op);
  ir_analyses_offer_dominance(unit, dom);
  return status;
}

// The op is asked for its name before the pass, which may change it.
static IrStatus time_pass(PassUnit *unit, const PipelineItem *item, IrPassEvent *event) {
  if (!item->timer) return call_pass(unit, item, event);
  IrStr symbol = ir_dump_symbol(event->op);
  IrTimeSpan span = ir_time_begin(item->timer);
  unit->timer = item->timer;
  IrStatus status = call_pass(unit, item, event);
  unit->timer = NULL;
  ir_time_end(&span, symbol);
  return status;
}

IrStatus ir_pass_run(PassUnit *unit, PipelineItem *item, IrOp *op) {
  PassThread *thread = unit->thread;
  IrPassManager *pm = thread->pm;
  if (!ir_op_has_trait(op, IR_ISOLATED))
    return ir_op_error(op, "pass '{}' runs only on ops that are isolated from above",
                       item->pass->name);
  thread->tally.words[item->tally + TALLY_RUNS]++;
  IrPassEvent event = {.size = sizeof event,
                       .ctx = pm->ctx,
                       .pass = item->pass,
                       .options = item->spelled,
                       .op = op,
                       .module = pm->module,
                       .number = item->number,
                       .count = pm->num_passes,
                       .unit = unit};
  if (!is_wanted(pm, &event)) return IR_OK;
  IrArenaMark mark = ir_arena_mark(&thread->scratch);
  uint64_t *memos = IR_NEW_ARRAY(&thread->scratch, uint64_t, pm->instrumentations.n + 1);
  size_t called;
  IrStatus status = before_pass(pm, &event, memos, &called);
  event.status = status == IR_OK ? time_pass(unit, item, &event) : status;
  (void)after_pass(pm, &event, memos, called);
  if (status == IR_OK) {
    status = event.status;
    if (status == IR_OK) status = ir_pass_turn_check(&unit->turn, item->pass);
  }
  ir_arena_release(&thread->scratch, mark);
  return status;
}
