// Folds of floating-point arithmetic and of casts from and to floats.  Only identities that hold
// for NaN, infinities and signed zeros, unless a fastmath flag says they do not occur.
#include <math.h>

#include "dialects/arith/arith_impl.h"
#include "dialects/ub/ub.h"
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
  return c && ir_attr_kind(c) == IR_ATTR_FLOAT && arith_exact_double(c, value);
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

static IrFoldKind fold_cast(ArithEval eval, IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrFoldKind kind;
  if (!ub_is_poison(operands[0]) && arith_fold_wide_cast(op, operands, results, &kind)) return kind;
  return arith_fold_constant(results, arith_evaluate(eval, operands, 1, result_type(op)));
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

static bool scalar_float(IrAttr c, double *value) {
  return c && ir_attr_kind(c) == IR_ATTR_FLOAT && arith_exact_double(c, value);
}

// Scalars only, as in MLIR.
IrFoldKind arith_cmpf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  double a = 0, b = 0;
  bool number_a = scalar_float(operands[0], &a), number_b = scalar_float(operands[1], &b);
  // Whether x < NaN does not depend on x.
  bool nan = isnan(a) || isnan(b);
  if (!nan && !(number_a && number_b)) return IR_FOLD_NONE;
  ArithCmpF predicate = (ArithCmpF)ir_attr_int(GET(op, arith_cmpf, predicate));
  bool holds =
      nan ? arith_compare_floats(predicate, NAN, NAN) : arith_compare_floats(predicate, a, b);
  return arith_fold_constant(results, arith_int_attr(result_type(op), holds));
}

// ---- Casts. ----

static uint64_t double_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

// The result must be the same number, the sign of zero and what a NaN carries included.
static bool eval_exactly(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  const uint64_t quiet = UINT64_C(1) << 51;
  IrFloatKind kind = ir_type_float_kind(types->out);
  if (isnan(in[0].f)) {
    bool ieee = ir_float_format(kind)->special == IR_FLOAT_IEEE;
    if (!ieee || !(double_bits(in[0].f) & quiet)) return false;
  }
  out->f = ir_float_decode(kind, ir_float_encode(kind, in[0].f));
  return double_bits(out->f) == double_bits(in[0].f);
}

static bool eval_sitofp(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  int64_t v = types->in_width == 1 ? -(in[0].i & 1) : in[0].i;
  out->f = v < 0 ? -arith_int_to_float(types->out, 0 - (uint64_t)v)
                 : arith_int_to_float(types->out, (uint64_t)v);
  return true;
}

static bool eval_uitofp(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  out->f = arith_int_to_float(types->out, ir_int_unsigned(in[0].i, types->in_width));
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

static bool is_contract(IrAttr fastmath) {
  return arith_fastmath_flags(fastmath) & ARITH_CONTRACT;
}

IrFoldKind arith_extf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  // extf(truncf(x)) -> x when both may be contracted
  IrOp *inner = DEF(ir_op_operand(op, 0), arith_truncf);
  if (inner && ir_value_type(ir_op_operand(inner, 0)) == result_type(op) &&
      is_contract(GET(inner, arith_truncf, fastmath)) && is_contract(GET(op, arith_extf, fastmath)))
    return arith_fold_value(results, ir_op_operand(inner, 0));
  return fold_cast(eval_exactly, op, operands, results);
}

// Every number of `narrow` is one of `wide`.
static bool holds(IrType wide, IrType narrow) {
  const IrFloatFormat *w = ir_float_format(ir_type_float_kind(wide));
  const IrFloatFormat *n = ir_float_format(ir_type_float_kind(narrow));
  if (w == n) return true;
  return w->special == IR_FLOAT_IEEE && w->mantissa_bits >= n->mantissa_bits &&
         w->exponent_bits >= n->exponent_bits && w->bias >= n->bias;
}

IrFoldKind arith_truncf_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrOp *inner = DEF(ir_op_operand(op, 0), arith_extf);
  if (inner) {
    IrValue *source = ir_op_operand(inner, 0);
    IrType from = ir_value_type(source), to = result_type(op);
    IrType source_element = ir_type_element(from), element = ir_type_element(to);
    if (holds(ir_type_element(ir_value_type(ir_op_operand(op, 0))), source_element)) {
      // truncf(extf(x)) -> x, or truncf(x) when x is wider than the result
      if (from == to) return arith_fold_value(results, source);
      if (ir_type_width(source_element) > ir_type_width(element)) {
        ir_op_set_operand(op, 0, source);
        return IR_FOLD_IN_PLACE;
      }
    }
  }
  return fold_cast(eval_exactly, op, operands, results);
}

IrFoldKind arith_sitofp_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_cast(eval_sitofp, op, operands, results);
}

IrFoldKind arith_uitofp_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_cast(eval_uitofp, op, operands, results);
}

IrFoldKind arith_fptosi_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_cast(eval_fptosi, op, operands, results);
}

IrFoldKind arith_fptoui_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  return fold_cast(eval_fptoui, op, operands, results);
}

// The bits of a number as stored in a type, and the number that such bits are.
static uint64_t bits_of(IrType type, ArithNumber n) {
  if (ir_type_is_float(type)) return ir_float_encode(ir_type_float_kind(type), n.f);
  return ir_int_unsigned(n.i, ir_type_width(type));
}

static bool eval_bitcast(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  uint64_t bits = bits_of(types->in, in[0]);
  if (ir_type_is_float(types->out))
    out->f = ir_float_decode(ir_type_float_kind(types->out), bits);
  else
    out->i = ir_int_wrap((int64_t)bits, types->out_width);
  return true;
}

// Dense elements of one width are stored alike whatever they are, but for those that are kept in
// another width than their own.
static IrAttr bitcast_dense(IrAttr dense, IrType type) {
  if (ir_element_bytes(ir_type_element(type)) !=
      ir_element_bytes(ir_type_element(ir_attr_type(dense))))
    return NULL;
  size_t bytes;
  const void *data = ir_attr_dense_data(dense, &bytes);
  return ir_attr_dense(type, data, bytes);
}

IrFoldKind arith_bitcast_fold(IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrAttr value = operands[0];
  bool wide = ir_type_is_wide(ir_type_element(result_type(op)));
  if (wide || !value || ir_attr_kind(value) != IR_ATTR_DENSE || ir_attr_is_splat(value))
    return fold_cast(eval_bitcast, op, operands, results);
  return arith_fold_constant(results, bitcast_dense(value, result_type(op)));
}
