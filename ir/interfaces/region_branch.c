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
  return table && (table->targets || table->target) ? table : NULL;
}

bool ir_op_is_region_branch(const IrOp *op) {
  return table_of(op) != NULL;
}

size_t ir_region_branch_target(const IrOp *op, size_t from, size_t i) {
  const IrRegionBranchInterface *table = table_of(op);
  if (table->target) return table->target(op, from, i);
  size_t to[IR_MAX_POINTS], n = table->targets(op, from, to);
  return i < n ? to[i] : IR_NO_POINT;
}

size_t ir_region_branch_targets(const IrOp *op, size_t from, size_t to[IR_MAX_POINTS]) {
  size_t n = 0;
  while (n < IR_MAX_POINTS && (to[n] = ir_region_branch_target(op, from, n)) != IR_NO_POINT) n++;
  return n;
}

size_t ir_region_branch_entered(const IrOp *op, const IrAttr *constants) {
  const IrRegionBranchInterface *table = table_of(op);
  return table->entered ? table->entered(op, constants) : IR_NO_POINT;
}

size_t ir_region_branch_taken(const IrOp *op, const IrOp *at, const IrAttr *constants) {
  const IrRegionBranchInterface *table = table_of(op);
  if (!constants) return IR_NO_POINT;
  if (at == op) return ir_region_branch_entered(op, constants);
  return table->left ? table->left(op, at, constants) : IR_NO_POINT;
}

size_t ir_region_branch_point(const IrOp *op, const IrOp *at) {
  return at == op ? IR_PARENT : ir_region_index(at->block->region);
}

IrRun ir_region_branch_handed(const IrOp *op, const IrOp *at, size_t to) {
  const IrRegionBranchInterface *table = table_of(op);
  if (table->operands) return table->operands(op, at, to);
  return (IrRun){0, at == op ? 0 : at->num_operands};
}

IrValues ir_region_branch_operands(const IrOp *op, const IrOp *at, size_t to) {
  IrRun run = ir_region_branch_handed(op, at, to);
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

// Follows the edges from region `i`: every region is entered at most once, so a list of them is all
// the memory it takes.
bool ir_region_branch_repeats(const IrOp *op, size_t i) {
  size_t n = op->num_regions, done = 0, found = 0;
  size_t *list = ir_calloc(n + 1, sizeof *list);
  bool *reached = ir_calloc(n, sizeof *reached);
  list[found++] = i;
  while (done < found) {
    size_t from = list[done++];
    for (size_t k = 0, to; (to = ir_region_branch_target(op, from, k)) != IR_NO_POINT; k++) {
      if (to == IR_PARENT || to >= n || reached[to]) continue;
      reached[to] = true;
      list[found++] = to;
    }
  }
  bool repeats = i < n && reached[i];
  ir_free(list);
  ir_free(reached);
  return repeats;
}
