// Attributes that an op can do without: discardable ones and declared optional ones.
#include "driver/reduce/reduce_impl.h"

#include "ir/analysis/tree.h"

static void collect(ReduceSites *sites, IrOp *module, size_t variant) {
  (void)variant;
  for (IrOp *op = module; op; op = ir_tree_next(op, module)) {
    const IrAttrSlotDef *slots = ir_op_def(op) ? ir_op_def(op)->attrs : NULL;
    for (size_t i = 0; slots && slots[i].name; i++)
      if (slots[i].arity == IR_OPTIONAL && ir_op_slot_attr(op, i)) reduce_site(sites, op, i, NULL);
    IrAttr dict = ir_op_discardable(op);
    for (size_t i = 0; dict && i < ir_attr_count(dict); i++)
      reduce_site(sites, op, 0, (void *)ir_attr_entry(dict, i).name);
  }
}

static void drop_discardable(IrOp *op, IrIdent name) {
  IrAttr dict = ir_op_discardable(op);
  IR_VEC(IrNamedAttr) kept = {0};
  for (size_t i = 0; i < ir_attr_count(dict); i++)
    if (ir_attr_entry(dict, i).name != name) ir_vec_push(&kept, ir_attr_entry(dict, i));
  ir_op_set_discardable(op, kept.n ? ir_attr_dict(ir_op_context(op), kept.at, kept.n) : NULL);
  ir_vec_free(&kept);
}

static void apply(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)module, (void)variant;
  if (site->at)
    drop_discardable(site->op, site->at);
  else
    ir_op_set_slot_attr(site->op, site->index, NULL);
}

const ReduceKind reduce_attributes = {.name = "attributes",
                                      .summary = "drop discardable and optional attributes",
                                      .variants = 1,
                                      .collect = collect,
                                      .apply = apply};
