// What math-expand-for-gpu builds functions of: expressions of f32, and what each function is.
//
// Every builder takes the values at hand, scalars or vectors of f32 (or f64), and gives one of
// their type.  Ops are made without fastmath flags, so that nothing reorders them, but for the
// instructions that are approximate by themselves: those are the `afn` forms of math.exp2,
// math.log2 and division.
#ifndef PASSES_MATH_GPU_H
#define PASSES_MATH_GPU_H

#include "dialects/math/math.h"
#include "passes/arith/build.h"

typedef struct GpuMath {
  IrBuilder *b;
  IrType type; // of the numbers: f32 or f64, in some shape
  IrType bits; // integers of that width and shape
  bool afn;    // whether the approximate form will do
} GpuMath;

// ---- gpu_build.c: expressions ----
GpuMath gpu_math(IrBuilder *b, IrType type, bool afn);
IrValue *gpu_number(const GpuMath *g, double value);
IrValue *gpu_integer(const GpuMath *g, int64_t value);
IrValue *gpu_add(const GpuMath *g, IrValue *x, IrValue *y);
IrValue *gpu_sub(const GpuMath *g, IrValue *x, IrValue *y);
IrValue *gpu_mul(const GpuMath *g, IrValue *x, IrValue *y);
IrValue *gpu_times(const GpuMath *g, IrValue *x, double factor);
IrValue *gpu_plus(const GpuMath *g, IrValue *x, double summand);
IrValue *gpu_fma(const GpuMath *g, IrValue *x, IrValue *y, IrValue *z);
IrValue *gpu_div(const GpuMath *g, IrValue *x, IrValue *y);        // rounded correctly
IrValue *gpu_approx_div(const GpuMath *g, IrValue *x, IrValue *y); // 2 ulp
IrValue *gpu_neg(const GpuMath *g, IrValue *x);
IrValue *gpu_abs(const GpuMath *g, IrValue *x);
IrValue *gpu_sqrt(const GpuMath *g, IrValue *x);
IrValue *gpu_with_sign(const GpuMath *g, IrValue *size, IrValue *sign); // copysign
// `x` between bounds; NaN gives the lower one.
IrValue *gpu_clamp(const GpuMath *g, IrValue *x, double low, double high);
IrValue *gpu_at_least(const GpuMath *g, IrValue *x, double low); // NaN stays
IrValue *gpu_at_most(const GpuMath *g, IrValue *x, double high); // NaN stays
IrValue *gpu_compare(const GpuMath *g, ArithCmpF predicate, IrValue *x, double y);
IrValue *gpu_select(const GpuMath *g, IrValue *condition, IrValue *yes, IrValue *no);
IrValue *gpu_exp2_approx(const GpuMath *g, IrValue *x); // ex2.approx.ftz
IrValue *gpu_log2_approx(const GpuMath *g, IrValue *x); // lg2.approx.ftz
// c[0] + c[1] x + ... + c[n-1] x^(n-1)
IrValue *gpu_polynomial(const GpuMath *g, IrValue *x, const double *c, size_t n);
#define GPU_POLYNOMIAL(g, x, c) gpu_polynomial((g), (x), (c), sizeof(c) / sizeof *(c))
// Bits of numbers, and numbers of bits.
IrValue *gpu_bits(const GpuMath *g, IrValue *x);
IrValue *gpu_of_bits(const GpuMath *g, IrValue *x);
IrValue *gpu_int_op(const IrOpDef *op, const GpuMath *g, IrValue *x, int64_t y);
// Whether elements can be taken one by one; then, whether any element of an i1 is set.
bool gpu_has_elements(IrType type);
IrValue *gpu_any(IrBuilder *b, IrValue *bits);

// ---- Functions, by file ----
typedef IrValue *GpuFunction(const GpuMath *g, IrValue *x);
typedef IrValue *GpuFunction2(const GpuMath *g, IrValue *x, IrValue *y);
// gpu_parts.c: the function of one or two values of f32 (`two` NULL or not), on the builder's
// point.
typedef struct GpuCall {
  GpuFunction *one;
  GpuFunction2 *two;
  bool afn;
} GpuCall;
IrValue *gpu_call(IrBuilder *b, const GpuCall *call, IrValue *const *operands);
// gpu_exp.c
GpuFunction gpu_exp, gpu_expm1, gpu_sinh, gpu_cosh, gpu_tanh;
IrValue *gpu_exp_scaled(const GpuMath *g, IrValue *x, int power); // e^x 2^power
// 2^(high + low); `low` is small
IrValue *gpu_exp2_of_sum(const GpuMath *g, IrValue *high, IrValue *low);
// gpu_log.c
GpuFunction gpu_log, gpu_log2, gpu_log10, gpu_log1p, gpu_asinh, gpu_acosh, gpu_atanh;
// x = 2^e (1 + f) with f from `low` - 1 up to 2 `low` - 1, for positive finite x.
IrValue *gpu_split(const GpuMath *g, IrValue *x, double low, IrValue **e);
// gpu_double.c: of f64
GpuFunction gpu_exp_f64, gpu_exp2_f64, gpu_log_f64, gpu_log2_f64, gpu_log10_f64;
// gpu_trig.c
GpuFunction gpu_sin, gpu_cos, gpu_tan;
void gpu_sincos(const GpuMath *g, IrValue *x, IrValue **sine, IrValue **cosine);
// gpu_inverse.c
GpuFunction gpu_asin, gpu_acos, gpu_atan;
GpuFunction2 gpu_atan2;
// gpu_special.c
GpuFunction gpu_erf, gpu_erfc, gpu_cbrt;
// gpu_rem.c
// The remainder of f64 with x's sign, exact, of numbers that have no subnormals among them and of
// types that gpu_has_elements.
IrValue *gpu_remainder(IrBuilder *b, IrValue *x, IrValue *y);
// gpu_pow.c
GpuFunction2 gpu_pow;
// `x` to the power of the integers `n` of the same shape, by squaring.
IrValue *gpu_int_power(IrBuilder *b, IrValue *x, IrValue *n);

#endif
