// scf-forall-to-for, scf-parallel-for-to-nested-fors and scf-forall-to-parallel: grids whose points
// combine nothing as loops in loops, and as scf.parallel.  See scf_loops.h.
//
// requires: no scf.forall that combines into tensors   preserves: meaning   breaks: nothing
#include "ir/pass/analysis.h"
#include "passes/lower/lower_passes.h"
#include "passes/lower/scf_loops.h"

// All scf.forall, inner ones first; a diagnostic when one combines.
static IrStatus collect(IrOp *op, void *user) {
  ScfLoops *list = user;
  if (!IS(op, scf_forall)) return IR_OK;
  if (scf_forall_combines(op))
    return ir_op_error(op, "combines into tensors, so its points are not steps of loops");
  ir_vec_push(list, op);
  return IR_OK;
}

IrStatus scf_forall_to_for_run(IrPassRun *run, IrOp *root) {
  const struct pass_scf_forall_to_for_decl *self = run->decl;
  ScfLoops list = {0}, loops = {0};
  IrStatus status = ir_walk_post(root, collect, &list);
  for (size_t i = 0; i < list.n && status == IR_OK; i++) {
    scf_forall_to_loops(list.at[i], &loops);
    self->stats->loops++;
  }
  ir_vec_free(&list);
  ir_vec_free(&loops);
  return status;
}

// Inner ones first.
static IrStatus collect_parallel(IrOp *op, void *user) {
  ScfLoops *list = user;
  if (IS(op, scf_parallel) && ir_op_num_results(op) == 0) ir_vec_push(list, op);
  return IR_OK;
}

IrStatus scf_parallel_to_for_run(IrPassRun *run, IrOp *root) {
  const struct pass_scf_parallel_to_for_decl *self = run->decl;
  ScfLoops list = {0}, loops = {0};
  IrStatus status = ir_walk_post(root, collect_parallel, &list);
  for (size_t i = 0; i < list.n; i++) scf_parallel_to_loops(list.at[i], &loops);
  self->stats->loops += list.n;
  if (list.n == 0) ir_pass_preserve_all(run);
  ir_vec_free(&list);
  ir_vec_free(&loops);
  return status;
}

// scf.parallel takes no step that is known not to be positive.
static IrStatus check_steps(const ScfLoops *list) {
  for (size_t i = 0; i < list->n; i++)
    for (size_t d = 0, rank = scf_forall_rank(list->at[i]); d < rank; d++) {
      IrBound step = scf_forall_bound(list->at[i], SCF_STEP, d);
      bool known = !step.value || ir_match_int(step.value, &step.number);
      if (known && step.number <= 0)
        return ir_op_error(list->at[i], "has a step of {}; that of scf.parallel must be positive",
                           step.number);
    }
  return IR_OK;
}

// The mapping goes over as an attribute that scf.parallel does not know.
IrStatus scf_forall_to_parallel_run(IrPassRun *run, IrOp *root) {
  const struct pass_scf_forall_to_parallel_decl *self = run->decl;
  ScfLoops list = {0};
  IrStatus status = ir_walk_post(root, collect, &list);
  if (status == IR_OK) status = check_steps(&list);
  for (size_t i = 0; i < list.n && status == IR_OK; i++) {
    if (scf_forall_rank(list.at[i]) == 0) continue; // scf.parallel has at least one dimension
    IrAttr mapping = GET(list.at[i], scf_forall, mapping);
    IrOp *parallel = scf_forall_to_parallel(list.at[i]);
    if (mapping) ir_op_set_attr(parallel, "mapping", mapping);
    self->stats->loops++;
  }
  ir_vec_free(&list);
  return status;
}
