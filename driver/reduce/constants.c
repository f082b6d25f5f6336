// Constants: zero, else one, in all their elements.
#include "driver/reduce/reduce_impl.h"

#include "ir/analysis/tree.h"

enum { NUM_NUMBERS = 2 };

// The slot that holds the constant, or SIZE_MAX.
static size_t value_slot(const IrOp *op) {
  if (!ir_op_has_trait(op, IR_CONSTANT_LIKE) || ir_op_num_results(op) != 1) return SIZE_MAX;
  const IrAttrSlotDef *slots = ir_op_def(op)->attrs;
  for (size_t i = 0; slots && slots[i].name; i++)
    if (!strcmp(slots[i].name, "value")) return i;
  return SIZE_MAX;
}

static IrAttr number_of(const IrOp *op, size_t variant) {
  return reduce_number(ir_value_type(ir_op_result(op, 0)), (int64_t)variant);
}

// A constant is not made larger: from zero to one, say.
static void collect(ReduceSites *sites, IrOp *module, size_t variant) {
  for (IrOp *op = module; op; op = ir_tree_next(op, module)) {
    size_t slot = value_slot(op);
    if (slot == SIZE_MAX) continue;
    bool simple = false;
    for (size_t i = 0; i <= variant; i++) simple |= ir_op_slot_attr(op, slot) == number_of(op, i);
    if (!simple && number_of(op, variant)) reduce_site(sites, op, slot, NULL);
  }
}

static void apply(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)module;
  ir_op_set_slot_attr(site->op, site->index, number_of(site->op, variant));
}

const ReduceKind reduce_constants = {.name = "constants",
                                     .summary = "make constants zero or one",
                                     .variants = NUM_NUMBERS,
                                     .collect = collect,
                                     .apply = apply};
