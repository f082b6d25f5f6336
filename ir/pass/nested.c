// Running a pipeline: a list runs pass after pass on one op; a nested list runs whole on each op
// directly inside before the next op's turn, so an op's data stays close while it is worked on, and
// the ops can be shared among threads (team.c).
#include "ir/analysis/tree.h"
#include "ir/pass/run_impl.h"

static bool fits(const Pipeline *list, IrOp *op) {
  if (!list->anchor) return ir_op_has_trait(op, IR_ISOLATED);
  return ir_str_is(ir_op_name(op), list->anchor);
}

// In `thread`'s scratch memory.
static IrOp **find_ops(PassThread *thread, const Pipeline *list, IrOp *parent, size_t *n) {
  *n = 0;
  for (IrOp *op = ir_tree_first(parent, 0); op; op = ir_tree_next_sibling(op)) *n += fits(list, op);
  IrOp **ops = IR_NEW_ARRAY(&thread->scratch, IrOp *, *n + 1), **to = ops;
  for (IrOp *op = ir_tree_first(parent, 0); op; op = ir_tree_next_sibling(op))
    if (fits(list, op)) *to++ = op;
  return ops;
}

static IrStatus run_each(PassUnit *unit, Pipeline *list, IrOp *const *ops, size_t n) {
  for (size_t i = 0; i < n; i++) IR_TRY(ir_pass_run_list(unit, list, ops[i]));
  return IR_OK;
}

static IrStatus run_nested(PassUnit *unit, Pipeline *list, IrOp *parent) {
  IrArenaMark mark = ir_arena_mark(&unit->thread->scratch);
  size_t n;
  IrOp **ops = find_ops(unit->thread, list, parent, &n);
  unsigned threads = unit->team ? ir_pass_team_size(unit->team, list, ops, n) : 1;
  IrStatus status = threads > 1 ? ir_pass_team_run(unit->team, list, ops, n, threads)
                                : run_each(unit, list, ops, n);
  ir_arena_release(&unit->thread->scratch, mark);
  return status;
}

IrStatus ir_pass_run_list(PassUnit *unit, Pipeline *list, IrOp *op) {
  for (size_t i = 0; i < list->items.n; i++) {
    PipelineItem *item = &list->items.at[i];
    if (item->nested)
      IR_TRY(run_nested(unit, item->nested, op));
    else
      IR_TRY(ir_pass_run(unit, item, op));
  }
  return IR_OK;
}

IrStatus ir_pipeline_run(IrPassManager *pm, IrOp *module) {
  if (pm->root->anchor && !fits(pm->root, module))
    return ir_op_error(module, "the pipeline starts at '{}'", pm->root->anchor);
  size_t words = ir_pass_tally_layout(pm->root);
  PassThread thread;
  ir_pass_thread_init(&thread, pm, words);
  PassUnit unit = {.thread = &thread, .team = ir_pass_team_create(pm, words)};
  IrStatus status = ir_pass_run_list(&unit, pm->root, module);
  ir_pass_tally_deliver(pm, &thread.tally);
  ir_pass_team_destroy(unit.team);
  ir_pass_thread_destroy(&thread);
  return status;
}
