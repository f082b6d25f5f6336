// arith-unsigned-when-equivalent: signed ops become unsigned where no number is negative.
//
//   %q = arith.divsi %i, %c8 : index      =>   %q = arith.divui %i, %c8 : index
//   %l = arith.cmpi slt, %i, %n : index   =>   %l = arith.cmpi ult, %i, %n : index
//
// requires: verified IR   preserves: meaning, blocks, symbols   breaks: nothing
#include "dialects/arith/arith.h"
#include "ir/analysis/int_range.h"
#include "ir/analysis/tree.h"
#include "ir/support/vec.h"
#include "passes/arith/arith_passes.h"

static bool is_not_negative(IrDataflow *flow, const IrValue *value) {
  IrIntRange range = ir_int_range_of(flow, value);
  return range.width && range.smin >= 0;
}

static bool all_not_negative(IrDataflow *flow, const IrOp *op, bool results) {
  for (size_t i = 0, n = ir_op_num_operands(op); i < n; i++)
    if (!is_not_negative(flow, ir_op_operand(op, i))) return false;
  return !results || is_not_negative(flow, ir_op_result(op, 0));
}

static const IrOpDef *unsigned_twin(const IrOp *op) {
  if (IS(op, arith_divsi) || IS(op, arith_floordivsi)) return &arith_divui;
  if (IS(op, arith_ceildivsi)) return &arith_ceildivui;
  if (IS(op, arith_remsi)) return &arith_remui;
  if (IS(op, arith_minsi)) return &arith_minui;
  if (IS(op, arith_maxsi)) return &arith_maxui;
  return IS(op, arith_extsi) ? &arith_extui : NULL;
}

static void replace_by(IrOp *op, const IrOpDef *twin) {
  IrBuilder b = ir_builder_before(op);
  IrValue *operands[] = {ir_op_operand(op, 0),
                         ir_op_num_operands(op) > 1 ? ir_op_operand(op, 1) : NULL};
  IrType type = ir_value_type(ir_op_result(op, 0));
  IrOp *made = ir_builder_create(&b, (IrOpCreate){.info = ir_op_info_of(b.ctx, twin),
                                                  .loc = ir_op_loc(op),
                                                  .operands = operands,
                                                  .num_operands = ir_op_num_operands(op),
                                                  .result_types = &type,
                                                  .num_results = 1,
                                                  .discardable = ir_op_discardable(op)});
  ir_value_take_name(ir_op_result(made, 0), ir_op_result(op, 0));
  ir_value_replace_uses(ir_op_result(op, 0), ir_op_result(made, 0));
  ir_op_destroy(op);
}

static bool unsigned_predicate(ArithCmpI *predicate) {
  switch (*predicate) {
  case ARITH_SLT:
    *predicate = ARITH_ULT;
    return true;
  case ARITH_SLE:
    *predicate = ARITH_ULE;
    return true;
  case ARITH_SGT:
    *predicate = ARITH_UGT;
    return true;
  case ARITH_SGE:
    *predicate = ARITH_UGE;
    return true;
  default:
    return false;
  }
}

static bool is_signed_comparison(const IrOp *op) {
  if (!IS(op, arith_cmpi)) return false;
  ArithCmpI predicate = (ArithCmpI)ir_attr_int(GET(op, arith_cmpi, predicate));
  return unsigned_predicate(&predicate);
}

static void make_unsigned(IrOp *op) {
  const IrOpDef *twin = unsigned_twin(op);
  if (twin) {
    replace_by(op, twin);
    return;
  }
  ArithCmpI predicate = (ArithCmpI)ir_attr_int(GET(op, arith_cmpi, predicate));
  (void)unsigned_predicate(&predicate);
  SET_ATTR(op, arith_cmpi, predicate, arith_predicate(ir_op_context(op), predicate));
}

// All are found before the first is replaced: states are those of the IR as it was.
IrStatus arith_unsigned_when_equivalent_run(IrPassRun *run, IrOp *root) {
  const struct arith_unsigned_when_equivalent_decl *self = run->decl;
  IR_VEC(IrOp *) found = {0};
  IrDataflow *flow = ir_analysis_get(run, &ir_int_ranges_kept, root);
  if (!flow) return IR_FAILED;
  for (IrOp *op = ir_tree_first(root, 0); op; op = ir_tree_next(op, root)) {
    bool comparison = is_signed_comparison(op);
    if ((comparison || unsigned_twin(op)) && all_not_negative(flow, op, !comparison))
      ir_vec_push(&found, op);
  }
  for (size_t i = 0; i < found.n; i++) make_unsigned(found.at[i]);
  self->stats->ops += found.n;
  if (!found.n) ir_pass_preserve_all(run);
  ir_vec_free(&found);
  return IR_OK;
}
