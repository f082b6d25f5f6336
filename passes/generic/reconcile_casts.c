// reconcile-unrealized-casts: casts that conversions left between two types, which meet.
//
//   %1 = builtin.unrealized_conversion_cast %0 : i64 to index
//   %2 = builtin.unrealized_conversion_cast %1 : index to i64    =>    use %0
//   use %2
//
// requires: verified IR   preserves: meaning, symbols   breaks: nothing
#include "ir/analysis/tree.h"
#include "ir/edit/conversion.h"
#include "passes/generic/generic.h"

static const IrOp *first_user(const IrOp *cast) {
  for (size_t i = 0; i < ir_op_num_results(cast); i++) {
    const IrUse *use = ir_value_first_use(ir_op_result(cast, i));
    if (use) return ir_use_op(use);
  }
  return NULL;
}

static void tell_ends(const IrOp *cast) {
  IrContext *ctx = ir_op_context(cast);
  if (ir_op_num_operands(cast)) {
    const IrValue *value = ir_op_operand(cast, 0);
    const IrOp *def = ir_value_op(value);
    if (def)
      ir_note(ctx, ir_op_loc(def), "'{}' gives its value", def);
    else
      ir_note(ctx, ir_value_loc(value), "a block's argument is its value");
  }
  const IrOp *user = first_user(cast);
  if (user) ir_note(ctx, ir_op_loc(user), "'{}' uses what it makes", user);
}

static void report(const IrOp *cast) {
  IrAttr maker = ir_op_attr(cast, "builtin.made_by");
  bool named = maker && ir_attr_kind(maker) == IR_ATTR_STRING;
  (void)ir_op_error(cast, "is left over{}{}", named ? ", made by " : "",
                    named ? ir_attr_str(maker) : IR_STR(""));
  tell_ends(cast);
  ir_help(ir_op_context(cast), "convert both ops to the same types");
}

IrStatus reconcile_casts_run(IrPassRun *run, IrOp *root) {
  const struct pass_reconcile_casts_decl *self = run->decl;
  self->stats->casts += ir_reconcile_casts(root);
  if (!self->options.must_vanish) return IR_OK;
  bool left = false;
  for (IrOp *op = ir_tree_first(root, 0); op; op = ir_tree_next(op, root)) {
    if (!IS(op, builtin_unrealized_conversion_cast)) continue;
    report(op);
    left = true;
  }
  return left ? IR_FAILED : IR_OK;
}
