// Operands: the same value for as many as possible, and fewer where an op takes any number.
#include "driver/reduce/reduce_impl.h"

#include "ir/analysis/tree.h"

enum { UNIFY, DROP, VARIANTS };

static bool takes_any_number(const IrOp *op) {
  const IrOpDef *def = ir_op_def(op);
  if (!def) return true;
  for (const IrSlotDef *slot = def->operands; slot && slot->name; slot++)
    if (slot->arity != IR_ONE) return true;
  return false;
}

// The argument that all operands of one type come to be.
static IrValue *common_value(const IrOp *op, size_t i) {
  IrValue *operand = ir_op_operand(op, i);
  IrValue *outer = reduce_outer_argument(op, ir_value_type(operand));
  return outer != operand ? outer : NULL;
}

static void collect(ReduceSites *sites, IrOp *module, size_t variant) {
  for (IrOp *op = module; op; op = ir_tree_next(op, module)) {
    if (variant == DROP && !takes_any_number(op)) continue;
    for (size_t i = 0; i < ir_op_num_operands(op); i++)
      if (variant == DROP || common_value(op, i)) reduce_site(sites, op, i, NULL);
  }
}

static void apply(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)module;
  if (variant == DROP)
    reduce_drop_operand(site->op, site->index);
  else
    ir_op_set_operand(site->op, site->index, common_value(site->op, site->index));
}

const ReduceKind reduce_operands = {.name = "operands",
                                    .summary = "use one argument in the place of others, and drop "
                                               "operands",
                                    .variants = VARIANTS,
                                    .collect = collect,
                                    .apply = apply};
