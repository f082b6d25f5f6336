// Folds of floating-point arithmetic and of casts from and to floats.  Only identities that hold
// for NaN, infinities and signed zeros, unless a fastmath flag says they do not occur.
#include <math.h>

#include "dialects/arith/arith_impl.h"
#include "ir/interp/element.h"

// A NaN operand is passed on; a NaN that comes up is the positive one, whatever the host's is.
static double settle_nan(double a, double b, double result) {
  if (!isnan(result)) return result;
  return isnan(a) ? a : isnan(b) ? b : (double)NAN;
}

#define EVAL(name, expr) \
  static bool eval_##name(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) { \
    double a = in[0].f, b = in[1].f; \
    (void)types; \
    out->f = settle_nan(a, b, (expr)); \
    return true; \
  }

// NaN when one is; -0 before +0.
static double maximum(double a, double b) {
  if (isnan(a) || isnan(b)) return a + b;
  if (a == b) return signbit(a) ? b : a;
  return a > b ? a : b;
}

static double maximum_number(double a, double b) {
  if (isnan(a)) return b;
  return isnan(b) ? a : maximum(a, b);
}

EVAL(addf, a + b)
EVAL(subf, a - b)
EVAL(mulf, a *b)
EVAL(divf, a / b)
EVAL(remf, fmod(a, b))
EVAL(maximumf, maximum(a, b))
EVAL(minimumf, -maximum(-a, -b))
EVAL(maxnumf, maximum_number(a, b))
EVAL(minnumf, -maximum_number(-a, -b))

static bool eval_negf(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  (void)types;
  out->f = -in[0].f;
  return true;
}

static bool uniform_float(IrAttr c, double *value) {
  if (c && ir_attr_kind(c) == IR_ATTR_DENSE && ir_attr_is_splat(c)) c = ir_attr_dense_at(c, 0);
  if (!c || ir_attr_kind(c) != IR_ATTR_FLOAT || ir_type_is_wide(ir_attr_type(c))) return false;
  *value = ir_attr_double(c);
  return true;
}

// The constant is `number` everywhere, its sign included.
static bool is_float(IrAttr c, double number) {
  double value;
  return uniform_float(c, &value) && value == number && signbit(value) == signbit(number);
}

static bool is_nan(IrAttr c) {
  double value;
  return uniform_float(c, &value) && isnan(value);
}

static IrType result_type(const IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}

static IrFoldKind fold_eval(ArithEval eval, IrOp *op, const IrAttr *operands, IrFolded *results) {
  size_t n = ir_op_num_operands(op);
  return arith_fold_constant(results, arith_evaluate(eval, operands, n, result_type(op)));
}

static IrFoldKind fold_lhs(IrOp *op, IrFolded *results) {
  return arith_fold_value(results, ir_op_operand(op, 0));
}

static IrFoldKind fold_rhs(IrOp *op, IrFolded *results) {
  return arith_fold_value(results, ir_op_operand(op, 1));
}

IrFoldKind arith_addf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // x + -0 -> x
  if (is_float(operands[1], -0.0)) return fold_lhs(op, results);
  return fold_eval(eval_addf, op, operands, results);
}

IrFoldKind arith_subf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // x - +0 -> x
  if (is_float(operands[1], 0.0)) return fold_lhs(op, results);
  return fold_eval(eval_subf, op, operands, results);
}

IrFoldKind arith_mulf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // x * 1 -> x
  if (is_float(operands[1], 1.0)) return fold_lhs(op, results);
  // x * 0 -> 0 when there are no NaNs and signs of zeros do not matter
  unsigned flags = arith_fastmath_flags(GET(op, arith_mulf, fastmath));
  bool zero = is_float(operands[1], 0.0) || is_float(operands[1], -0.0);
  if ((flags & ARITH_NNAN) && (flags & ARITH_NSZ) && zero) return fold_rhs(op, results);
  return fold_eval(eval_mulf, op, operands, results);
}

IrFoldKind arith_divf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // x / 1 -> x
  if (is_float(operands[1], 1.0)) return fold_lhs(op, results);
  return fold_eval(eval_divf, op, operands, results);
}

IrFoldKind arith_remf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_eval(eval_remf, op, operands, results);
}

IrFoldKind arith_negf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // -(-x) -> x
  IrOp *inner = DEF(ir_op_operand(op, 0), arith_negf);
  if (inner) return arith_fold_value(results, ir_op_operand(inner, 0));
  return fold_eval(eval_negf, op, operands, results);
}

static IrFoldKind fold_extremum(ArithEval eval, bool loses, IrOp *op, const IrAttr *operands,
                                IrFolded *results) {
  if (ir_op_operand(op, 0) == ir_op_operand(op, 1) || loses) return fold_lhs(op, results);
  return fold_eval(eval, op, operands, results);
}

IrFoldKind arith_maximumf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // max(x, -inf) -> x
  return fold_extremum(eval_maximumf, is_float(operands[1], -INFINITY), op, operands, results);
}

IrFoldKind arith_minimumf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // min(x, inf) -> x
  return fold_extremum(eval_minimumf, is_float(operands[1], INFINITY), op, operands, results);
}

IrFoldKind arith_maxnumf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // maxnum(x, NaN) -> x
  return fold_extremum(eval_maxnumf, is_nan(operands[1]), op, operands, results);
}

IrFoldKind arith_minnumf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // minnum(x, NaN) -> x
  return fold_extremum(eval_minnumf, is_nan(operands[1]), op, operands, results);
}

// ---- Comparison. ----

bool arith_compare_floats(ArithCmpF predicate, double a, double b) {
  bool unordered = isnan(a) || isnan(b);
  switch (predicate) {
  case ARITH_F_FALSE:
    return false;
  case ARITH_F_OEQ:
    return !unordered && a == b;
  case ARITH_F_OGT:
    return !unordered && a > b;
  case ARITH_F_OGE:
    return !unordered && a >= b;
  case ARITH_F_OLT:
    return !unordered && a < b;
  case ARITH_F_OLE:
    return !unordered && a <= b;
  case ARITH_F_ONE:
    return !unordered && a != b;
  case ARITH_F_ORD:
    return !unordered;
  case ARITH_F_UEQ:
    return unordered || a == b;
  case ARITH_F_UGT:
    return unordered || a > b;
  case ARITH_F_UGE:
    return unordered || a >= b;
  case ARITH_F_ULT:
    return unordered || a < b;
  case ARITH_F_ULE:
    return unordered || a <= b;
  case ARITH_F_UNE:
    return unordered || a != b;
  case ARITH_F_UNO:
    return unordered;
  case ARITH_F_TRUE:
    return true;
  }
  IR_UNREACHABLE("unknown predicate of arith.cmpf");
}

#define EVAL_COMPARE(name, predicate) \
  static bool eval_##name(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) { \
    (void)types; \
    out->i = arith_compare_floats(predicate, in[0].f, in[1].f); \
    return true; \
  }
EVAL_COMPARE(false, ARITH_F_FALSE)
EVAL_COMPARE(oeq, ARITH_F_OEQ)
EVAL_COMPARE(ogt, ARITH_F_OGT)
EVAL_COMPARE(oge, ARITH_F_OGE)
EVAL_COMPARE(olt, ARITH_F_OLT)
EVAL_COMPARE(ole, ARITH_F_OLE)
EVAL_COMPARE(one, ARITH_F_ONE)
EVAL_COMPARE(ord, ARITH_F_ORD)
EVAL_COMPARE(ueq, ARITH_F_UEQ)
EVAL_COMPARE(ugt, ARITH_F_UGT)
EVAL_COMPARE(uge, ARITH_F_UGE)
EVAL_COMPARE(ult, ARITH_F_ULT)
EVAL_COMPARE(ule, ARITH_F_ULE)
EVAL_COMPARE(une, ARITH_F_UNE)
EVAL_COMPARE(uno, ARITH_F_UNO)
EVAL_COMPARE(true, ARITH_F_TRUE)
static const ArithEval compares[] = {eval_false, eval_oeq, eval_ogt, eval_oge, eval_olt, eval_ole,
                                     eval_one,   eval_ord, eval_ueq, eval_ugt, eval_uge, eval_ult,
                                     eval_ule,   eval_une, eval_uno, eval_true};

IrFoldKind arith_cmpf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  ArithCmpF predicate = (ArithCmpF)ir_attr_int(GET(op, arith_cmpf, predicate));
  // Whether x < NaN does not depend on x; nor does `false` or `true`.
  bool fixed = predicate == ARITH_F_FALSE || predicate == ARITH_F_TRUE;
  if (fixed || is_nan(operands[0]) || is_nan(operands[1])) {
    bool known = arith_compare_floats(predicate, NAN, 0);
    return arith_fold_constant(results, arith_int_attr(result_type(op), known));
  }
  return fold_eval(compares[predicate], op, operands, results);
}

// ---- Casts. ----

static bool eval_same(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  (void)types;
  out->f = in[0].f;
  return true;
}

// A double that every float type but f64 rounds as it would round `v`: what does not fit is kept in
// the last bit, so that it cannot look like half of a step.
static double sticky_double(uint64_t v) {
  unsigned shift = 0;
  while (v >> shift > UINT64_MAX >> 11) shift++;
  uint64_t lost = v & ((UINT64_C(1) << shift) - 1);
  return ldexp((double)(v >> shift | (lost != 0)), (int)shift);
}

static double to_float(const ArithTypes *types, uint64_t magnitude) {
  if (ir_type_float_kind(types->out) == IR_F64) return (double)magnitude;
  return sticky_double(magnitude);
}

static bool eval_sitofp(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  int64_t v = types->in_width == 1 ? -(in[0].i & 1) : in[0].i;
  out->f = v < 0 ? -to_float(types, 0 - (uint64_t)v) : to_float(types, (uint64_t)v);
  return true;
}

static bool eval_uitofp(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  out->f = to_float(types, ir_int_unsigned(in[0].i, types->in_width));
  return true;
}

static bool eval_fptosi(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  double v = trunc(in[0].f), limit = ldexp(1.0, (int)types->out_width - 1);
  if (!(v >= -limit && v < limit)) return false;
  out->i = (int64_t)v;
  return true;
}

static bool eval_fptoui(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  double v = trunc(in[0].f), limit = ldexp(1.0, (int)types->out_width);
  if (!(v >= 0 && v < limit)) return false;
  out->i = (int64_t)(uint64_t)v;
  return true;
}

IrFoldKind arith_extf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_eval(eval_same, op, operands, results);
}

IrFoldKind arith_truncf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // trunc(ext(x)) -> x
  IrOp *inner = DEF(ir_op_operand(op, 0), arith_extf);
  if (inner && ir_value_type(ir_op_operand(inner, 0)) == result_type(op))
    return arith_fold_value(results, ir_op_operand(inner, 0));
  return fold_eval(eval_same, op, operands, results);
}

IrFoldKind arith_sitofp_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_eval(eval_sitofp, op, operands, results);
}

IrFoldKind arith_uitofp_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_eval(eval_uitofp, op, operands, results);
}

IrFoldKind arith_fptosi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_eval(eval_fptosi, op, operands, results);
}

IrFoldKind arith_fptoui_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_eval(eval_fptoui, op, operands, results);
}

// The bits of a number as stored in a type, and the number that such bits are.
static uint64_t bits_of(IrType type, ArithNumber n) {
  if (ir_type_is_float(type)) return ir_float_encode(ir_type_float_kind(type), n.f);
  return ir_int_unsigned(n.i, ir_type_width(type));
}

// NaNs do not survive the way through double with their payload, so they stay.
static bool eval_bitcast(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  if (ir_type_is_float(types->in) && isnan(in[0].f)) return false;
  uint64_t bits = bits_of(types->in, in[0]);
  if (!ir_type_is_float(types->out)) {
    out->i = ir_int_wrap((int64_t)bits, types->out_width);
    return true;
  }
  out->f = ir_float_decode(ir_type_float_kind(types->out), bits);
  return !isnan(out->f);
}

IrFoldKind arith_bitcast_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // bitcast to the same type -> x
  if (ir_value_type(ir_op_operand(op, 0)) == result_type(op)) return fold_lhs(op, results);
  return fold_eval(eval_bitcast, op, operands, results);
}
