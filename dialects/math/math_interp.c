// Interpreter rules of math.  Types narrower than f32 are computed in float and rounded; the GPU's
// approximate functions may differ from these in the last places.
#include "dialects/math/math.h"

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
UNARY(math_atan, atanf(a), atan(a))
UNARY(math_erf, erff(a), erf(a))
BINARY(math_atan2, atan2f(a, b), atan2(a, b))
BINARY(math_copysign, copysignf(a, b), copysign(a, b))
BINARY(math_powf, powf(a, b), pow(a, b))

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

static unsigned leading_zeros(uint64_t bits, unsigned width) {
  unsigned n = 0;
  while (n < width && !(bits >> (width - 1 - n) & 1)) n++;
  return n;
}

static unsigned trailing_zeros(uint64_t bits, unsigned width) {
  unsigned n = 0;
  while (n < width && !(bits >> n & 1)) n++;
  return n;
}

static unsigned set_bits(uint64_t bits) {
  unsigned n = 0;
  for (; bits; bits &= bits - 1) n++;
  return n;
}

INT_UNARY(math_absi, width > 1 && a < 0 ? 0 - (uint64_t)a : (uint64_t)a)
INT_UNARY(math_ctlz, leading_zeros(ir_int_unsigned(a, width), width))
INT_UNARY(math_cttz, trailing_zeros(ir_int_unsigned(a, width), width))
INT_UNARY(math_ctpop, set_bits(ir_int_unsigned(a, width)))
