// Canonicalizations of integer arithmetic: patterns that need a new op.  The text of each is its
// algebra; c0 and c1 are constants.  Constants travel outwards in sums and products so that they
// meet and fold.  Where nothing else is said a constant is a scalar, as in MLIR.
#include "dialects/arith/arith_impl.h"
#include "dialects/arith/arith_wide.h"
#include "ir/interp/element.h"

static IrValue *lhs(const IrOp *op) {
  return ir_op_operand(op, 0);
}
static IrValue *rhs(const IrOp *op) {
  return ir_op_operand(op, 1);
}
static IrType type_of(const IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}

// ---- Sums and products of constants. ----

typedef enum Combine { ADD, SUB, MUL } Combine;

static bool eval_add(const ArithTypes *t, const ArithNumber *in, ArithNumber *out) {
  (void)t;
  out->i = (int64_t)((uint64_t)in[0].i + (uint64_t)in[1].i);
  return true;
}
static bool eval_sub(const ArithTypes *t, const ArithNumber *in, ArithNumber *out) {
  (void)t;
  out->i = (int64_t)((uint64_t)in[0].i - (uint64_t)in[1].i);
  return true;
}
static bool eval_mul(const ArithTypes *t, const ArithNumber *in, ArithNumber *out) {
  (void)t;
  out->i = (int64_t)((uint64_t)in[0].i * (uint64_t)in[1].i);
  return true;
}

// The constant op `a how b`, or NULL.
static IrValue *combine(IrRewriter *rw, Combine how, IrAttr a, IrAttr b) {
  static const ArithEval evals[] = {eval_add, eval_sub, eval_mul};
  const IrOpDef *defs[] = {&arith_addi, &arith_subi, &arith_muli};
  IrType type = ir_attr_type(a);
  const IrAttr both[] = {a, b};
  IrAttr value = ir_type_is_wide(type) ? arith_wide_fold(arith_wide_rule(defs[how]),
                                                         (ArithWideCase){0}, both, 2, type)
                                       : arith_evaluate(evals[how], both, 2, type);
  if (!value) return NULL;
  return BUILD1(ir_rewriter_builder(rw), arith_constant, .value = value, .result_type = type);
}

bool arith_match_scalar(const IrValue *value, IrAttr *c) {
  return ir_match_constant(value, c) && ir_attr_kind(*c) == IR_ATTR_INTEGER;
}

// `value` is `def` with a constant at operand `constant_at`.
static IrOp *with_constant(IrValue *value, const IrOpDef *def, size_t constant_at, IrAttr *c) {
  IrOp *op = ir_value_def_as(value, def);
  return op && arith_match_scalar(ir_op_operand(op, constant_at), c) ? op : NULL;
}

static bool wraps_signed(Combine how, int64_t a, int64_t b, unsigned width) {
  if (width == 1) a = -a, b = -b;
  int64_t r;
  bool over = how == ADD   ? __builtin_add_overflow(a, b, &r)
              : how == SUB ? __builtin_sub_overflow(a, b, &r)
                           : __builtin_mul_overflow(a, b, &r);
  return over || (width == 1 ? r != 0 && r != -1 : ir_int_wrap(r, width) != r);
}

static bool wraps_unsigned(Combine how, int64_t a, int64_t b, unsigned width) {
  uint64_t ua = ir_int_unsigned(a, width), ub = ir_int_unsigned(b, width), r;
  bool over = how == ADD   ? __builtin_add_overflow(ua, ub, &r)
              : how == SUB ? __builtin_sub_overflow(ua, ub, &r)
                           : __builtin_mul_overflow(ua, ub, &r);
  return over || ir_int_unsigned((int64_t)r, width) != r;
}

// Promises that both ops made: those that hold for the op that takes their place and has the
// constant `a how b`.  When that constant wraps, the new op may wrap where neither of the old ones
// did, though MLIR keeps the promise.  `settled`: where it wraps as an unsigned number one of the
// old ones did as well, whatever x is.
static IrAttr merged_flags(IrOp *outer, IrOp *inner, Combine how, IrAttr a, IrAttr b,
                           bool settled) {
  unsigned flags = arith_overflow_flags(ir_op_slot_attr(outer, 0)) &
                   arith_overflow_flags(ir_op_slot_attr(inner, 0));
  unsigned width = ir_type_width(ir_attr_type(a));
  if (!flags || width > 64) return NULL;
  int64_t x = ir_attr_int(a), y = ir_attr_int(b);
  if (wraps_signed(how, x, y, width)) flags &= ~(unsigned)ARITH_NSW;
  if (!settled && wraps_unsigned(how, x, y, width)) flags &= ~(unsigned)ARITH_NUW;
  return arith_overflow_attr(ir_op_context(outer), flags);
}

static bool replace_by_add(IrRewriter *rw, IrOp *op, IrValue *a, IrValue *b, IrAttr flags) {
  if (!b) return ir_no_match(rw, op, "the constants do not combine");
  IrBuilder *builder = ir_rewriter_builder(rw);
  return ir_replace(rw, op,
                    BUILD1(builder, arith_addi, .lhs = a, .rhs = b, .overflowFlags = flags));
}

static bool replace_by_sub(IrRewriter *rw, IrOp *op, IrValue *a, IrValue *b, IrAttr flags) {
  if (!a || !b) return ir_no_match(rw, op, "the constants do not combine");
  IrBuilder *builder = ir_rewriter_builder(rw);
  return ir_replace(rw, op,
                    BUILD1(builder, arith_subi, .lhs = a, .rhs = b, .overflowFlags = flags));
}

IR_PATTERN(arith_addi_of_addi, arith_addi, 1, "(x + c0) + c1 -> x + (c0 + c1)") {
  IrAttr c0, c1;
  if (!arith_match_scalar(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_addi, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no sum with a constant on the left");
  IrAttr flags = merged_flags(op, in, ADD, c0, c1, true);
  return replace_by_add(rw, op, lhs(in), combine(rw, ADD, c0, c1), flags);
}

IR_PATTERN(arith_addi_of_subi_constant, arith_addi, 1, "(x - c0) + c1 -> x + (c1 - c0)") {
  IrAttr c0, c1;
  if (!arith_match_scalar(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_subi, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no difference with a constant on the left");
  return replace_by_add(rw, op, lhs(in), combine(rw, SUB, c1, c0),
                        merged_flags(op, in, SUB, c1, c0, false));
}

IR_PATTERN(arith_addi_of_subi_from_constant, arith_addi, 1, "(c0 - x) + c1 -> (c0 + c1) - x") {
  IrAttr c0, c1;
  if (!arith_match_scalar(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_subi, 0, &c0);
  if (!in) return ir_no_match(rw, op, "no difference from a constant on the left");
  return replace_by_sub(rw, op, combine(rw, ADD, c0, c1), rhs(in),
                        merged_flags(op, in, ADD, c0, c1, false));
}

// The x of `x * -1`, shaped or not, or NULL.
static IrValue *negated(IrValue *value) {
  IrAttr c;
  IrOp *mul = DEF(value, arith_muli);
  return mul && ir_match_constant(rhs(mul), &c) && arith_is_all_ones(c) ? lhs(mul) : NULL;
}

IR_PATTERN(arith_addi_of_negated_rhs, arith_addi, 1, "x + y * -1 -> x - y") {
  IrValue *y = negated(rhs(op));
  if (!y) return ir_no_match(rw, op, "the right side is not negated");
  return replace_by_sub(rw, op, lhs(op), y, NULL);
}

IR_PATTERN(arith_addi_of_negated_lhs, arith_addi, 1, "x * -1 + y -> y - x") {
  IrValue *x = negated(lhs(op));
  if (!x) return ir_no_match(rw, op, "the left side is not negated");
  return replace_by_sub(rw, op, rhs(op), x, NULL);
}

IR_PATTERN(arith_subi_of_addi, arith_subi, 1, "(x + c0) - c1 -> x + (c0 - c1)") {
  IrAttr c0, c1;
  if (!arith_match_scalar(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_addi, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no sum with a constant on the left");
  return replace_by_add(rw, op, lhs(in), combine(rw, SUB, c0, c1), NULL);
}

IR_PATTERN(arith_subi_from_addi, arith_subi, 1, "c1 - (x + c0) -> (c1 - c0) - x") {
  IrAttr c0, c1;
  if (!arith_match_scalar(lhs(op), &c1)) return ir_no_match(rw, op, "no constant on the left");
  IrOp *in = with_constant(rhs(op), &arith_addi, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no sum with a constant on the right");
  return replace_by_sub(rw, op, combine(rw, SUB, c1, c0), lhs(in),
                        merged_flags(op, in, SUB, c1, c0, true));
}

IR_PATTERN(arith_subi_of_subi_constant, arith_subi, 1, "(x - c0) - c1 -> x - (c0 + c1)") {
  IrAttr c0, c1;
  if (!arith_match_scalar(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_subi, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no difference with a constant on the left");
  return replace_by_sub(rw, op, lhs(in), combine(rw, ADD, c0, c1),
                        merged_flags(op, in, ADD, c0, c1, true));
}

IR_PATTERN(arith_subi_of_subi_from_constant, arith_subi, 1, "(c0 - x) - c1 -> (c0 - c1) - x") {
  IrAttr c0, c1;
  if (!arith_match_scalar(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_subi, 0, &c0);
  if (!in) return ir_no_match(rw, op, "no difference from a constant on the left");
  return replace_by_sub(rw, op, combine(rw, SUB, c0, c1), rhs(in),
                        merged_flags(op, in, SUB, c0, c1, true));
}

IR_PATTERN(arith_subi_from_subi_constant, arith_subi, 1, "c1 - (x - c0) -> (c0 + c1) - x") {
  IrAttr c0, c1;
  if (!arith_match_scalar(lhs(op), &c1)) return ir_no_match(rw, op, "no constant on the left");
  IrOp *in = with_constant(rhs(op), &arith_subi, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no difference with a constant on the right");
  return replace_by_sub(rw, op, combine(rw, ADD, c0, c1), lhs(in),
                        merged_flags(op, in, ADD, c0, c1, false));
}

IR_PATTERN(arith_subi_from_subi_from_constant, arith_subi, 1, "c1 - (c0 - x) -> x + (c1 - c0)") {
  IrAttr c0, c1;
  if (!arith_match_scalar(lhs(op), &c1)) return ir_no_match(rw, op, "no constant on the left");
  IrOp *in = with_constant(rhs(op), &arith_subi, 0, &c0);
  if (!in) return ir_no_match(rw, op, "no difference from a constant on the right");
  return replace_by_add(rw, op, rhs(in), combine(rw, SUB, c1, c0),
                        merged_flags(op, in, SUB, c1, c0, false));
}

IR_PATTERN(arith_subi_of_subi_lhs, arith_subi, 1, "(a - b) - a -> 0 - b") {
  IrOp *in = DEF(lhs(op), arith_subi);
  if (!in || lhs(in) != rhs(op)) return ir_no_match(rw, op, "does not subtract a from a - b");
  if (!arith_int_attr(type_of(op), 0)) return ir_no_match(rw, op, "the shape is dynamic");
  IrValue *zero = arith_int_constant(ir_rewriter_builder(rw), type_of(op), 0);
  unsigned flags = arith_overflow_flags(GET(op, arith_subi, overflowFlags)) &
                   arith_overflow_flags(GET(in, arith_subi, overflowFlags));
  return replace_by_sub(rw, op, zero, rhs(in), arith_overflow_attr(ir_op_context(op), flags));
}

IR_PATTERN(arith_muli_of_muli, arith_muli, 1, "(x * c0) * c1 -> x * (c0 * c1)") {
  IrAttr c0, c1;
  if (!arith_match_scalar(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_muli, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no product with a constant on the left");
  IrAttr flags = merged_flags(op, in, MUL, c0, c1, true);
  IrValue *c = combine(rw, MUL, c0, c1);
  if (!c) return ir_no_match(rw, op, "the constants do not combine");
  IrBuilder *b = ir_rewriter_builder(rw);
  return ir_replace(rw, op,
                    BUILD1(b, arith_muli, .lhs = lhs(in), .rhs = c, .overflowFlags = flags));
}

// ---- Two results, one of which nobody looks at. ----

// Any value will do for a result without uses.
static bool replace_first_result(IrRewriter *rw, IrOp *op, const IrOpDef *def) {
  if (ir_value_has_uses(ir_op_result(op, 1)))
    return ir_no_match(rw, op, "the second result is used");
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *first = def == &arith_addi ? BUILD1(b, arith_addi, .lhs = lhs(op), .rhs = rhs(op))
                                      : BUILD1(b, arith_muli, .lhs = lhs(op), .rhs = rhs(op));
  ir_rewriter_replace_uses(rw, ir_op_result(op, 0), first);
  return ir_erase(rw, op);
}

IR_PATTERN(arith_addui_extended_to_addi, arith_addui_extended, 1,
           "addui_extended(x, y) -> x + y when the carry is unused") {
  return replace_first_result(rw, op, &arith_addi);
}

IR_PATTERN(arith_mulsi_extended_to_muli, arith_mulsi_extended, 1,
           "mulsi_extended(x, y) -> x * y when the high half is unused") {
  return replace_first_result(rw, op, &arith_muli);
}

IR_PATTERN(arith_mului_extended_to_muli, arith_mului_extended, 1,
           "mului_extended(x, y) -> x * y when the high half is unused") {
  return replace_first_result(rw, op, &arith_muli);
}

// An i1 is 0 or -1, so its 1 is no one; index has no extension.
IR_PATTERN(arith_mulsi_extended_by_one, arith_mulsi_extended, 1,
           "mulsi_extended(x, 1) -> x, extsi(x < 0)") {
  IrAttr c;
  IrType type = ir_value_type(lhs(op)), element = ir_type_element(type);
  if (!ir_match_constant(rhs(op), &c) || !arith_is_one(c) || ir_type_is_index(element) ||
      ir_type_width(element) == 1 || !arith_int_attr(type, 0))
    return ir_no_match(rw, op, "does not multiply by one");
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *zero = arith_int_constant(b, type, 0);
  IrValue *negative = BUILD1(b, arith_cmpi, .lhs = lhs(op), .rhs = zero,
                             .predicate = arith_predicate(b->ctx, ARITH_SLT));
  IrValue *values[] = {lhs(op), BUILD1(b, arith_extsi, .in = negative, .out_type = type)};
  return ir_replace_values(rw, op, values, 2);
}

// ---- Bits of extended numbers. ----

// Both operands are `ext` of one type: their values before the extension.
static bool same_extension(const IrOp *op, const IrOpDef *ext, IrValue **a, IrValue **b) {
  IrOp *left = ir_value_def_as(lhs(op), ext), *right = ir_value_def_as(rhs(op), ext);
  if (!left || !right) return false;
  *a = ir_op_operand(left, 0), *b = ir_op_operand(right, 0);
  return ir_value_type(*a) == ir_value_type(*b);
}

#define BITS_OF_EXTENSION(pattern, bits, ext, text) \
  IR_PATTERN(pattern, bits, 1, text) { \
    IrValue *a, *b; \
    if (!same_extension(op, &ext, &a, &b)) \
      return ir_no_match(rw, op, "the operands are not extended alike"); \
    IrBuilder *builder = ir_rewriter_builder(rw); \
    IrValue *narrow = BUILD1(builder, bits, .lhs = a, .rhs = b); \
    return ir_replace(rw, op, BUILD1(builder, ext, .in = narrow, .out_type = type_of(op))); \
  }
BITS_OF_EXTENSION(arith_andi_of_extui, arith_andi, arith_extui,
                  "extui(a) & extui(b) -> extui(a & b)")
BITS_OF_EXTENSION(arith_andi_of_extsi, arith_andi, arith_extsi,
                  "extsi(a) & extsi(b) -> extsi(a & b)")
BITS_OF_EXTENSION(arith_ori_of_extui, arith_ori, arith_extui, "extui(a) | extui(b) -> extui(a | b)")
BITS_OF_EXTENSION(arith_ori_of_extsi, arith_ori, arith_extsi, "extsi(a) | extsi(b) -> extsi(a | b)")
BITS_OF_EXTENSION(arith_xori_of_extui, arith_xori, arith_extui,
                  "extui(a) ^ extui(b) -> extui(a ^ b)")
BITS_OF_EXTENSION(arith_xori_of_extsi, arith_xori, arith_extsi,
                  "extsi(a) ^ extsi(b) -> extsi(a ^ b)")

IR_PATTERN(arith_xori_of_cmpi, arith_xori, 1, "(a < b) ^ true -> a >= b") {
  IrAttr c;
  IrOp *cmp = DEF(lhs(op), arith_cmpi);
  if (!cmp || !arith_match_scalar(rhs(op), &c) || !arith_is_one(c))
    return ir_no_match(rw, op, "does not negate a comparison");
  ArithCmpI predicate = (ArithCmpI)ir_attr_int(GET(cmp, arith_cmpi, predicate));
  IrAttr inverted = arith_predicate(ir_op_context(op), (int)arith_cmpi_inverted(predicate));
  return ir_replace(rw, op,
                    BUILD1(ir_rewriter_builder(rw), arith_cmpi, .lhs = lhs(cmp), .rhs = rhs(cmp),
                           .predicate = inverted));
}

// ---- Comparisons of extended numbers. ----

static bool compare_narrow(IrRewriter *rw, IrOp *op, const IrOpDef *ext) {
  IrValue *a, *b;
  if (ir_attr_int(GET(op, arith_cmpi, predicate)) > ARITH_NE)
    return ir_no_match(rw, op, "does not compare for equality");
  if (!same_extension(op, ext, &a, &b))
    return ir_no_match(rw, op, "the operands are not extended alike");
  return ir_replace(rw, op,
                    BUILD1(ir_rewriter_builder(rw), arith_cmpi, .lhs = a, .rhs = b,
                           .predicate = GET(op, arith_cmpi, predicate)));
}

IR_PATTERN(arith_cmpi_of_extsi, arith_cmpi, 1, "extsi(a) == extsi(b) -> a == b, and for !=") {
  return compare_narrow(rw, op, &arith_extsi);
}

IR_PATTERN(arith_cmpi_of_extui, arith_cmpi, 1, "extui(a) == extui(b) -> a == b, and for !=") {
  return compare_narrow(rw, op, &arith_extui);
}
