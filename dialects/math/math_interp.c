// Interpreter rules of math.  Types narrower than f32 are computed in float and rounded; the GPU's
// approximate functions may differ from these in the last places.
#include "dialects/math/math_impl.h"

#include <math.h>

#include "ir/interp/elementwise.h"
#include "ir/interp/fma.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/math/math_ops.def"
#include "ir/core/opdef_end.inc"

#define LOOP(id, T, suffix, load, expr) \
  static const char *id##_##suffix(const T *const *in, T *out, int n) { \
    for (int i = 0; i < n; i++) { \
      load; \
      out[i] = (expr); \
    } \
    return NULL; \
  }
#define RULE(id) \
  IrStep id##_interp(IrInterp *interp, IrOp *op) { \
    return ir_map_float(interp, op, id##_single, id##_wide); \
  }
#define UNARY(id, expr_float, expr_double) \
  LOOP(id, float, single, float a = in[0][i], expr_float) \
  LOOP(id, double, wide, double a = in[0][i], expr_double) \
  RULE(id)
#define BINARY(id, expr_float, expr_double) \
  LOOP(id, float, single, float a = in[0][i]; float b = in[1][i], expr_float) \
  LOOP(id, double, wide, double a = in[0][i]; double b = in[1][i], expr_double) \
  RULE(id)

UNARY(math_absf, fabsf(a), fabs(a))
UNARY(math_ceil, ceilf(a), ceil(a))
UNARY(math_floor, floorf(a), floor(a))
UNARY(math_trunc, truncf(a), trunc(a))
UNARY(math_round, roundf(a), round(a))
UNARY(math_roundeven, rintf(a), rint(a)) // the rounding mode is never changed
UNARY(math_exp, expf(a), exp(a))
UNARY(math_exp2, exp2f(a), exp2(a))
UNARY(math_expm1, expm1f(a), expm1(a))
UNARY(math_log, logf(a), log(a))
UNARY(math_log2, log2f(a), log2(a))
UNARY(math_log10, log10f(a), log10(a))
UNARY(math_log1p, log1pf(a), log1p(a))
UNARY(math_sqrt, sqrtf(a), sqrt(a))
UNARY(math_rsqrt, 1.0f / sqrtf(a), 1.0 / sqrt(a))
UNARY(math_sin, sinf(a), sin(a))
UNARY(math_cos, cosf(a), cos(a))
UNARY(math_tan, tanf(a), tan(a))
UNARY(math_tanh, tanhf(a), tanh(a))
UNARY(math_cbrt, cbrtf(a), cbrt(a))
UNARY(math_asin, asinf(a), asin(a))
UNARY(math_acos, acosf(a), acos(a))
UNARY(math_atan, atanf(a), atan(a))
UNARY(math_sinh, sinhf(a), sinh(a))
UNARY(math_cosh, coshf(a), cosh(a))
UNARY(math_asinh, asinhf(a), asinh(a))
UNARY(math_acosh, acoshf(a), acosh(a))
UNARY(math_atanh, atanhf(a), atanh(a))
UNARY(math_erf, erff(a), erf(a))
UNARY(math_erfc, erfcf(a), erfc(a))
BINARY(math_atan2, atan2f(a, b), atan2(a, b))
BINARY(math_copysign, copysignf(a, b), copysign(a, b))
BINARY(math_powf, powf(a, b), pow(a, b))

// ---- Classes. ----

#define CLASS(id, expr) \
  static void id##_test(const double *const *in, int8_t *out, int n) { \
    for (int i = 0; i < n; i++) { \
      double a = in[0][i]; \
      out[i] = (expr) != 0; \
    } \
  } \
  IrStep id##_interp(IrInterp *interp, IrOp *op) { \
    return ir_map_float_test(interp, op, id##_test); \
  }
CLASS(math_isfinite, isfinite(a))
CLASS(math_isinf, isinf(a))
CLASS(math_isnan, isnan(a))

// Normal in its own type, where it may be so small that a double still has a bit in front.
IrStep math_isnormal_interp(IrInterp *interp, IrOp *op) {
  const IrCell *x = ir_interp_operand(interp, op, 0);
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  for (int64_t i = 0; i < out->count * out->lanes; i++)
    ir_cell_set_int(out, i, math_is_normal(x->element, ir_cell_double(x, i)));
  return IR_STEP_NEXT;
}

// ---- Two results. ----

IrStep math_sincos_interp(IrInterp *interp, IrOp *op) {
  const IrCell *x = ir_interp_operand(interp, op, 0);
  IrCell *sine = ir_interp_result_cell(interp, op, 0),
         *cosine = ir_interp_result_cell(interp, op, 1);
  bool wide = ir_element_kind(x->element) == IR_ELEMENT_F64;
  for (int64_t i = 0; i < sine->count * sine->lanes; i++) {
    double a = ir_cell_double(x, i);
    ir_cell_set_double(sine, i, wide ? sin(a) : (double)sinf((float)a));
    ir_cell_set_double(cosine, i, wide ? cos(a) : (double)cosf((float)a));
  }
  return IR_STEP_NEXT;
}

// ---- Bounds. ----

// -0 comes before +0; NaN when one is.
static double lesser(double a, double b) {
  if (isnan(a) || isnan(b)) return a + b;
  if (a == b) return signbit(a) ? a : b;
  return a < b ? a : b;
}

static double greater(double a, double b) {
  if (isnan(a) || isnan(b)) return a + b;
  if (a == b) return signbit(a) ? b : a;
  return a > b ? a : b;
}

static const char *clamp_wide(const double *const *in, double *out, int n) {
  for (int i = 0; i < n; i++) out[i] = greater(lesser(in[0][i], in[2][i]), in[1][i]);
  return NULL;
}

// Choosing between numbers is exact in double.
IrStep math_clampf_interp(IrInterp *interp, IrOp *op) {
  return ir_map_double(interp, op, clamp_wide);
}

// ---- Powers with integer exponents. ----

#define POWER(T, suffix) \
  static T power_##suffix(T base, int64_t n) { \
    T product = 1; \
    uint64_t left = n < 0 ? 0 - (uint64_t)n : (uint64_t)n; \
    for (; left; left >>= 1, base *= base) \
      if (left & 1) product *= base; \
    return n < 0 ? 1 / product : product; \
  }
POWER(float, single)
POWER(double, wide)

IrStep math_fpowi_interp(IrInterp *interp, IrOp *op) {
  const IrCell *base = ir_interp_operand(interp, op, 0), *power = ir_interp_operand(interp, op, 1);
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  bool wide = ir_element_kind(base->element) == IR_ELEMENT_F64,
       bit = ir_element_width(power->element) == 1;
  for (int64_t i = 0; i < out->count * out->lanes; i++) {
    double a = ir_cell_double(base, i);
    int64_t n = bit ? -ir_cell_int(power, i) : ir_cell_int(power, i);
    ir_cell_set_double(out, i, wide ? power_wide(a, n) : (double)power_single((float)a, n));
  }
  return IR_STEP_NEXT;
}

// ---- a * b + c, rounded once. ----

static const char *fma_single(const float *const *in, float *out, int n) {
  ir_fma_floats(in[0], in[1], in[2], out, n);
  return NULL;
}

static const char *fma_wide(const double *const *in, double *out, int n) {
  for (int i = 0; i < n; i++) out[i] = fma(in[0][i], in[1][i], in[2][i]);
  return NULL;
}

// For types narrower than f32 the product is exact in double.  The sum is rounded to odd, so that
// rounding it to the type gives what rounding the exact sum would.
static double add_to_odd(double product, double c) {
  double sum = product + c, part = sum - product;
  double error = (product - (sum - part)) + (c - part);
  uint64_t bits;
  memcpy(&bits, &sum, sizeof bits);
  if (error == 0 || !isfinite(sum) || (bits & 1)) return sum;
  return nextafter(sum, error > 0 ? INFINITY : -INFINITY);
}

static const char *fma_narrow(const double *const *in, double *out, int n) {
  for (int i = 0; i < n; i++) out[i] = add_to_odd(in[0][i] * in[1][i], in[2][i]);
  return NULL;
}

IrStep math_fma_interp(IrInterp *interp, IrOp *op) {
  IrType element = ir_type_element(ir_value_type(ir_op_result(op, 0)));
  IrElementKind kind = ir_element_kind(element);
  if (kind == IR_ELEMENT_F32 || kind == IR_ELEMENT_F64)
    return ir_map_float(interp, op, fma_single, fma_wide);
  return ir_map_double(interp, op, fma_narrow);
}

// ---- Integers. ----

#define INT_UNARY(id, expr) \
  static const char *id##_loop(const int64_t *const *in, int64_t *out, int n, unsigned width) { \
    for (int i = 0; i < n; i++) { \
      int64_t a = in[0][i]; \
      out[i] = (int64_t)(expr); \
    } \
    return NULL; \
  } \
  IrStep id##_interp(IrInterp *interp, IrOp *op) { \
    return ir_map_int(interp, op, id##_loop); \
  }

INT_UNARY(math_absi, width > 1 && a < 0 ? 0 - (uint64_t)a : (uint64_t)a)
INT_UNARY(math_ctlz, math_leading_zeros(ir_int_unsigned(a, width), width))
INT_UNARY(math_cttz, math_trailing_zeros(ir_int_unsigned(a, width), width))
INT_UNARY(math_ctpop, math_set_bits(ir_int_unsigned(a, width)))

static const char *ipowi_loop(const int64_t *const *in, int64_t *out, int n, unsigned width) {
  for (int i = 0; i < n; i++) {
    int64_t a = width == 1 ? -in[0][i] : in[0][i], b = width == 1 ? -in[1][i] : in[1][i];
    if (!math_int_power(a, b, &out[i])) return "raises zero to a negative power";
  }
  return NULL;
}

IrStep math_ipowi_interp(IrInterp *interp, IrOp *op) {
  return ir_map_int(interp, op, ipowi_loop);
}
