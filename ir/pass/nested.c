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
  return (PassRow){.pm = thread->pm, .parent = parent, .list = list, .ops = ops, .n = n};
}

static IrStatus run_list(PassUnit *unit, Pipeline *list, IrOp *op);

// The symbols of the parent do not change while passes run on its ops.
static const struct IrSymbolTable *symbols_around(void *user) {
  PassRow *row = user;
  const struct IrSymbolTable *table = atomic_load_explicit(&row->symbols, memory_order_acquire);
  if (table) return table;
  table = ir_analyses_symbols(row->pm, row->around);
  atomic_store_explicit(&row->symbols, table, memory_order_release);
  return table;
}

IrStatus ir_pass_run_turn(PassUnit *unit, PassRow *row, size_t i) {
  IrContext *ctx = row->pm->ctx;
  IrSymbolScope scope = {.op = row->parent, .get = symbols_around, .user = row};
  unit->turn = ir_pass_turn_begin(row->siblings, i);
  unit->analyses = row->analyses[i];
  unit->changed = false;
  ir_symbol_scope_open(ctx, &scope);
  IrStatus status = run_list(unit, row->list, row->ops[i]);
  ir_symbol_scope_close(ctx, &scope);
  ir_vec_free(&unit->preserved.defs);
  if (row->last) ir_analyses_clear(unit->analyses);
  return status == IR_OK ? ir_pass_turn_end(&unit->turn) : status;
}

static IrStatus run_turns(const PassUnit *outer, PassRow *row) {
  PassUnit unit = {.thread = outer->thread, .team = outer->team, .outbox = outer->outbox};
  for (size_t i = 0; i < row->n; i++) {
    IR_TRY(ir_pass_run_turn(&unit, row, i));
    row->changed |= unit.changed;
  }
  return IR_OK;
}

static IrStatus run_on_team(PassTeam *team, PassRow *row, unsigned threads, IrContext *ctx) {
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

// Takes the analyses of the row's ops out of those of the parent, for the threads to work on.
static void take_analyses(PassUnit *unit, PassRow *row) {
  row->around = unit->analyses;
  row->analyses = IR_NEW_ARRAY(&unit->thread->scratch, AnalysisNode *, row->n + 1);
  for (size_t i = 0; i < row->n; i++) row->analyses[i] = ir_analyses_take(row->around, row->ops[i]);
}

static void put_analyses(PassUnit *unit, PassRow *row) {
  for (size_t i = 0; i < row->n; i++) ir_analyses_put(row->around, row->analyses[i]);
  if (row->changed) ir_analyses_changed_inside(row->around);
  unit->changed |= row->changed;
}

static IrStatus run_nested(PassUnit *unit, Pipeline *list, IrOp *parent, bool last) {
  IrArenaMark mark = ir_arena_mark(&unit->thread->scratch);
  PassRow row = find_row(unit->thread, list, parent);
  row.last = last;
  take_analyses(unit, &row);
  IrStatus status = run_row(unit, &row, parent);
  put_analyses(unit, &row);
  ir_arena_release(&unit->thread->scratch, mark);
  return status;
}

static IrStatus run_list(PassUnit *unit, Pipeline *list, IrOp *op) {
  for (size_t i = 0; i < list->items.n; i++) {
    PipelineItem *item = &list->items.at[i];
    if (item->nested)
      IR_TRY(run_nested(unit, item->nested, op, i + 1 == list->items.n));
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
  PassUnit unit = {.thread = &thread,
                   .analyses = ir_analyses_new(module, NULL),
                   .team = ir_pass_team_create(pm, words)};
  IrStatus status = run_list(&unit, pm->root, module);
  ir_pass_tally_deliver(pm, &thread.tally);
  ir_pass_team_destroy(unit.team);
  ir_analyses_free(unit.analyses);
  ir_vec_free(&unit.preserved.defs);
  ir_pass_thread_destroy(&thread);
  return status;
}
