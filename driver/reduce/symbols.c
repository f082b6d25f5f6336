// Whole functions, kernels and other symbols; and bodies of functions, which leaves declarations.
#include "driver/reduce/reduce_impl.h"

#include "ir/analysis/tree.h"

enum { ERASE, DECLARE, VARIANTS };

static void collect(ReduceSites *sites, IrOp *module, size_t variant) {
  for (IrOp *op = ir_tree_next(module, module); op; op = ir_tree_next(op, module)) {
    if (!ir_op_has_trait(op, IR_SYMBOL | IR_ISOLATED)) continue;
    if (variant == ERASE || reduce_signature(op)) reduce_site(sites, op, 0, NULL);
  }
}

static bool has_visibility(const IrOp *op) {
  const IrAttrSlotDef *slots = ir_op_def(op)->attrs;
  for (; slots && slots->name; slots++)
    if (!strcmp(slots->name, "sym_visibility")) return true;
  return false;
}

static void declare(IrOp *function) {
  if (!has_visibility(function)) return;
  IrContext *ctx = ir_op_context(function);
  IrRegion *body = ir_region_create(ctx);
  ir_region_take_body(body, ir_op_region(function, 0));
  ir_region_destroy(body);
  ir_op_set_attr(function, "sym_visibility", ir_attr_string(ctx, IR_STR("private")));
}

static void apply(IrOp *module, const ReduceSite *site, size_t variant) {
  (void)module;
  if (variant == DECLARE)
    declare(site->op);
  else
    reduce_erase(site->op, REDUCE_ANY);
}

const ReduceKind reduce_symbols = {.name = "symbols",
                                   .summary = "erase functions and kernels, or only their bodies",
                                   .variants = VARIANTS,
                                   .collect = collect,
                                   .apply = apply};
