#include "ir/interfaces/branch.h"

#include "ir/core/op_impl.h"

const IrInterface ir_branch_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_BRANCH,
    .name = "branch",
    .summary = "which operands a terminator hands to which block",
    .table_size = sizeof(IrBranchInterface),
};

static const IrBranchInterface *table_of(const IrOp *op) {
  return op->info->interfaces[IR_INTERFACE_BRANCH];
}

static IrRun run_of(const IrOp *op, size_t i) {
  const IrBranchInterface *table = table_of(op);
  return table && table->operands ? table->operands(op, i) : (IrRun){0, 0};
}

IrValues ir_branch_operands(const IrOp *op, size_t i) {
  IrRun run = run_of(op, i);
  return (IrValues){ir_operands(op) + run.first, run.n};
}

size_t ir_branch_taken(const IrOp *op, const IrAttr *constants) {
  if (op->num_successors == 1) return 0;
  const IrBranchInterface *table = table_of(op);
  return table && table->taken ? table->taken(op, constants) : SIZE_MAX;
}

IrValue *ir_branch_argument(const IrOp *op, size_t i) {
  for (size_t s = 0; s < op->num_successors; s++) {
    IrRun run = run_of(op, s);
    if (i < run.first || i - run.first >= run.n) continue;
    const IrBlock *to = ir_successors(op)[s];
    return i - run.first < to->num_args ? &to->args[i - run.first]->value : NULL;
  }
  return NULL;
}
