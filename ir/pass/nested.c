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
static PassRow find_row(PassThread *thread, Pipeline *list, IrOp *parent) {
  size_t n = 0;
  for (IrOp *op = ir_tree_first(parent, 0); op; op = ir_tree_next_sibling(op)) n += fits(list, op);
  IrOp **ops = IR_NEW_ARRAY(&thread->scratch, IrOp *, n + 1), **to = ops;
  for (IrOp *op = ir_tree_first(parent, 0); op; op = ir_tree_next_sibling(op))
    if (fits(list, op)) *to++ = op;
  return (PassRow){.list = list, .ops = ops, .n = n};
}

static IrStatus run_list(PassUnit *unit, Pipeline *list, IrOp *op);

IrStatus ir_pass_run_turn(PassUnit *unit, const PassRow *row, size_t i) {
  unit->turn = ir_pass_turn_begin(row->siblings, i);
  IR_TRY(run_list(unit, row->list, row->ops[i]));
  return ir_pass_turn_end(&unit->turn);
}

static IrStatus run_turns(const PassUnit *outer, const PassRow *row) {
  PassUnit unit = *outer;
  for (size_t i = 0; i < row->n; i++) IR_TRY(ir_pass_run_turn(&unit, row, i));
  return IR_OK;
}

static IrStatus run_on_team(PassTeam *team, const PassRow *row, unsigned threads, IrContext *ctx) {
  IrStatus status = ir_pass_team_run(team, row, threads);
  ir_context_unshare(ctx);
  return status;
}

static IrStatus run_row(PassUnit *unit, PassRow *row, IrOp *parent) {
  PassThread *thread = unit->thread;
  IrContext *ctx = thread->pm->ctx;
  unsigned threads = unit->team ? ir_pass_team_size(unit->team, row) : 1;
  bool together = threads > 1 && ir_context_share(ctx);
  if (thread->pm->options->check_siblings)
    row->siblings = ir_pass_siblings_create(&thread->scratch, parent, row->ops, row->n, together);
  IR_TRY(together ? run_on_team(unit->team, row, threads, ctx) : run_turns(unit, row));
  return ir_pass_siblings_end(row->siblings);
}

static IrStatus run_nested(PassUnit *unit, Pipeline *list, IrOp *parent) {
  IrArenaMark mark = ir_arena_mark(&unit->thread->scratch);
  PassRow row = find_row(unit->thread, list, parent);
  IrStatus status = run_row(unit, &row, parent);
  ir_arena_release(&unit->thread->scratch, mark);
  return status;
}

static IrStatus run_list(PassUnit *unit, Pipeline *list, IrOp *op) {
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
  IrStatus status = run_list(&unit, pm->root, module);
  ir_pass_tally_deliver(pm, &thread.tally);
  ir_pass_team_destroy(unit.team);
  ir_pass_thread_destroy(&thread);
  return status;
}
