#include "ir/interfaces/region_branch.h"

#include "ir/core/op_impl.h"

const IrInterface ir_region_branch_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_REGION_BRANCH,
    .name = "region-branch",
    .summary = "how control and values go between an op and its regions",
    .table_size = sizeof(IrRegionBranchInterface),
};

static const IrRegionBranchInterface *table_of(const IrOp *op) {
  const IrRegionBranchInterface *table = op->info->interfaces[IR_INTERFACE_REGION_BRANCH];
  return table && table->targets ? table : NULL;
}

bool ir_op_is_region_branch(const IrOp *op) {
  return table_of(op) != NULL;
}

size_t ir_region_branch_targets(const IrOp *op, size_t from, size_t to[IR_MAX_POINTS]) {
  return table_of(op)->targets(op, from, to);
}

IrValues ir_region_branch_operands(const IrOp *op, const IrOp *at, size_t to) {
  const IrRegionBranchInterface *table = table_of(op);
  IrRun run = {0, at == op ? 0 : at->num_operands};
  if (table->operands) run = table->operands(op, at, to);
  return (IrValues){ir_operands(at) + run.first, run.n};
}

IrRun ir_region_branch_inputs(const IrOp *op, size_t to) {
  const IrRegionBranchInterface *table = table_of(op);
  if (table->inputs) return table->inputs(op, to);
  if (to == IR_PARENT) return (IrRun){0, op->num_results};
  const IrBlock *first = ir_region_first(ir_op_region(op, to));
  return (IrRun){0, first ? first->num_args : 0};
}

IrValue *ir_region_branch_input(const IrOp *op, size_t to, size_t i) {
  size_t at = ir_region_branch_inputs(op, to).first + i;
  if (to == IR_PARENT) return ir_op_result(op, at);
  return ir_block_arg(ir_region_first(ir_op_region(op, to)), at);
}

// Marks the regions that can be reached from point `from`.
static void reach(const IrOp *op, size_t from, bool *reached) {
  size_t to[IR_MAX_POINTS], n = ir_region_branch_targets(op, from, to);
  for (size_t i = 0; i < n; i++) {
    if (to[i] == IR_PARENT || to[i] >= IR_MAX_POINTS || reached[to[i]]) continue;
    reached[to[i]] = true;
    reach(op, to[i], reached);
  }
}

bool ir_region_branch_repeats(const IrOp *op, size_t i) {
  bool reached[IR_MAX_POINTS] = {false};
  if (i >= IR_MAX_POINTS) return true;
  reach(op, i, reached);
  return reached[i];
}
