// The math dialect: its table, and constant folding with the host's math library.
//
// f32 is computed by the float functions and f64 by the double ones, as the interpreter and MLIR
// do; so a NaN that comes up is the one of the host's library.  Narrower types stay, but for what
// is exact in every type.  Where MLIR has no folder, or leaves an argument out, neither fold here.
#include "dialects/math/math_impl.h"

#include <math.h>

#include "ir/core/op_state.h"
#include "ir/interp/element.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/math/math_ops.def"
#include "ir/core/opdef_end.inc"

#define OP(id, name, ...) IrFoldKind id##_fold(IrOp *op, const IrAttr *operands, IrFolded *results);
#include "dialects/math/math_ops.def"
#undef OP

bool math_class_infer(IrOpState *state);
bool math_fpowi_infer(IrOpState *state);
IrStatus math_class_verify(IrOp *op);
IrStatus math_fpowi_verify(IrOp *op);

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

// Exact in every float type.
#define EXACT(name, expr) \
  static bool eval_##name(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) { \
    double a = in[0].f, b = in[1].f; \
    (void)types, (void)b; \
    out->f = (expr); \
    return true; \
  } \
  FOLDER(name)

// Of f32 and f64, where `defined` of the number a holds.
#define FUNCTION_IF(name, fn, defined) \
  static bool eval_##name(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) { \
    IrFloatKind kind = ir_type_float_kind(types->in); \
    double a = in[0].f; \
    if (kind == IR_F64) \
      out->f = fn(a); \
    else \
      out->f = (double)fn##f((float)a); \
    return (kind == IR_F64 || kind == IR_F32) && (defined); \
  } \
  FOLDER(name)
#define FUNCTION(name, fn) FUNCTION_IF(name, fn, true)

#define BINARY(name, fn) \
  static bool eval_##name(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) { \
    IrFloatKind kind = ir_type_float_kind(types->in); \
    if (kind == IR_F64) \
      out->f = fn(in[0].f, in[1].f); \
    else \
      out->f = (double)fn##f((float)in[0].f, (float)in[1].f); \
    return kind == IR_F64 || kind == IR_F32; \
  } \
  FOLDER(name)

EXACT(absf, fabs(a))
EXACT(ceil, ceil(a))
EXACT(floor, floor(a))
EXACT(roundeven, rint(a)) // the rounding mode is never changed
EXACT(copysign, copysign(a, b))
FUNCTION(trunc, trunc)
FUNCTION(round, round)
FUNCTION(exp, exp)
FUNCTION(exp2, exp2)
FUNCTION(expm1, expm1)
FUNCTION_IF(log, log, !signbit(a))
FUNCTION_IF(log2, log2, !signbit(a))
FUNCTION_IF(log10, log10, !signbit(a))
FUNCTION_IF(log1p, log1p, !signbit(a + 1))
FUNCTION_IF(sqrt, sqrt, !signbit(a))
FUNCTION(sin, sin)
FUNCTION(cos, cos)
FUNCTION(tan, tan)
FUNCTION(asin, asin)
FUNCTION(acos, acos)
FUNCTION(atan, atan)
FUNCTION(sinh, sinh)
FUNCTION(cosh, cosh)
FUNCTION(tanh, tanh)
FUNCTION(asinh, asinh)
FUNCTION(acosh, acosh)
FUNCTION(atanh, atanh)
FUNCTION(erf, erf)
FUNCTION(erfc, erfc)
BINARY(atan2, atan2)
BINARY(powf, pow)

// ---- Classes of floats: scalars and splats fold, as in MLIR. ----

bool math_is_normal(IrType type, double value) {
  const IrFloatFormat *format = ir_float_format(ir_type_float_kind(type));
  int smallest = 1 - format->bias; // exponent of the smallest normal number
  return isfinite(value) && value != 0 && ilogb(value) >= smallest;
}

#define CLASS(name, expr) \
  static bool eval_##name(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) { \
    IrType type = types->in; \
    double a = in[0].f; \
    (void)type; \
    out->i = (expr); \
    return true; \
  } \
  IrFoldKind math_##name##_fold(IrOp *op, const IrAttr *operands, IrFolded *results) { \
    IrAttr c = operands[0]; \
    if (c && ir_attr_kind(c) == IR_ATTR_DENSE && !ir_attr_is_splat(c)) return IR_FOLD_NONE; \
    return fold(eval_##name, op, operands, results); \
  }
CLASS(isfinite, isfinite(a) != 0)
CLASS(isinf, isinf(a) != 0)
CLASS(isnan, isnan(a) != 0)
CLASS(isnormal, math_is_normal(type, a))

bool math_class_infer(IrOpState *state) {
  if (state->operands.n == 0) return false;
  ir_vec_push(&state->result_types, arith_bool_like(ir_value_type(state->operands.at[0])));
  return true;
}

// The result is i1 in the operand's shape.
IrStatus math_class_verify(IrOp *op) {
  IrType want = arith_bool_like(ir_value_type(ir_op_operand(op, 0)));
  IrType got = ir_value_type(ir_op_result(op, 0));
  if (got == want) return IR_OK;
  return ir_op_error(op, "result must be '{}', but got '{}'", want, got);
}

bool math_fpowi_infer(IrOpState *state) {
  if (state->operands.n == 0) return false;
  ir_vec_push(&state->result_types, ir_value_type(state->operands.at[0]));
  return true;
}

// The result has the base's type.
IrStatus math_fpowi_verify(IrOp *op) {
  IrType base = ir_value_type(ir_op_operand(op, 0)), result = ir_value_type(ir_op_result(op, 0));
  if (result == base) return IR_OK;
  return ir_op_error(op, "result must have the base's type '{}', but got '{}'", base, result);
}

// ---- Integers. ----

#define INT_UNARY(name, expr) \
  static bool eval_##name(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) { \
    unsigned width = types->in_width; \
    uint64_t a = ir_int_unsigned(in[0].i, width); \
    out->i = (int64_t)(expr); \
    return true; \
  } \
  FOLDER(name)

INT_UNARY(absi, a >> (width - 1) ? 0 - a : a)
INT_UNARY(ctlz, math_leading_zeros(a, width))
INT_UNARY(cttz, math_trailing_zeros(a, width))
INT_UNARY(ctpop, math_set_bits(width ? a : 0))

unsigned math_leading_zeros(uint64_t bits, unsigned width) {
  unsigned n = 0;
  while (n < width && !(bits >> (width - 1 - n) & 1)) n++;
  return n;
}

unsigned math_trailing_zeros(uint64_t bits, unsigned width) {
  unsigned n = 0;
  while (n < width && !(bits >> n & 1)) n++;
  return n;
}

unsigned math_set_bits(uint64_t bits) {
  unsigned n = 0;
  for (; bits; bits &= bits - 1) n++;
  return n;
}

bool math_int_power(int64_t base, int64_t power, int64_t *result) {
  if (power < 0) {
    *result = base == 1 ? 1 : base == -1 ? (power & 1 ? -1 : 1) : 0;
    return base != 0;
  }
  uint64_t product = 1, square = (uint64_t)base;
  for (uint64_t left = (uint64_t)power; left; left >>= 1, square *= square)
    if (left & 1) product *= square;
  *result = (int64_t)product;
  return true;
}

// An i1 that is set is -1.
static bool eval_ipowi(const ArithTypes *types, const ArithNumber *in, ArithNumber *out) {
  bool bit = types->in_width == 1;
  return math_int_power(bit ? -in[0].i : in[0].i, bit ? -in[1].i : in[1].i, &out->i);
}
FOLDER(ipowi)

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
