// Canonicalizations of floating-point arithmetic and comparison.
#include <math.h>

#include "dialects/arith/arith_impl.h"
#include "ir/interp/element.h"

static IrValue *lhs(const IrOp *op) {
  return ir_op_operand(op, 0);
}
static IrValue *rhs(const IrOp *op) {
  return ir_op_operand(op, 1);
}

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

// ---- An integer as a float against a constant. ----

// Comparing `float(x)` with a constant: `x` is an integer of `width` bits, `type` the float type.
typedef struct IntCompare {
  IrType type;
  unsigned width;
  bool is_signed;
  double constant;
  double lowest, highest; // of the integer type, rounded to `type`
} IntCompare;

// The comparison is `x predicate number`, or known.
typedef struct IntAnswer {
  enum { UNKNOWN, ALWAYS, NEVER, COMPARE } kind;
  ArithCmpI predicate;
  int64_t number;
} IntAnswer;

static IntAnswer known(bool value) {
  return (IntAnswer){.kind = value ? ALWAYS : NEVER};
}

// Whether rounding `x` to the float type cannot change how it compares: either it is exact, or the
// constant is far from where it is not.
static bool rounding_does_not_matter(const IntCompare *c) {
  const IrFloatFormat *format = ir_float_format(ir_type_float_kind(c->type));
  int precision = (int)format->mantissa_bits + 1, width = (int)c->width;
  int value_bits = c->is_signed ? width - 1 : width;
  if (width <= precision) return true;
  if (isinf(c->constant)) return (1 << (format->exponent_bits - 1)) - 1 >= value_bits;
  int exponent = c->constant == 0 ? -1 : ilogb(c->constant);
  return !(precision <= exponent && exponent <= value_bits);
}

// As if nothing were NaN, which no integer is and the constant is not either.
static ArithCmpI int_predicate(ArithCmpF predicate, bool is_signed) {
  switch (predicate) {
  case ARITH_F_OEQ:
  case ARITH_F_UEQ:
    return ARITH_EQ;
  case ARITH_F_ONE:
  case ARITH_F_UNE:
    return ARITH_NE;
  case ARITH_F_OGT:
  case ARITH_F_UGT:
    return is_signed ? ARITH_SGT : ARITH_UGT;
  case ARITH_F_OGE:
  case ARITH_F_UGE:
    return is_signed ? ARITH_SGE : ARITH_UGE;
  case ARITH_F_OLT:
  case ARITH_F_ULT:
    return is_signed ? ARITH_SLT : ARITH_ULT;
  default:
    return is_signed ? ARITH_SLE : ARITH_ULE;
  }
}

static bool is_less(ArithCmpI p) {
  return p == ARITH_SLT || p == ARITH_SLE || p == ARITH_ULT || p == ARITH_ULE;
}
static bool is_greater(ArithCmpI p) {
  return p == ARITH_SGT || p == ARITH_SGE || p == ARITH_UGT || p == ARITH_UGE;
}

// The constant lies between two integers; `number` is the one nearer to zero.
static IntAnswer compare_fraction(const IntCompare *c, ArithCmpI predicate, int64_t number) {
  bool negative = c->constant < 0;
  if (predicate == ARITH_EQ || predicate == ARITH_NE) return known(predicate == ARITH_NE);
  if (negative && !c->is_signed) return known(is_greater(predicate));
  if (is_less(predicate)) // x < 4.4 -> x <= 4;  x < -4.4 -> x < -4
    predicate = c->is_signed ? (negative ? ARITH_SLT : ARITH_SLE) : ARITH_ULE;
  else // x > 4.4 -> x > 4;  x > -4.4 -> x >= -4
    predicate = c->is_signed ? (negative ? ARITH_SGE : ARITH_SGT) : ARITH_UGT;
  return (IntAnswer){COMPARE, predicate, number};
}

static IntAnswer compare_int(const IntCompare *c, ArithCmpF float_predicate) {
  IntAnswer unknown = {.kind = UNKNOWN};
  if (float_predicate == ARITH_F_FALSE || float_predicate == ARITH_F_TRUE) return unknown;
  if (!rounding_does_not_matter(c)) return unknown;
  if (float_predicate == ARITH_F_ORD) return known(true);
  if (float_predicate == ARITH_F_UNO) return known(false);
  ArithCmpI predicate = int_predicate(float_predicate, c->is_signed);
  if (c->highest < c->constant) return known(predicate == ARITH_NE || is_less(predicate));
  if (c->lowest > c->constant) return known(predicate == ARITH_NE || is_greater(predicate));
  double whole = trunc(c->constant);
  double end = ldexp(1, (int)(c->is_signed ? c->width - 1 : c->width));
  if (!(whole < end) || whole < (c->is_signed ? -end : 0)) return unknown;
  int64_t number = c->is_signed ? (int64_t)whole : (int64_t)(uint64_t)whole;
  if (whole != c->constant) return compare_fraction(c, predicate, number);
  return (IntAnswer){COMPARE, predicate, number};
}

// The ends of the integer type as `c->type` has them.
static void find_range(IntCompare *c) {
  uint64_t ones = UINT64_MAX >> (64 - c->width);
  c->lowest = 0, c->highest = arith_int_to_float(c->type, ones);
  if (!c->is_signed) return;
  c->highest = arith_int_to_float(c->type, ones >> 1);
  c->lowest = -arith_int_to_float(c->type, (ones >> 1) + 1);
}

// The integer that was converted to `value`, of at most 64 bits, or NULL.
static IrValue *converted_int(IrValue *value, bool *is_signed) {
  IrOp *op = ir_value_op(value);
  *is_signed = op && IS(op, arith_sitofp);
  if (!op || !(*is_signed || IS(op, arith_uitofp))) return NULL;
  IrType type = ir_value_type(ir_op_operand(op, 0));
  bool fits = ir_type_is_any_integer(type) && ir_type_width(type) >= 1 && ir_type_width(type) <= 64;
  return fits ? ir_op_operand(op, 0) : NULL;
}

IR_PATTERN(arith_cmpf_of_int, arith_cmpf, 1,
           "sitofp(x) < c -> x < c', an integer, and for uitofp and the other predicates") {
  IrAttr constant;
  if (!ir_match_constant(rhs(op), &constant) || ir_attr_kind(constant) != IR_ATTR_FLOAT)
    return ir_no_match(rw, op, "no constant on the right");
  IntCompare c = {.type = ir_attr_type(constant), .constant = ir_attr_double(constant)};
  IrValue *x = converted_int(lhs(op), &c.is_signed);
  if (!x || isnan(c.constant) || ir_type_is_wide(c.type))
    return ir_no_match(rw, op, "no integer is compared with a number");
  c.width = ir_type_width(ir_value_type(x));
  find_range(&c);
  IntAnswer answer = compare_int(&c, (ArithCmpF)ir_attr_int(GET(op, arith_cmpf, predicate)));
  if (answer.kind == UNKNOWN) return ir_no_match(rw, op, "rounding the integer may matter");
  IrBuilder *b = ir_rewriter_builder(rw);
  if (answer.kind != COMPARE) {
    IrType bit = ir_value_type(ir_op_result(op, 0));
    return ir_replace(rw, op, arith_int_constant(b, bit, answer.kind == ALWAYS));
  }
  IrValue *number = arith_int_constant(b, ir_value_type(x), answer.number);
  IrAttr predicate = arith_predicate(b->ctx, (int)answer.predicate);
  return ir_replace(rw, op, BUILD1(b, arith_cmpi, .lhs = x, .rhs = number, .predicate = predicate));
}
