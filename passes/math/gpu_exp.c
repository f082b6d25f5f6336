// Exponential and hyperbolic functions of f32.
//
//   e^x = 2^n 2^f,  n = round(x log2 e),  f = x log2 e - n in two words of log2 e
//
// ex2.approx does 2^f.  n is the last bits of x log2 e + 1.5 2^23, where the ulp is 1, and with 127
// added they are the exponent of 2^n.  n is kept within the exponents of normal numbers; what goes
// beyond is left in f, so that 2^f 2^n overflows, or is rounded to a subnormal, by itself.
#include "passes/math/gpu.h"

static const double shifter = 12582912; // 1.5 2^23
static const double log2_e = 1.4426950408889634, log2_e_high = 0x1.715476p+0;
static const double ln2_high = 0x1.62e4p-1, ln2 = 0.6931471805599453; // high: 15 bits

enum { BIAS = 127, MANTISSA = 23 };

// 2^n as a number, of n + BIAS + shifter.
static IrValue *power_of_shifted(const GpuMath *g, IrValue *shifted) {
  return gpu_of_bits(g, gpu_int_op(&arith_shli, g, gpu_bits(g, shifted), MANTISSA));
}

IrValue *gpu_exp_scaled(const GpuMath *g, IrValue *x, int power) {
  double offset = shifter + BIAS + power;
  IrValue *bounded = gpu_clamp(g, x, -86.5, 88.3); // exponents of normal numbers, also 1 below
  IrValue *shifted = gpu_fma(g, bounded, gpu_number(g, log2_e), gpu_number(g, offset));
  IrValue *n = gpu_plus(g, shifted, -offset);
  IrValue *f = gpu_fma(g, x, gpu_number(g, log2_e_high), gpu_neg(g, n));
  f = gpu_fma(g, x, gpu_number(g, log2_e - log2_e_high), f);
  return gpu_mul(g, gpu_exp2_approx(g, f), power_of_shifted(g, shifted));
}

IrValue *gpu_exp(const GpuMath *g, IrValue *x) {
  if (g->afn) return gpu_exp2_approx(g, gpu_times(g, x, log2_e));
  return gpu_exp_scaled(g, x, 0);
}

IrValue *gpu_exp2_of_sum(const GpuMath *g, IrValue *high, IrValue *low) {
  IrValue *bounded = gpu_clamp(g, high, -126, 127);
  IrValue *shifted = gpu_plus(g, bounded, shifter + BIAS);
  IrValue *f = gpu_sub(g, high, gpu_plus(g, shifted, -(shifter + BIAS)));
  f = gpu_add(g, f, low);
  return gpu_mul(g, gpu_exp2_approx(g, f), power_of_shifted(g, shifted));
}

// e^x - 1 = 2 (p 2^(n-1) + (2^(n-1) - 1/2)),  p = e^r - 1,  r = x - n ln 2
IrValue *gpu_expm1(const GpuMath *g, IrValue *x) {
  static const double p[] = {0.5,           0.166666657,   0.0416663587,
                             0.00833338965, 0.00139408931, 0.000198459573};
  double offset = shifter + BIAS - 1;
  IrValue *low = gpu_at_least(g, x, -30);
  IrValue *bounded = gpu_clamp(g, low, -30, 89);
  IrValue *shifted = gpu_fma(g, bounded, gpu_number(g, log2_e), gpu_number(g, offset));
  IrValue *n = gpu_plus(g, shifted, -offset), *half_power = power_of_shifted(g, shifted);
  IrValue *r = gpu_fma(g, n, gpu_number(g, -ln2_high), low);
  r = gpu_fma(g, n, gpu_number(g, -(ln2 - ln2_high)), r);
  IrValue *square = gpu_mul(g, r, r);
  IrValue *power = gpu_fma(g, GPU_POLYNOMIAL(g, r, p), square, r);
  IrValue *half = gpu_fma(g, power, half_power, gpu_plus(g, half_power, -0.5));
  return gpu_with_sign(g, gpu_add(g, half, half), x); // also of -0
}

// e^x / 2 and its inverse's quarter, e^-x / 2, for x not negative.
static IrValue *half_exp(const GpuMath *g, IrValue *x, IrValue **inverse) {
  IrValue *half = gpu_exp_scaled(g, x, -1);
  *inverse = gpu_approx_div(g, gpu_number(g, 0.25), half);
  return half;
}

IrValue *gpu_sinh(const GpuMath *g, IrValue *x) {
  static const double p[] = {0.166666672, 0.00833335053, 0.000198361493, 2.81701318e-06};
  IrValue *size = gpu_abs(g, x), *falls, *grows = half_exp(g, size, &falls);
  IrValue *square = gpu_mul(g, size, size);
  IrValue *small = gpu_mul(g, GPU_POLYNOMIAL(g, square, p), square);
  small = gpu_fma(g, small, size, size);
  IrValue *is_small = gpu_compare(g, ARITH_F_OLT, size, 1);
  return gpu_with_sign(g, gpu_select(g, is_small, small, gpu_sub(g, grows, falls)), x);
}

IrValue *gpu_cosh(const GpuMath *g, IrValue *x) {
  IrValue *falls, *grows = half_exp(g, gpu_abs(g, x), &falls);
  return gpu_add(g, grows, falls);
}

// 1 - 2 / (e^2x + 1); below 0.55, where that cancels, x + x^3 p(x^2).
IrValue *gpu_tanh(const GpuMath *g, IrValue *x) {
  static const double p[] = {-0.333333175, 0.133325851, -0.0538521939, 0.0210711684,
                             -0.00627347322};
  IrValue *size = gpu_abs(g, x), *one = gpu_number(g, 1);
  IrValue *power = gpu_exp(g, gpu_add(g, size, size));
  IrValue *rest = gpu_approx_div(g, gpu_number(g, 2), gpu_add(g, power, one));
  IrValue *square = gpu_mul(g, size, size);
  IrValue *small = gpu_mul(g, GPU_POLYNOMIAL(g, square, p), square);
  small = gpu_fma(g, small, size, size);
  IrValue *is_small = gpu_compare(g, ARITH_F_OLT, size, 0.55);
  return gpu_with_sign(g, gpu_select(g, is_small, small, gpu_sub(g, one, rest)), x);
}
