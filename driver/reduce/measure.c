// How large a module is.
#include "driver/reduce/reduce_impl.h"

#include "ir/analysis/tree.h"

// An argument of an inner block costs more than a constant that takes its place, one of an entry
// block less than an op that it takes the place of.
enum { OP_WEIGHT = 16, SOURCE_WEIGHT = 8, BLOCK_WEIGHT = 4, ENTRY_ARG_WEIGHT = 2, ARG_WEIGHT = 12 };

bool reduce_is_source(const IrOp *op) {
  if (ir_op_has_trait(op, IR_CONSTANT_LIKE)) return true;
  return ir_op_is(op, &builtin_unrealized_conversion_cast) && ir_op_num_operands(op) == 0;
}

static size_t weigh_regions(const IrOp *op) {
  size_t weight = 0;
  for (size_t i = 0; i < ir_op_num_regions(op); i++) {
    IrBlock *entry = ir_region_first(ir_op_region(op, i));
    for (IrBlock *b = entry; b; b = ir_block_next(b))
      weight += BLOCK_WEIGHT + (b == entry ? ENTRY_ARG_WEIGHT : ARG_WEIGHT) * ir_block_num_args(b);
  }
  return weight;
}

size_t reduce_weight(IrOp *module) {
  size_t weight = 0;
  for (IrOp *op = module; op; op = ir_tree_next(op, module))
    weight += (reduce_is_source(op) ? SOURCE_WEIGHT : OP_WEIGHT) + weigh_regions(op) +
              ir_op_num_operands(op) + ir_op_num_results(op);
  return weight;
}

size_t reduce_count_ops(IrOp *module) {
  size_t n = 0;
  for (IrOp *op = ir_tree_next(module, module); op; op = ir_tree_next(op, module)) n++;
  return n;
}
