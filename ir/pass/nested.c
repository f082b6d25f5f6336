// Running a pipeline: a list runs pass after pass on one op; a nested list runs whole on each op
// directly inside before the next op's turn, so an op's data stays close while it is worked on.
#include "ir/analysis/tree.h"
#include "ir/pass/run_impl.h"

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
      IR_TRY(ir_pass_run(unit, item, op));
  }
  return IR_OK;
}

IrStatus ir_pipeline_run(IrPassManager *pm, IrOp *module) {
  if (pm->root->anchor && !fits(pm->root, module))
    return ir_op_error(module, "the pipeline starts at '{}'", pm->root->anchor);
  PassThread thread;
  ir_pass_thread_init(&thread, pm, ir_pass_tally_layout(pm->root));
  PassUnit unit = {&thread};
  IrStatus status = run_list(&unit, pm->root, module);
  ir_pass_tally_deliver(pm, &thread.tally);
  ir_pass_thread_destroy(&thread);
  return status;
}
