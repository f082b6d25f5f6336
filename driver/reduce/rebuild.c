// Ops with fewer operands or results than before.
#include "driver/reduce/reduce_impl.h"

#include "ir/interfaces/branch.h"

// Takes one from the group that operand i belongs to.
static void shrink_segment(IrOp *op, IrAttr sizes, size_t i) {
  IR_VEC(int64_t) all = {0};
  size_t end = 0;
  bool done = false;
  for (size_t k = 0; k < ir_attr_count(sizes); k++) {
    int64_t size = ir_attr_array_int(sizes, k);
    end += (size_t)size;
    bool here = !done && i < end;
    ir_vec_push(&all, size - here);
    done |= here;
  }
  ir_op_set_attr(op, "operandSegmentSizes",
                 ir_attr_dense_array(ir_attr_array_element(sizes), all.at, all.n));
  ir_vec_free(&all);
}

void reduce_drop_operand(IrOp *op, size_t i) {
  IR_VEC(IrValue *) kept = {0};
  for (size_t k = 0; k < ir_op_num_operands(op); k++)
    if (k != i) ir_vec_push(&kept, ir_op_operand(op, k));
  IrAttr sizes = ir_op_attr(op, "operandSegmentSizes");
  ir_op_set_operands(op, kept.at, kept.n);
  if (sizes && ir_attr_kind(sizes) == IR_ATTR_DENSE_ARRAY) shrink_segment(op, sizes, i);
  ir_vec_free(&kept);
}

static size_t count_slots(const IrOp *op) {
  const IrOpDef *def = ir_op_def(op);
  size_t n = 0;
  if (!def) return 0;
  while (def->attrs && def->attrs[n].name) n++;
  return n + ((def->traits & IR_SEGMENTS) != 0);
}

// An op like `op` with these results, in front of it, regions still empty.
static IrOp *create_like(IrOp *op, const IrType *types, size_t num_types) {
  IR_VEC(IrValue *) operands = {0};
  IR_VEC(IrAttr) attrs = {0};
  IR_VEC(IrBlock *) successors = {0};
  for (size_t i = 0; i < ir_op_num_operands(op); i++) ir_vec_push(&operands, ir_op_operand(op, i));
  for (size_t i = 0, n = count_slots(op); i < n; i++) ir_vec_push(&attrs, ir_op_slot_attr(op, i));
  for (size_t i = 0; i < ir_op_num_successors(op); i++)
    ir_vec_push(&successors, ir_op_successor(op, i));
  IrOp *made = ir_op_create(ir_op_context(op), &(IrOpCreate){.info = ir_op_info(op),
                                                             .loc = ir_op_loc(op),
                                                             .operands = operands.at,
                                                             .num_operands = operands.n,
                                                             .result_types = types,
                                                             .num_results = num_types,
                                                             .attrs = attrs.at,
                                                             .discardable = ir_op_discardable(op),
                                                             .successors = successors.at,
                                                             .num_successors = successors.n,
                                                             .num_regions = ir_op_num_regions(op)});
  ir_op_insert_before(made, op);
  ir_vec_free(&operands);
  ir_vec_free(&attrs);
  ir_vec_free(&successors);
  return made;
}

IrOp *reduce_drop_result(IrOp *op, size_t i) {
  IR_VEC(IrType) types = {0};
  for (size_t k = 0; k < ir_op_num_results(op); k++)
    if (k != i) ir_vec_push(&types, ir_value_type(ir_op_result(op, k)));
  IrOp *made = create_like(op, types.at, types.n);
  ir_vec_free(&types);
  for (size_t k = 0, at = 0; k < ir_op_num_results(op); k++) {
    if (k == i) continue;
    IrValue *result = ir_op_result(made, at++);
    ir_value_take_name(result, ir_op_result(op, k));
    ir_value_replace_uses(ir_op_result(op, k), result);
  }
  for (size_t k = 0; k < ir_op_num_regions(op); k++)
    ir_region_take_body(ir_op_region(made, k), ir_op_region(op, k));
  ir_op_destroy(op);
  return made;
}

// By the lists of operands that the definition has: one for each successor.
static bool count_branch_operands(const IrOp *branch, size_t s, size_t *first, size_t *n) {
  const IrOpDef *def = ir_op_def(branch);
  size_t slots = 0, lists = 0;
  while (def && def->operands && def->operands[slots].name)
    lists += def->operands[slots++].arity == IR_VARIADIC;
  if (!def || lists != ir_op_num_successors(branch)) return false;
  *first = 0;
  for (size_t slot = 0; slot < slots; slot++) {
    *n = ir_op_operand_group(branch, slot).n;
    if (def->operands[slot].arity == IR_VARIADIC && s-- == 0) return true;
    *first += *n;
  }
  return false;
}

bool reduce_branch_operands(const IrOp *branch, size_t s, size_t *first, size_t *n) {
  const IrBranchInterface *table = ir_op_interface(branch, &ir_branch_interface);
  if (!table || !table->operands) return count_branch_operands(branch, s, first, n);
  IrRun run = table->operands(branch, s);
  *first = run.first;
  *n = run.n;
  return true;
}
