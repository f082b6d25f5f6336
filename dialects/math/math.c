// The math dialect: its table, and constant folding with the host's math library.
//
// f32 is computed by the float functions and f64 by the double ones, as the interpreter does.
// Narrower types stay: a constant of theirs would depend on how it is rounded on the way.  Absolute
// values and roundings are exact and fold for every type.
#include "dialects/math/math.h"

#include <math.h>

#include "ir/interp/element.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/math/math_ops.def"
#include "ir/core/opdef_end.inc"

#define OP(id, name, ...) IrFoldKind id##_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
#include "dialects/math/math_ops.def"
#undef OP

#define IR_OPDEF_DEFINE
#include "ir/core/opdef_begin.inc"
#include "dialects/math/math_ops.def"
#include "ir/core/opdef_end.inc"

static IrFoldKind fold(ArithEval eval, IrOp *op, const IrAttr *operands, IrFolded *results) {
  IrType type = ir_value_type(ir_op_result(op, 0));
  size_t n = ir_op_num_operands(op);
  return arith_fold_constant(results, arith_evaluate(eval, operands, n, type));
}

#define FOLDER(name) \
  IrFoldKind math_##name##_fold(IrOp *op, const IrAttr *operands, IrFolded *results) { \
    return fold(eval_##name, op, operands, results); \
  }

// A NaN is passed on; an invalid operation stays, for what it gives is the target's matter.
static bool settle(double a, double b, double *result) {
  if (!isnan(*result)) return true;
  *result = isnan(a) ? a : b;
  return isnan(*result);
}

// Exact in every float type.
#define EXACT(name, expr) \
  static bool eval_##name(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) { \
    double a = in[0].f, b = in[1].f; \
    (void)types, (void)b; \
    out->f = (expr); \
    return true; \
  } \
  FOLDER(name)

// f32 by the one expression of x, f64 by the other of a.
#define UNARY(name, in_float, in_double) \
  static bool eval_##name(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) { \
    IrFloatKind kind = ir_type_float_kind(types->in); \
    double a = in[0].f; \
    float x = (float)a; \
    if (kind == IR_F64) \
      out->f = (in_double); \
    else \
      out->f = (double)(in_float); \
    return (kind == IR_F64 || kind == IR_F32) && settle(a, a, &out->f); \
  } \
  FOLDER(name)
#define FUNCTION(name, fn) UNARY(name, fn##f(x), fn(a))

#define BINARY(name, fn) \
  static bool eval_##name(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) { \
    IrFloatKind kind = ir_type_float_kind(types->in); \
    if (kind == IR_F64) \
      out->f = fn(in[0].f, in[1].f); \
    else \
      out->f = (double)fn##f((float)in[0].f, (float)in[1].f); \
    return (kind == IR_F64 || kind == IR_F32) && settle(in[0].f, in[1].f, &out->f); \
  } \
  FOLDER(name)

EXACT(absf, fabs(a))
EXACT(ceil, ceil(a))
EXACT(floor, floor(a))
EXACT(trunc, trunc(a))
EXACT(round, round(a))
EXACT(roundeven, rint(a)) // the rounding mode is never changed
EXACT(copysign, copysign(a, b))
FUNCTION(exp, exp)
FUNCTION(exp2, exp2)
FUNCTION(expm1, expm1)
FUNCTION(log, log)
FUNCTION(log2, log2)
FUNCTION(log10, log10)
FUNCTION(log1p, log1p)
FUNCTION(sqrt, sqrt)
UNARY(rsqrt, 1.0f / sqrtf(x), 1.0 / sqrt(a))
FUNCTION(sin, sin)
FUNCTION(cos, cos)
FUNCTION(tan, tan)
FUNCTION(tanh, tanh)
FUNCTION(atan, atan)
FUNCTION(erf, erf)
BINARY(atan2, atan2)
BINARY(powf, pow)

// ---- Integers. ----

#define INT_UNARY(name, expr) \
  static bool eval_##name(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) { \
    unsigned width = types->in_width; \
    uint64_t a = ir_int_unsigned(in[0].i, width); \
    out->i = (int64_t)(expr); \
    return true; \
  } \
  FOLDER(name)

static unsigned count_from_top(uint64_t bits, unsigned width) {
  unsigned n = 0;
  while (n < width && !(bits >> (width - 1 - n) & 1)) n++;
  return n;
}

static unsigned count_from_bottom(uint64_t bits, unsigned width) {
  unsigned n = 0;
  while (n < width && !(bits >> n & 1)) n++;
  return n;
}

static unsigned count_ones(uint64_t bits) {
  unsigned n = 0;
  for (; bits; bits &= bits - 1) n++;
  return n;
}

INT_UNARY(absi, a >> (width - 1) ? 0 - a : a)
INT_UNARY(ctlz, count_from_top(a, width))
INT_UNARY(cttz, count_from_bottom(a, width))
INT_UNARY(ctpop, count_ones(width ? a : 0))

static const IrOpDef *const ops[] = {
#define IR_OPDEF_LIST
#include "ir/core/opdef_begin.inc"
#include "dialects/math/math_ops.def"
#include "ir/core/opdef_end.inc"
    NULL};

const IrDialect math_dialect = {
    .size = sizeof(IrDialect),
    .name = "math",
    .summary = "Mathematical functions on scalars, vectors and tensors.",
    .ops = ops,
    .depends = (const char *const[]){"arith", NULL},
};
