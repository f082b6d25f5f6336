// Running a pipeline: a list runs pass after pass on one op; a nested list runs whole on each op
// directly inside before the next op's turn, so an op's data stays close while it is worked on.
#include <time.h>

#include "ir/analysis/tree.h"
#include "ir/pass/pass_impl.h"
#include "ir/verify/verify.h"

// A list at work on one op.
typedef struct PassUnit {
  IrPassManager *pm;
} PassUnit;

void ir_pass_event_deliver(const IrPassEvent *event, void (*deliver)(void *user, IrStr text),
                           void *user, IrStr text) {
  (void)event;
  deliver(user, text);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
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

static IrStatus before_pass(IrPassManager *pm, IrPassEvent *event, uint64_t *memos) {
  for (size_t i = 0; i < pm->instrumentations.n; i++) {
    const IrInstrumentation *at = &pm->instrumentations.at[i];
    event->memo = &memos[i];
    if (at->before_pass) IR_TRY(at->before_pass(at->user, event));
  }
  return IR_OK;
}

// All are called, whatever one of them says.
static IrStatus after_pass(IrPassManager *pm, IrPassEvent *event, uint64_t *memos) {
  IrStatus status = IR_OK;
  for (size_t i = pm->instrumentations.n; i-- > 0;) {
    const IrInstrumentation *at = &pm->instrumentations.at[i];
    event->memo = &memos[i];
    if (at->after_pass && at->after_pass(at->user, event) != IR_OK) status = IR_FAILED;
  }
  return status;
}

// ---- One pass ----

static IrStatus verify_after(IrPassManager *pm, const PipelineItem *item, IrOp *op) {
  if (!pm->options->verify_each) return IR_OK;
  double start = now();
  IrStatus status = ir_verify(op);
  pm->verify_seconds += now() - start;
  if (status != IR_OK)
    ir_note(pm->ctx, ir_op_loc(op), "pass '{}' left invalid IR behind", item->pass->name);
  return status;
}

static IrStatus call_pass(IrPassManager *pm, PipelineItem *item, IrOp *op) {
  IrArenaMark mark = ir_arena_mark(&pm->scratch);
  IrPassRun run = {.ctx = pm->ctx, .decl = item->decl, .scratch = &pm->scratch};
  size_t errors = ir_diag_error_count(pm->ctx);
  double start = now();
  IrStatus status = item->pass->run(&run, op);
  item->seconds += now() - start;
  ir_arena_release(&pm->scratch, mark);
  if (status != IR_OK && ir_diag_error_count(pm->ctx) == errors)
    (void)ir_op_error(op, "pass '{}' failed without saying why", item->pass->name);
  return status == IR_OK ? verify_after(pm, item, op) : status;
}

static IrStatus run_pass(PassUnit *unit, PipelineItem *item, IrOp *op) {
  IrPassManager *pm = unit->pm;
  if (!ir_op_has_trait(op, IR_ISOLATED))
    return ir_op_error(op, "pass '{}' runs only on ops that are isolated from above",
                       item->pass->name);
  item->runs++;
  IrPassEvent event = {.size = sizeof event,
                       .ctx = pm->ctx,
                       .pass = item->pass,
                       .options = item->spelled,
                       .op = op,
                       .module = pm->module,
                       .unit = unit};
  if (!is_wanted(pm, &event)) return IR_OK;
  IrArenaMark mark = ir_arena_mark(&pm->scratch);
  uint64_t *memos = IR_NEW_ARRAY(&pm->scratch, uint64_t, pm->instrumentations.n + 1);
  IrStatus status = before_pass(pm, &event, memos);
  if (status == IR_OK) {
    event.status = call_pass(pm, item, op);
    status = after_pass(pm, &event, memos);
    if (event.status != IR_OK) status = event.status;
  }
  ir_arena_release(&pm->scratch, mark);
  return status;
}

// ---- Lists ----

static bool fits(const Pipeline *list, IrOp *op) {
  if (!list->anchor) return ir_op_has_trait(op, IR_ISOLATED);
  return ir_str_is(ir_op_name(op), list->anchor);
}

static IrStatus run_list(PassUnit *unit, Pipeline *list, IrOp *op);

static IrStatus run_nested(PassUnit *unit, Pipeline *list, IrOp *parent) {
  for (IrOp *op = ir_tree_first(parent, 0), *next; op; op = next) {
    next = ir_tree_next_sibling(op);
    if (fits(list, op)) IR_TRY(run_list(unit, list, op));
  }
  return IR_OK;
}

static IrStatus run_list(PassUnit *unit, Pipeline *list, IrOp *op) {
  for (size_t i = 0; i < list->items.n; i++) {
    PipelineItem *item = &list->items.at[i];
    if (item->nested)
      IR_TRY(run_nested(unit, item->nested, op));
    else
      IR_TRY(run_pass(unit, item, op));
  }
  return IR_OK;
}

IrStatus ir_pipeline_run(IrPassManager *pm, IrOp *module) {
  if (pm->root->anchor && !fits(pm->root, module))
    return ir_op_error(module, "the pipeline starts at '{}'", pm->root->anchor);
  PassUnit unit = {pm};
  return run_list(&unit, pm->root, module);
}
