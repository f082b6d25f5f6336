// Canonicalizations of arith.select.
#include "dialects/arith/arith_impl.h"

static IrType type_of(const IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}
static IrValue *select_condition(const IrOp *op) {
  return GET(op, arith_select, condition);
}
static IrValue *select_true(const IrOp *op) {
  return GET(op, arith_select, true_value);
}
static IrValue *select_false(const IrOp *op) {
  return GET(op, arith_select, false_value);
}

static IrValue *build_not(IrBuilder *b, IrValue *bit) {
  IrValue *one = arith_int_constant(b, ir_value_type(bit), 1);
  return BUILD1(b, arith_xori, .lhs = bit, .rhs = one);
}

// The values are scalars, 0 and 1 (or false and true).
static bool selects_constants(IrOp *op, bool *one_if_true) {
  IrAttr t, f;
  if (!arith_match_scalar(select_true(op), &t) || !arith_match_scalar(select_false(op), &f))
    return false;
  *one_if_true = arith_is_one(t) && arith_is_zero(f);
  return *one_if_true || (arith_is_zero(t) && arith_is_one(f));
}

IR_PATTERN(arith_select_to_extui, arith_select, 1,
           "c ? 1 : 0 -> extui(c);  c ? 0 : 1 -> extui(!c)") {
  bool one_if_true;
  if (ir_type_is_integer(type_of(op), 1) || ir_type_is_index(type_of(op)) ||
      !selects_constants(op, &one_if_true))
    return ir_no_match(rw, op, "does not select between 1 and 0");
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *bit = select_condition(op);
  if (!one_if_true) bit = build_not(b, bit);
  return ir_replace(rw, op, BUILD1(b, arith_extui, .in = bit, .out_type = type_of(op)));
}

IR_PATTERN(arith_select_to_not, arith_select, 1, "c ? false : true -> c ^ true") {
  bool one_if_true;
  if (!ir_type_is_integer(type_of(op), 1) || !selects_constants(op, &one_if_true) || one_if_true)
    return ir_no_match(rw, op, "does not select the opposite");
  return ir_replace(rw, op, build_not(ir_rewriter_builder(rw), select_condition(op)));
}

// The x of `x ^ true`, or NULL.
static IrValue *not_of(IrValue *bit) {
  IrAttr c;
  IrOp *op = DEF(bit, arith_xori);
  return op && arith_match_scalar(ir_op_operand(op, 1), &c) && arith_is_one(c)
             ? ir_op_operand(op, 0)
             : NULL;
}

static bool replace_by_select(IrRewriter *rw, IrOp *op, IrValue *c, IrValue *t, IrValue *f) {
  return ir_replace(rw, op,
                    BUILD1(ir_rewriter_builder(rw), arith_select, .condition = c, .true_value = t,
                           .false_value = f));
}

IR_PATTERN(arith_select_of_not, arith_select, 1, "!c ? a : b -> c ? b : a") {
  IrValue *c = not_of(select_condition(op));
  if (!c) return ir_no_match(rw, op, "the condition is not negated");
  return replace_by_select(rw, op, c, select_false(op), select_true(op));
}

IR_PATTERN(arith_select_of_select_true, arith_select, 2, "c ? (c ? a : b) : d -> c ? a : d") {
  IrOp *in = DEF(select_true(op), arith_select);
  if (!in || select_condition(in) != select_condition(op))
    return ir_no_match(rw, op, "no select of the same condition on the true side");
  return replace_by_select(rw, op, select_condition(op), select_true(in), select_false(op));
}

IR_PATTERN(arith_select_of_select_false, arith_select, 2, "c ? a : (c ? b : d) -> c ? a : d") {
  IrOp *in = DEF(select_false(op), arith_select);
  if (!in || select_condition(in) != select_condition(op))
    return ir_no_match(rw, op, "no select of the same condition on the false side");
  return replace_by_select(rw, op, select_condition(op), select_true(op), select_false(in));
}
