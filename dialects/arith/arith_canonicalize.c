// Canonicalizations of arith: patterns that need a new op.  The text of each is its algebra; c0 and
// c1 are constants.  Constants travel outwards in sums and products so that they meet and fold.
#include "dialects/arith/arith_impl.h"
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
  IrType type = ir_attr_type(a);
  IrAttr value = arith_evaluate(evals[how], (const IrAttr[]){a, b}, 2, type);
  if (!value) return NULL;
  return BUILD1(ir_rewriter_builder(rw), arith_constant, .value = value, .result_type = type);
}

// `value` is `def` with a constant at operand `constant_at`.
static IrOp *with_constant(IrValue *value, const IrOpDef *def, size_t constant_at, IrAttr *c) {
  IrOp *op = ir_value_def_as(value, def);
  return op && ir_match_constant(ir_op_operand(op, constant_at), c) ? op : NULL;
}

// Promises that hold for `x how c` when both of (x how c0) how c1 made them and c0 how c1 does not
// wrap itself.
static IrAttr merged_flags(IrOp *outer, IrOp *inner, Combine how, IrAttr c0, IrAttr c1) {
  if (ir_attr_kind(c0) != IR_ATTR_INTEGER || ir_attr_kind(c1) != IR_ATTR_INTEGER) return NULL;
  unsigned flags = arith_overflow_flags(ir_op_slot_attr(outer, 0)) &
                   arith_overflow_flags(ir_op_slot_attr(inner, 0));
  unsigned width = ir_type_width(ir_attr_type(c0));
  if (width >= 64 || how == SUB) return NULL;
  int64_t a = ir_attr_int(c0), b = ir_attr_int(c1), s;
  bool over = how == ADD ? __builtin_add_overflow(a, b, &s) : __builtin_mul_overflow(a, b, &s);
  if (over || width == 1 || ir_int_wrap(s, width) != s) flags &= ~(unsigned)ARITH_NSW;
  uint64_t ua = ir_int_unsigned(a, width), ub = ir_int_unsigned(b, width), us;
  over = how == ADD ? __builtin_add_overflow(ua, ub, &us) : __builtin_mul_overflow(ua, ub, &us);
  if (over || us >> width) flags &= ~(unsigned)ARITH_NUW;
  return arith_overflow_attr(ir_op_context(outer), flags);
}

static bool replace_by_add(IrRewriter *rw, IrOp *op, IrValue *a, IrValue *b, IrAttr flags) {
  if (!b) return ir_no_match(rw, op, "the constants do not combine");
  IrBuilder *builder = ir_rewriter_builder(rw);
  return ir_replace(rw, op,
                    BUILD1(builder, arith_addi, .lhs = a, .rhs = b, .overflowFlags = flags));
}

static bool replace_by_sub(IrRewriter *rw, IrOp *op, IrValue *a, IrValue *b) {
  if (!a || !b) return ir_no_match(rw, op, "the constants do not combine");
  return ir_replace(rw, op, BUILD1(ir_rewriter_builder(rw), arith_subi, .lhs = a, .rhs = b));
}

IR_PATTERN(arith_addi_of_addi, arith_addi, 1, "(x + c0) + c1 -> x + (c0 + c1)") {
  IrAttr c0, c1;
  if (!ir_match_constant(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_addi, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no sum with a constant on the left");
  IrAttr flags = merged_flags(op, in, ADD, c0, c1);
  return replace_by_add(rw, op, lhs(in), combine(rw, ADD, c0, c1), flags);
}

IR_PATTERN(arith_addi_of_subi_constant, arith_addi, 1, "(x - c0) + c1 -> x + (c1 - c0)") {
  IrAttr c0, c1;
  if (!ir_match_constant(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_subi, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no difference with a constant on the left");
  return replace_by_add(rw, op, lhs(in), combine(rw, SUB, c1, c0), NULL);
}

IR_PATTERN(arith_addi_of_subi_from_constant, arith_addi, 1, "(c0 - x) + c1 -> (c0 + c1) - x") {
  IrAttr c0, c1;
  if (!ir_match_constant(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_subi, 0, &c0);
  if (!in) return ir_no_match(rw, op, "no difference from a constant on the left");
  return replace_by_sub(rw, op, combine(rw, ADD, c0, c1), rhs(in));
}

// The x of `x * -1`, or NULL.
static IrValue *negated(IrValue *value) {
  IrAttr c;
  IrOp *mul = with_constant(value, &arith_muli, 1, &c);
  return mul && arith_is_all_ones(c) ? lhs(mul) : NULL;
}

IR_PATTERN(arith_addi_of_negated_rhs, arith_addi, 1, "x + y * -1 -> x - y") {
  IrValue *y = negated(rhs(op));
  if (!y) return ir_no_match(rw, op, "the right side is not negated");
  return replace_by_sub(rw, op, lhs(op), y);
}

IR_PATTERN(arith_addi_of_negated_lhs, arith_addi, 1, "x * -1 + y -> y - x") {
  IrValue *x = negated(lhs(op));
  if (!x) return ir_no_match(rw, op, "the left side is not negated");
  return replace_by_sub(rw, op, rhs(op), x);
}

IR_PATTERN(arith_subi_of_addi, arith_subi, 1, "(x + c0) - c1 -> x + (c0 - c1)") {
  IrAttr c0, c1;
  if (!ir_match_constant(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_addi, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no sum with a constant on the left");
  return replace_by_add(rw, op, lhs(in), combine(rw, SUB, c0, c1), NULL);
}

IR_PATTERN(arith_subi_from_addi, arith_subi, 1, "c1 - (x + c0) -> (c1 - c0) - x") {
  IrAttr c0, c1;
  if (!ir_match_constant(lhs(op), &c1)) return ir_no_match(rw, op, "no constant on the left");
  IrOp *in = with_constant(rhs(op), &arith_addi, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no sum with a constant on the right");
  return replace_by_sub(rw, op, combine(rw, SUB, c1, c0), lhs(in));
}

IR_PATTERN(arith_subi_of_subi_constant, arith_subi, 1, "(x - c0) - c1 -> x - (c0 + c1)") {
  IrAttr c0, c1;
  if (!ir_match_constant(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_subi, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no difference with a constant on the left");
  return replace_by_sub(rw, op, lhs(in), combine(rw, ADD, c0, c1));
}

IR_PATTERN(arith_subi_of_subi_from_constant, arith_subi, 1, "(c0 - x) - c1 -> (c0 - c1) - x") {
  IrAttr c0, c1;
  if (!ir_match_constant(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_subi, 0, &c0);
  if (!in) return ir_no_match(rw, op, "no difference from a constant on the left");
  return replace_by_sub(rw, op, combine(rw, SUB, c0, c1), rhs(in));
}

IR_PATTERN(arith_subi_from_subi_constant, arith_subi, 1, "c1 - (x - c0) -> (c0 + c1) - x") {
  IrAttr c0, c1;
  if (!ir_match_constant(lhs(op), &c1)) return ir_no_match(rw, op, "no constant on the left");
  IrOp *in = with_constant(rhs(op), &arith_subi, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no difference with a constant on the right");
  return replace_by_sub(rw, op, combine(rw, ADD, c0, c1), lhs(in));
}

IR_PATTERN(arith_subi_from_subi_from_constant, arith_subi, 1, "c1 - (c0 - x) -> x + (c1 - c0)") {
  IrAttr c0, c1;
  if (!ir_match_constant(lhs(op), &c1)) return ir_no_match(rw, op, "no constant on the left");
  IrOp *in = with_constant(rhs(op), &arith_subi, 0, &c0);
  if (!in) return ir_no_match(rw, op, "no difference from a constant on the right");
  return replace_by_add(rw, op, rhs(in), combine(rw, SUB, c1, c0), NULL);
}

IR_PATTERN(arith_subi_of_subi_lhs, arith_subi, 1, "(a - b) - a -> 0 - b") {
  IrOp *in = DEF(lhs(op), arith_subi);
  if (!in || lhs(in) != rhs(op)) return ir_no_match(rw, op, "does not subtract a from a - b");
  if (!arith_int_attr(type_of(op), 0)) return ir_no_match(rw, op, "the shape is dynamic");
  IrValue *zero = arith_int_constant(ir_rewriter_builder(rw), type_of(op), 0);
  return replace_by_sub(rw, op, zero, rhs(in));
}

IR_PATTERN(arith_muli_of_muli, arith_muli, 1, "(x * c0) * c1 -> x * (c0 * c1)") {
  IrAttr c0, c1;
  if (!ir_match_constant(rhs(op), &c1)) return ir_no_match(rw, op, "no constant on the right");
  IrOp *in = with_constant(lhs(op), &arith_muli, 1, &c0);
  if (!in) return ir_no_match(rw, op, "no product with a constant on the left");
  IrAttr flags = merged_flags(op, in, MUL, c0, c1);
  IrValue *c = combine(rw, MUL, c0, c1);
  if (!c) return ir_no_match(rw, op, "the constants do not combine");
  IrBuilder *b = ir_rewriter_builder(rw);
  return ir_replace(rw, op,
                    BUILD1(b, arith_muli, .lhs = lhs(in), .rhs = c, .overflowFlags = flags));
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
  if (!cmp || !ir_match_constant(rhs(op), &c) || !arith_is_one(c))
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
  if (!same_extension(op, ext, &a, &b))
    return ir_no_match(rw, op, "the operands are not extended alike");
  return ir_replace(rw, op,
                    BUILD1(ir_rewriter_builder(rw), arith_cmpi, .lhs = a, .rhs = b,
                           .predicate = GET(op, arith_cmpi, predicate)));
}

static ArithCmpI predicate_of(const IrOp *op) {
  return (ArithCmpI)ir_attr_int(GET(op, arith_cmpi, predicate));
}

IR_PATTERN(arith_cmpi_of_extsi, arith_cmpi, 1, "extsi(a) < extsi(b) -> a < b, signed") {
  if (predicate_of(op) >= ARITH_ULT) return ir_no_match(rw, op, "the comparison is unsigned");
  return compare_narrow(rw, op, &arith_extsi);
}

IR_PATTERN(arith_cmpi_of_extui, arith_cmpi, 1, "extui(a) < extui(b) -> a < b, unsigned") {
  ArithCmpI predicate = predicate_of(op);
  if (predicate >= ARITH_SLT && predicate <= ARITH_SGE)
    return ir_no_match(rw, op, "the comparison is signed");
  return compare_narrow(rw, op, &arith_extui);
}

// ---- Select. ----

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

// The condition has the result's shape, and both values are 0 or 1 (or true and false).
static bool selects_constants(IrOp *op, bool *one_if_true) {
  IrAttr t, f;
  if (!ir_match_constant(select_true(op), &t) || !ir_match_constant(select_false(op), &f))
    return false;
  *one_if_true = arith_is_one(t) && arith_is_zero(f);
  if (!*one_if_true && !(arith_is_zero(t) && arith_is_one(f))) return false;
  return ir_value_type(select_condition(op)) == arith_bool_like(type_of(op));
}

IR_PATTERN(arith_select_to_extui, arith_select, 1,
           "c ? 1 : 0 -> extui(c);  c ? 0 : 1 -> extui(!c)") {
  bool one_if_true;
  if (ir_type_is_integer(ir_type_element(type_of(op)), 1) ||
      !ir_type_is_any_integer(ir_type_element(type_of(op))) || !selects_constants(op, &one_if_true))
    return ir_no_match(rw, op, "does not select between 1 and 0");
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *bit = select_condition(op);
  if (!one_if_true) bit = build_not(b, bit);
  return ir_replace(rw, op, BUILD1(b, arith_extui, .in = bit, .out_type = type_of(op)));
}

IR_PATTERN(arith_select_to_not, arith_select, 1, "c ? false : true -> c ^ true") {
  bool one_if_true;
  if (!ir_type_is_integer(ir_type_element(type_of(op)), 1) ||
      !selects_constants(op, &one_if_true) || one_if_true)
    return ir_no_match(rw, op, "does not select the opposite");
  return ir_replace(rw, op, build_not(ir_rewriter_builder(rw), select_condition(op)));
}

// The x of `x ^ true`, or NULL.
static IrValue *not_of(IrValue *bit) {
  IrAttr c;
  IrOp *op = with_constant(bit, &arith_xori, 1, &c);
  return op && arith_is_one(c) ? lhs(op) : NULL;
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

// ---- Casts. ----

// A pair of index casts that leads back to its type is none when the type between can hold it.
static bool index_cast_joins(IrType from, IrType through, IrType to) {
  return from == to &&
         ir_type_width(ir_type_element(through)) >= ir_type_width(ir_type_element(to));
}

const IrCastInterface arith_index_cast_cast = {.size = sizeof(IrCastInterface),
                                               .joins = index_cast_joins};

// Bits stay what they are, whatever they are called on the way.
static bool bitcast_joins(IrType from, IrType through, IrType to) {
  (void)from, (void)through, (void)to;
  return true;
}

const IrCastInterface arith_bitcast_cast = {.size = sizeof(IrCastInterface),
                                            .joins = bitcast_joins};

#define CAST_OF_CAST(pattern, outer, inner, text) \
  IR_PATTERN(pattern, outer, 1, text) { \
    IrOp *in = DEF(lhs(op), inner); \
    if (!in) return ir_no_match(rw, op, "the operand is not an extension"); \
    IrBuilder *b = ir_rewriter_builder(rw); \
    return ir_replace(rw, op, BUILD1(b, outer, .in = lhs(in), .out_type = type_of(op))); \
  }
CAST_OF_CAST(arith_index_cast_of_extsi, arith_index_cast, arith_extsi,
             "index_cast(extsi(x)) -> index_cast(x)")
CAST_OF_CAST(arith_index_castui_of_extui, arith_index_castui, arith_extui,
             "index_castui(extui(x)) -> index_castui(x)")

IR_PATTERN(arith_extsi_of_extui, arith_extsi, 1, "extsi(extui(x)) -> extui(x)") {
  IrOp *in = DEF(lhs(op), arith_extui);
  if (!in) return ir_no_match(rw, op, "the operand is not zero-extended");
  IrBuilder *b = ir_rewriter_builder(rw);
  return ir_replace(rw, op, BUILD1(b, arith_extui, .in = lhs(in), .out_type = type_of(op)));
}

// The value before extension `ext` when it is narrower than the truncation's result.
static IrValue *narrower_source(IrOp *op, const IrOpDef *ext) {
  IrOp *in = ir_value_def_as(lhs(op), ext);
  if (!in) return NULL;
  unsigned from = ir_type_width(ir_type_element(ir_value_type(lhs(in))));
  return from < ir_type_width(ir_type_element(type_of(op))) ? lhs(in) : NULL;
}

#define TRUNC_OF_EXTENSION(pattern, ext, text) \
  IR_PATTERN(pattern, arith_trunci, 1, text) { \
    IrValue *x = narrower_source(op, &ext); \
    if (!x) return ir_no_match(rw, op, "the operand was not extended from a narrower type"); \
    IrBuilder *b = ir_rewriter_builder(rw); \
    return ir_replace(rw, op, BUILD1(b, ext, .in = x, .out_type = type_of(op))); \
  }
TRUNC_OF_EXTENSION(arith_trunci_of_extsi, arith_extsi, "trunci(extsi(x)) -> extsi(x)")
TRUNC_OF_EXTENSION(arith_trunci_of_extui, arith_extui, "trunci(extui(x)) -> extui(x)")

IR_PATTERN(arith_trunci_of_shrsi, arith_trunci, 1,
           "trunci(x >>s c) -> trunci(x >>u c) when no copied sign bit is left") {
  int64_t amount;
  IrOp *shift = DEF(lhs(op), arith_shrsi);
  if (!shift || !ir_match_int(rhs(shift), &amount))
    return ir_no_match(rw, op, "the operand is not shifted by a constant");
  int64_t from = ir_type_width(ir_type_element(type_of(shift)));
  int64_t to = ir_type_width(ir_type_element(type_of(op)));
  if (amount < 0 || amount > from - to) return ir_no_match(rw, op, "copies of the sign are left");
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *logical = BUILD1(b, arith_shrui, .lhs = lhs(shift), .rhs = rhs(shift));
  return ir_replace(rw, op, BUILD1(b, arith_trunci, .in = logical, .out_type = type_of(op)));
}

// ---- Floats. ----

#define TWO_NEGATIONS(pattern, def, text) \
  IR_PATTERN(pattern, def, 1, text) { \
    IrOp *a = DEF(lhs(op), arith_negf), *b = DEF(rhs(op), arith_negf); \
    if (!a || !b) return ir_no_match(rw, op, "the operands are not both negated"); \
    IrBuilder *builder = ir_rewriter_builder(rw); \
    IrAttr flags = GET(op, def, fastmath); \
    return ir_replace(rw, op, \
                      BUILD1(builder, def, .lhs = lhs(a), .rhs = lhs(b), .fastmath = flags)); \
  }
TWO_NEGATIONS(arith_mulf_of_negf, arith_mulf, "-a * -b -> a * b")
TWO_NEGATIONS(arith_divf_of_negf, arith_divf, "-a / -b -> a / b")
