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

static bool same_run(IrRun a, IrRun b) {
  return a.first == b.first && a.n == b.n;
}

// The variadic group that is what successor `i` is handed, or SIZE_MAX.  Groups without operands
// lie at one place, so they are told apart by their order, which is that of the successors.
static size_t group_of(const IrOp *op, size_t i) {
  const IrSlotDef *slots = op->info->def->operands;
  IrRun run = run_of(op, i);
  size_t before = 0, behind = 0, groups = 0;
  for (size_t s = 0; s < op->num_successors; s++)
    if (same_run(run_of(op, s), run)) (s < i ? before++ : behind++);
  for (uint32_t g = 0; g < op->info->num_operand_slots; g++)
    groups += slots[g].arity == IR_VARIADIC && same_run(ir_op_operand_run(op, g), run);
  if (groups != before + behind) return SIZE_MAX;
  for (uint32_t g = 0; g < op->info->num_operand_slots; g++)
    if (slots[g].arity == IR_VARIADIC && same_run(ir_op_operand_run(op, g), run) && before-- == 0)
      return g;
  return SIZE_MAX;
}

bool ir_branch_is_resizable(const IrOp *op) {
  const IrBranchInterface *table = table_of(op);
  if (!table || !table->operands) return false;
  for (size_t i = 0; !table->set_operands && i < op->num_successors; i++)
    if (group_of(op, i) == SIZE_MAX) return false;
  return true;
}

void ir_branch_set_operands(IrOp *op, size_t i, IrValue *const *values, size_t n) {
  const IrBranchInterface *table = table_of(op);
  if (table->set_operands)
    table->set_operands(op, i, values, n);
  else
    ir_op_set_operand_group(op, group_of(op, i), values, n);
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
    const IrBlock *to = ir_edges(op)[s].block;
    return i - run.first < to->num_args ? &to->args[i - run.first]->value : NULL;
  }
  return NULL;
}
