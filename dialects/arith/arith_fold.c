// Folds of integer arithmetic: constants, and identities that give an operand or a constant back.
// Each line above a rule is its algebra; c is a constant, ~0 all ones.
#include "dialects/arith/arith_impl.h"
#include "dialects/arith/arith_wide.h"
#include "dialects/ub/ub.h"
#include "ir/interp/element.h"

// ---- What the ops compute on one element. ----

static int64_t as_signed(int64_t v, unsigned width) {
  return width == 1 ? -(v & 1) : v;
}

#define EVAL_IF(name, defined, expr) \
  static bool eval_##name(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) { \
    unsigned width = types->in_width; \
    int64_t a = as_signed(in[0].i, width), b = as_signed(in[1].i, width); \
    uint64_t ua = ir_int_unsigned(a, width), ub = ir_int_unsigned(b, width); \
    (void)a, (void)b, (void)ua, (void)ub; \
    if (!(defined)) return false; \
    out->i = (int64_t)(expr); \
    return true; \
  }
#define EVAL(name, expr) EVAL_IF(name, true, expr)

static int64_t lowest(unsigned width) {
  return (int64_t)(UINT64_MAX << (width - 1));
}

// A signed quotient exists and fits.
static bool divides(int64_t a, int64_t b, unsigned width) {
  return b != 0 && !(b == -1 && a == lowest(width));
}

static int64_t floor_divide(int64_t a, int64_t b) {
  int64_t q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

static int64_t ceil_divide(int64_t a, int64_t b) {
  int64_t q = a / b;
  return a % b != 0 && (a < 0) == (b < 0) ? q + 1 : q;
}

// The high half of a product of two numbers of `width` bits.
static uint64_t multiply_high(uint64_t a, uint64_t b, unsigned width) {
  uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
  uint64_t low = al * bl, middle = ah * bl + (low >> 32), carry = al * bh + (uint32_t)middle;
  uint64_t high = ah * bh + (middle >> 32) + (carry >> 32);
  return width == 64 ? high : (a * b) >> width | high << (64 - width);
}

static uint64_t multiply_high_signed(int64_t a, int64_t b, unsigned width) {
  if (width < 64 && width <= 32) return (uint64_t)((a * b) >> width);
  uint64_t ua = (uint64_t)a, ub = (uint64_t)b, low = ua * ub;
  uint64_t high = multiply_high(ua, ub, 64) - (a < 0 ? ub : 0) - (b < 0 ? ua : 0);
  return width == 64 ? high : low >> width | high << (64 - width);
}

EVAL(addi, ua + ub)
EVAL(subi, ua - ub)
EVAL(muli, ua *ub)
EVAL(carry, ir_int_unsigned((int64_t)(ua + ub), width) < ua)
EVAL(high_signed, multiply_high_signed(a, b, width))
EVAL(high_unsigned, multiply_high(ua, ub, width))
EVAL_IF(divsi, divides(a, b, width), a / b)
EVAL_IF(divui, ub != 0, ua / ub)
EVAL_IF(remsi, b != 0, b == -1 ? 0 : a % b)
EVAL_IF(remui, ub != 0, ua % ub)
EVAL_IF(floordivsi, divides(a, b, width), floor_divide(a, b))
// MLIR negates the operands on the way, so it has no result for the lowest number; nor have we.
EVAL_IF(ceildivsi, b != 0 && (a == 0 || (a != lowest(width) && b != lowest(width))),
        ceil_divide(a, b))
EVAL_IF(ceildivui, ub != 0, ua / ub + (ua % ub != 0))
EVAL(andi, ua &ub)
EVAL(ori, ua | ub)
EVAL(xori, ua ^ ub)
EVAL_IF(shli, ub < width, ua << ub)
EVAL_IF(shrui, ub < width, ua >> ub)
EVAL_IF(shrsi, ub < width, a >> ub)
EVAL(shli_filled, ub < width ? ua << ub : 0)
EVAL(shrui_filled, ub < width ? ua >> ub : 0)
EVAL(shrsi_filled, a >> (ub < width ? ub : width - 1))
EVAL(minsi, a < b ? a : b)
EVAL(maxsi, a > b ? a : b)
EVAL(minui, ua < ub ? ua : ub)
EVAL(maxui, ua > ub ? ua : ub)

// ---- Looking at operands. ----

// The integer that a constant is everywhere, of any width.
static bool uniform_int(IrAttr c, IrWords *words, unsigned *width) {
  if (c && ir_attr_kind(c) == IR_ATTR_DENSE && ir_attr_is_splat(c)) c = ir_attr_dense_at(c, 0);
  if (!c || ir_attr_kind(c) != IR_ATTR_INTEGER) return false;
  *width = ir_type_width(ir_attr_type(c));
  *words = ir_attr_words(c);
  return true;
}

// Whether it is `low` in its lowest word, `others` in between, and `high` in the highest.
static bool is_made_of(IrAttr c, uint64_t low, uint64_t others, uint64_t high) {
  IrWords words;
  unsigned width;
  if (!uniform_int(c, &words, &width)) return false;
  if (width == 1) return words.at[0] == (low & 1);
  for (size_t i = 0; i < words.n; i++) {
    uint64_t want = i + 1 == words.n && i > 0 ? high : i == 0 ? low : others;
    if (words.at[i] != want) return false;
  }
  return true;
}

bool arith_is_zero(IrAttr constant) {
  return is_made_of(constant, 0, 0, 0);
}

bool arith_is_one(IrAttr constant) {
  return is_made_of(constant, 1, 0, 0);
}

bool arith_is_all_ones(IrAttr constant) {
  return is_made_of(constant, UINT64_MAX, UINT64_MAX, UINT64_MAX);
}

// The highest word of the lowest signed number.
static bool sign_word(IrAttr c, uint64_t *word, bool *narrow) {
  IrWords words;
  unsigned width;
  if (!uniform_int(c, &words, &width)) return false;
  *word = UINT64_MAX << (width - 1) % 64, *narrow = words.n == 1;
  return true;
}

static bool is_lowest(IrAttr c) {
  uint64_t top;
  bool narrow;
  return sign_word(c, &top, &narrow) && is_made_of(c, narrow ? top : 0, 0, top);
}

static bool is_highest(IrAttr c) {
  uint64_t top;
  bool narrow;
  return sign_word(c, &top, &narrow) && is_made_of(c, narrow ? ~top : UINT64_MAX, UINT64_MAX, ~top);
}

// All binary ops have lhs and rhs in slots 0 and 1.
static IrValue *lhs(const IrOp *op) {
  return ir_op_operand(op, 0);
}
static IrValue *rhs(const IrOp *op) {
  return ir_op_operand(op, 1);
}
static IrType result_type(const IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}

// `value` is `x xor ~0`.
static bool is_not_of(const IrValue *value, const IrValue *x) {
  IrOp *op = DEF(value, arith_xori);
  IrAttr ones;
  return op && lhs(op) == x && ir_match_constant(rhs(op), &ones) && arith_is_all_ones(ones);
}

static bool is_not_pair(const IrOp *op) {
  return is_not_of(rhs(op), lhs(op)) || is_not_of(lhs(op), rhs(op));
}

// Result `i` of an op whose result is `eval` on integers of up to 64 bits.
static IrAttr evaluate(ArithEval eval, IrOp *op, size_t i, const IrAttr *operands) {
  IrType type = ir_value_type(ir_op_result(op, i)), in = ir_value_type(ir_op_operand(op, 0));
  size_t n = ir_op_num_operands(op);
  if (!arith_is_wide_case(ir_type_element(in), ir_type_element(type)))
    return arith_evaluate(eval, operands, n, type);
  for (size_t k = 0; k < n; k++)
    if (ub_is_poison(operands[k])) return operands[k];
  ArithWideCase c = {.result = i};
  if (IS(op, arith_cmpi)) c.predicate = (ArithCmpI)ir_attr_int(GET(op, arith_cmpi, predicate));
  return arith_wide_fold(arith_wide_rule(ir_op_def(op)), c, operands, n, type);
}

static IrFoldKind fold_eval(ArithEval eval, IrOp *op, const IrAttr *operands, IrFolded *results) {
  return arith_fold_constant(results, evaluate(eval, op, 0, operands));
}

static IrFoldKind fold_int(IrOp *op, int64_t value, IrFolded *results) {
  return arith_fold_constant(results, arith_int_attr(result_type(op), value));
}

// ---- Addition, subtraction, multiplication. ----

IrFoldKind arith_addi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // x + 0 -> x
  if (arith_is_zero(operands[1])) return arith_fold_value(results, lhs(op));
  // (a - b) + b -> a;  b + (a - b) -> a
  IrOp *sub = DEF(lhs(op), arith_subi);
  if (sub && rhs(sub) == rhs(op)) return arith_fold_value(results, lhs(sub));
  sub = DEF(rhs(op), arith_subi);
  if (sub && rhs(sub) == lhs(op)) return arith_fold_value(results, lhs(sub));
  return fold_eval(eval_addi, op, operands, results);
}

IrFoldKind arith_subi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // x - 0 -> x;  x - x -> 0
  if (arith_is_zero(operands[1])) return arith_fold_value(results, lhs(op));
  if (lhs(op) == rhs(op)) return fold_int(op, 0, results);
  // (a + b) - b -> a;  (a + b) - a -> b
  IrOp *add = DEF(lhs(op), arith_addi);
  if (add && rhs(add) == rhs(op)) return arith_fold_value(results, lhs(add));
  if (add && lhs(add) == rhs(op)) return arith_fold_value(results, rhs(add));
  return fold_eval(eval_subi, op, operands, results);
}

IrFoldKind arith_muli_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // x * 0 -> 0;  x * 1 -> x
  if (arith_is_zero(operands[1])) return arith_fold_value(results, rhs(op));
  if (arith_is_one(operands[1])) return arith_fold_value(results, lhs(op));
  return fold_eval(eval_muli, op, operands, results);
}

static IrFoldKind fold_pair(ArithEval low, ArithEval high, IrOp *op, const IrAttr *operands,
                            IrFolded *results) {
  results[0].attr = evaluate(low, op, 0, operands);
  results[1].attr = evaluate(high, op, 1, operands);
  return results[0].attr && results[1].attr ? IR_FOLD_VALUES : IR_FOLD_NONE;
}

IrFoldKind arith_addui_extended_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // x + 0 -> x, no carry
  if (arith_is_zero(operands[1])) {
    results[0].value = lhs(op);
    results[1].attr = arith_int_attr(ir_value_type(ir_op_result(op, 1)), 0);
    return results[1].attr ? IR_FOLD_VALUES : IR_FOLD_NONE;
  }
  return fold_pair(eval_addi, eval_carry, op, operands, results);
}

// x * 0 -> 0, 0
static bool fold_extended_by_zero(IrOp *op, const IrAttr *operands, IrFolded *results) {
  if (!arith_is_zero(operands[1])) return false;
  results[0].value = results[1].value = rhs(op);
  return true;
}

IrFoldKind arith_mulsi_extended_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  if (fold_extended_by_zero(op, operands, results)) return IR_FOLD_VALUES;
  return fold_pair(eval_muli, eval_high_signed, op, operands, results);
}

IrFoldKind arith_mului_extended_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  if (fold_extended_by_zero(op, operands, results)) return IR_FOLD_VALUES;
  // x * 1 -> x, 0
  if (arith_is_one(operands[1]) && arith_int_attr(result_type(op), 0)) {
    results[0].value = lhs(op);
    results[1].attr = arith_int_attr(result_type(op), 0);
    return IR_FOLD_VALUES;
  }
  return fold_pair(eval_muli, eval_high_unsigned, op, operands, results);
}

// ---- Division. ----

// (a * b) / b -> a when the product does not wrap
static IrValue *undo_product(IrOp *op, unsigned no_wrap) {
  IrOp *mul = DEF(lhs(op), arith_muli);
  if (!mul || !(arith_overflow_flags(GET(mul, arith_muli, overflowFlags)) & no_wrap)) return NULL;
  if (lhs(mul) == rhs(op)) return rhs(mul);
  return rhs(mul) == rhs(op) ? lhs(mul) : NULL;
}

static IrFoldKind fold_quotient(ArithEval eval, IrOp *op, const IrAttr *operands,
                                IrFolded *results) {
  // x / 1 -> x
  if (arith_is_one(operands[1])) return arith_fold_value(results, lhs(op));
  return fold_eval(eval, op, operands, results);
}

IrFoldKind arith_divsi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrValue *factor = arith_is_one(operands[1]) ? NULL : undo_product(op, ARITH_NSW);
  if (factor) return arith_fold_value(results, factor);
  return fold_quotient(eval_divsi, op, operands, results);
}

IrFoldKind arith_divui_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrValue *factor = arith_is_one(operands[1]) ? NULL : undo_product(op, ARITH_NUW);
  if (factor) return arith_fold_value(results, factor);
  return fold_quotient(eval_divui, op, operands, results);
}

IrFoldKind arith_ceildivsi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_quotient(eval_ceildivsi, op, operands, results);
}

IrFoldKind arith_ceildivui_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_quotient(eval_ceildivui, op, operands, results);
}

IrFoldKind arith_floordivsi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_quotient(eval_floordivsi, op, operands, results);
}

IrFoldKind arith_remsi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // x mod 1 -> 0
  if (arith_is_one(operands[1])) return fold_int(op, 0, results);
  return fold_eval(eval_remsi, op, operands, results);
}

IrFoldKind arith_remui_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // x mod 1 -> 0
  if (arith_is_one(operands[1])) return fold_int(op, 0, results);
  return fold_eval(eval_remui, op, operands, results);
}

// ---- Bits. ----

// x & (x & y) -> x & y: the inner op when it has the other operand.
static IrValue *absorbed(const IrOp *op) {
  for (size_t i = 0; i < 2; i++) {
    IrOp *inner = DEF(ir_op_operand(op, i), arith_andi);
    const IrValue *other = ir_op_operand(op, 1 - i);
    if (inner && (lhs(inner) == other || rhs(inner) == other)) return ir_op_operand(op, i);
  }
  return NULL;
}

// x & x -> x, but of a constant a new one, whose place among the others is that of the op.
static IrFoldKind fold_idempotent(ArithEval eval, IrOp *op, const IrAttr *operands,
                                  IrFolded *results) {
  IrFoldKind kind = fold_eval(eval, op, operands, results);
  return !kind && lhs(op) == rhs(op) ? arith_fold_value(results, lhs(op)) : kind;
}

IrFoldKind arith_andi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // x & 0 -> 0;  x & ~0 -> x
  if (arith_is_zero(operands[1])) return arith_fold_value(results, rhs(op));
  if (arith_is_all_ones(operands[1])) return arith_fold_value(results, lhs(op));
  // x & ~x -> 0
  if (is_not_pair(op)) return fold_int(op, 0, results);
  IrValue *inner = absorbed(op);
  if (inner) return arith_fold_value(results, inner);
  return fold_idempotent(eval_andi, op, operands, results);
}

IrFoldKind arith_ori_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // x | 0 -> x;  x | ~0 -> ~0
  if (arith_is_zero(operands[1])) return arith_fold_value(results, lhs(op));
  if (arith_is_all_ones(operands[1])) return arith_fold_value(results, rhs(op));
  // x | ~x -> ~0
  if (is_not_pair(op)) return fold_int(op, -1, results);
  return fold_idempotent(eval_ori, op, operands, results);
}

IrFoldKind arith_xori_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // x ^ 0 -> x;  x ^ x -> 0
  if (arith_is_zero(operands[1])) return arith_fold_value(results, lhs(op));
  if (lhs(op) == rhs(op)) return fold_int(op, 0, results);
  // (x ^ a) ^ a -> x and its mirror images
  for (size_t i = 0; i < 2; i++) {
    IrOp *inner = DEF(ir_op_operand(op, i), arith_xori);
    const IrValue *other = ir_op_operand(op, 1 - i);
    if (inner && rhs(inner) == other) return arith_fold_value(results, lhs(inner));
    if (inner && lhs(inner) == other) return arith_fold_value(results, rhs(inner));
  }
  return fold_eval(eval_xori, op, operands, results);
}

// Whether the last of several lanes is shifted by less than it is wide.
static bool last_lane_stays(IrAttr amounts) {
  if (!amounts || ir_attr_kind(amounts) != IR_ATTR_DENSE || ir_attr_is_splat(amounts)) return false;
  IrAttr last = ir_attr_dense_at(amounts, ir_type_num_elements(ir_attr_type(amounts)) - 1);
  unsigned width = ir_type_width(ir_attr_type(last));
  return width <= 64 && ir_int_unsigned(ir_attr_int(last), width) < width;
}

// `filled` gives lanes that are shifted too far, which are poison, what shifting bit by bit gives.
// As in MLIR these fold along when the last lane is defined.
static IrFoldKind fold_shift(ArithEval eval, ArithEval filled, IrOp *op, const IrAttr *operands,
                             IrFolded *results) {
  // x << 0 -> x
  if (arith_is_zero(operands[1])) return arith_fold_value(results, lhs(op));
  IrFoldKind kind = fold_eval(eval, op, operands, results);
  if (kind || !operands[0] || !last_lane_stays(operands[1])) return kind;
  return fold_eval(filled, op, operands, results);
}

IrFoldKind arith_shli_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_shift(eval_shli, eval_shli_filled, op, operands, results);
}

IrFoldKind arith_shrsi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_shift(eval_shrsi, eval_shrsi_filled, op, operands, results);
}

IrFoldKind arith_shrui_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_shift(eval_shrui, eval_shrui_filled, op, operands, results);
}

// ---- Minimum and maximum. ----

// `wins` is the constant that every x gives way to, `loses` the one that gives way to every x.
static IrFoldKind fold_extremum(ArithEval eval, bool wins, bool loses, IrOp *op,
                                const IrAttr *operands, IrFolded *results) {
  if (lhs(op) == rhs(op) || loses) return arith_fold_value(results, lhs(op));
  if (wins) return arith_fold_value(results, rhs(op));
  return fold_eval(eval, op, operands, results);
}

IrFoldKind arith_minsi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_extremum(eval_minsi, is_lowest(operands[1]), is_highest(operands[1]), op, operands,
                       results);
}

IrFoldKind arith_maxsi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_extremum(eval_maxsi, is_highest(operands[1]), is_lowest(operands[1]), op, operands,
                       results);
}

IrFoldKind arith_minui_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_extremum(eval_minui, arith_is_zero(operands[1]), arith_is_all_ones(operands[1]), op,
                       operands, results);
}

IrFoldKind arith_maxui_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_extremum(eval_maxui, arith_is_all_ones(operands[1]), arith_is_zero(operands[1]), op,
                       operands, results);
}

// ---- Integer comparison. ----

bool arith_compare_ints(ArithCmpI predicate, int64_t a, int64_t b, unsigned width) {
  a = as_signed(a, width), b = as_signed(b, width);
  uint64_t ua = ir_int_unsigned(a, width), ub = ir_int_unsigned(b, width);
  switch (predicate) {
  case ARITH_EQ:
    return a == b;
  case ARITH_NE:
    return a != b;
  case ARITH_SLT:
    return a < b;
  case ARITH_SLE:
    return a <= b;
  case ARITH_SGT:
    return a > b;
  case ARITH_SGE:
    return a >= b;
  case ARITH_ULT:
    return ua < ub;
  case ARITH_ULE:
    return ua <= ub;
  case ARITH_UGT:
    return ua > ub;
  case ARITH_UGE:
    return ua >= ub;
  }
  IR_UNREACHABLE("unknown predicate of arith.cmpi");
}

ArithCmpI arith_cmpi_swapped(ArithCmpI predicate) {
  static const ArithCmpI swapped[] = {ARITH_EQ,  ARITH_NE,  ARITH_SGT, ARITH_SGE, ARITH_SLT,
                                      ARITH_SLE, ARITH_UGT, ARITH_UGE, ARITH_ULT, ARITH_ULE};
  return swapped[predicate];
}

ArithCmpI arith_cmpi_inverted(ArithCmpI predicate) {
  static const ArithCmpI inverted[] = {ARITH_NE,  ARITH_EQ,  ARITH_SGE, ARITH_SGT, ARITH_SLE,
                                       ARITH_SLT, ARITH_UGE, ARITH_UGT, ARITH_ULE, ARITH_ULT};
  return inverted[predicate];
}

#define EVAL_COMPARE(name, predicate) \
  EVAL(name, arith_compare_ints(predicate, in[0].i, in[1].i, width))
EVAL_COMPARE(eq, ARITH_EQ)
EVAL_COMPARE(ne, ARITH_NE)
EVAL_COMPARE(slt, ARITH_SLT)
EVAL_COMPARE(sle, ARITH_SLE)
EVAL_COMPARE(sgt, ARITH_SGT)
EVAL_COMPARE(sge, ARITH_SGE)
EVAL_COMPARE(ult, ARITH_ULT)
EVAL_COMPARE(ule, ARITH_ULE)
EVAL_COMPARE(ugt, ARITH_UGT)
EVAL_COMPARE(uge, ARITH_UGE)
static const ArithEval compares[] = {eval_eq,  eval_ne,  eval_slt, eval_sle, eval_sgt,
                                     eval_sge, eval_ult, eval_ule, eval_ugt, eval_uge};

// The i1 (or shape of i1) that was extended to `value`.
static IrValue *extended_bit(IrValue *value) {
  IrOp *ext = ir_value_op(value);
  if (!ext || !(IS(ext, arith_extui) || IS(ext, arith_extsi))) return NULL;
  IrType from = ir_value_type(ir_op_operand(ext, 0));
  return ir_type_is_integer(ir_type_element(from), 1) ? ir_op_operand(ext, 0) : NULL;
}

// b == true, b != false, ext(b) != 0 -> b, an i1
static IrValue *compared_bit(IrOp *op, ArithCmpI predicate, IrAttr right) {
  bool is_bit = ir_type_is_integer(ir_type_element(ir_value_type(lhs(op))), 1);
  if (predicate == ARITH_EQ) return is_bit && arith_is_one(right) ? lhs(op) : NULL;
  if (predicate != ARITH_NE || !arith_is_zero(right)) return NULL;
  return is_bit ? lhs(op) : extended_bit(lhs(op));
}

IrFoldKind arith_cmpi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  ArithCmpI predicate = (ArithCmpI)ir_attr_int(GET(op, arith_cmpi, predicate));
  // x == x -> true, x < x -> false, ...
  if (lhs(op) == rhs(op)) return fold_int(op, arith_compare_ints(predicate, 0, 0, 64), results);
  IrValue *bit = operands[1] ? compared_bit(op, predicate, operands[1]) : NULL;
  if (bit && ir_value_type(bit) == result_type(op)) return arith_fold_value(results, bit);
  // c < x -> x > c
  if (operands[0] && !operands[1]) {
    IrValue *left = lhs(op);
    ir_op_set_operand(op, 0, rhs(op));
    ir_op_set_operand(op, 1, left);
    SET_ATTR(op, arith_cmpi, predicate,
             arith_predicate(ir_op_context(op), (int)arith_cmpi_swapped(predicate)));
    return IR_FOLD_IN_PLACE;
  }
  return fold_eval(compares[predicate], op, operands, results);
}

// ---- Select. ----

EVAL(select_int, (in[0].i & 1) ? in[1].i : in[2].i)

static bool eval_select_float(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  (void)types;
  out->f = (in[0].i & 1) ? in[1].f : in[2].f;
  return true;
}

// a == b ? a : b -> b;  a != b ? a : b -> a
static IrValue *select_of_equal(IrOp *op, IrValue *a, IrValue *b) {
  IrOp *cmp = DEF(ir_op_operand(op, 0), arith_cmpi);
  if (!cmp) return NULL;
  int64_t predicate = ir_attr_int(GET(cmp, arith_cmpi, predicate));
  if (predicate != ARITH_EQ && predicate != ARITH_NE) return NULL;
  bool same = (lhs(cmp) == a && rhs(cmp) == b) || (lhs(cmp) == b && rhs(cmp) == a);
  if (!same) return NULL;
  return predicate == ARITH_EQ ? b : a;
}

static IrFoldKind select_elements(IrOp *op, const IrAttr *operands, IrFolded *results) {
  for (size_t i = 0; i < 3; i++)
    if (!operands[i] || ir_attr_kind(operands[i]) != IR_ATTR_DENSE) return IR_FOLD_NONE;
  IrType type = result_type(op);
  ArithEval eval = ir_type_is_float(ir_type_element(type)) ? eval_select_float : eval_select_int;
  return arith_fold_constant(results, arith_evaluate(eval, operands, 3, type));
}

IrFoldKind arith_select_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrValue *condition = ir_op_operand(op, 0), *a = ir_op_operand(op, 1), *b = ir_op_operand(op, 2);
  // true ? a : b -> a;  c ? a : a -> a;  c ? a : poison -> a
  if (a == b || arith_is_one(operands[0])) return arith_fold_value(results, a);
  if (arith_is_zero(operands[0]) || ub_is_poison(operands[1])) return arith_fold_value(results, b);
  if (ub_is_poison(operands[2])) return arith_fold_value(results, a);
  // c ? true : false -> c
  if (ir_type_is_integer(result_type(op), 1) && arith_is_one(operands[1]) &&
      arith_is_zero(operands[2]))
    return arith_fold_value(results, condition);
  IrValue *equal = select_of_equal(op, a, b);
  if (equal) return arith_fold_value(results, equal);
  return select_elements(op, operands, results);
}

// ---- Integer casts. ----

static bool eval_sign_extend(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  out->i = as_signed(in[0].i, types->in_width);
  return true;
}

static bool eval_zero_extend(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  out->i = (int64_t)ir_int_unsigned(in[0].i, types->in_width);
  return true;
}

// f(f(x)) -> f(x) for an extension or truncation f
static bool skip_same_cast(IrOp *op, const IrOpDef *def) {
  IrOp *inner = ir_value_def_as(ir_op_operand(op, 0), def);
  if (!inner) return false;
  ir_op_set_operand(op, 0, ir_op_operand(inner, 0));
  return true;
}

IrFoldKind arith_extsi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  if (skip_same_cast(op, &arith_extsi)) return IR_FOLD_IN_PLACE;
  return fold_eval(eval_sign_extend, op, operands, results);
}

IrFoldKind arith_extui_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  if (skip_same_cast(op, &arith_extui)) return IR_FOLD_IN_PLACE;
  return fold_eval(eval_zero_extend, op, operands, results);
}

IrFoldKind arith_trunci_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrOp *inner = ir_value_op(ir_op_operand(op, 0));
  if (IS(inner, arith_extsi) || IS(inner, arith_extui)) {
    IrValue *source = ir_op_operand(inner, 0);
    IrType from = ir_value_type(source), to = result_type(op);
    // trunc(ext(x)) -> x, or trunc(x) when x is wider than the result
    if (from == to) return arith_fold_value(results, source);
    if (ir_type_width(ir_type_element(from)) > ir_type_width(ir_type_element(to))) {
      ir_op_set_operand(op, 0, source); // what was promised holds for it as well
      return IR_FOLD_IN_PLACE;
    }
  }
  if (IS(inner, arith_trunci)) {
    // trunc(trunc(x)) -> trunc(x), with what both promised
    unsigned flags = arith_overflow_flags(GET(op, arith_trunci, overflowFlags)) &
                     arith_overflow_flags(GET(inner, arith_trunci, overflowFlags));
    SET_ATTR(op, arith_trunci, overflowFlags, arith_overflow_attr(ir_op_context(op), flags));
    ir_op_set_operand(op, 0, ir_op_operand(inner, 0));
    return IR_FOLD_IN_PLACE;
  }
  return fold_eval(eval_sign_extend, op, operands, results);
}

IrFoldKind arith_index_cast_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_eval(eval_sign_extend, op, operands, results);
}

IrFoldKind arith_index_castui_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_eval(eval_zero_extend, op, operands, results);
}
