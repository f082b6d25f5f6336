// Error functions and the cube root of f32.
#include <math.h>

#include "passes/math/gpu.h"

static const double log2_e = 1.4426950408889634;

// Below 0.925 x + x p(x^2); beyond 1 - exp(-x q(x)), which is 1 from 4 on.
IrValue *gpu_erf(const GpuMath *g, IrValue *x) {
  static const double p[] = {0.128379166,   -0.376126319,    0.11283689,    -0.0268590041,
                             0.00520002469, -0.000813109276, 8.32059013e-05};
  static const double q[] = {-1.12871754 * log2_e,    -0.634858668 * log2_e,
                             -0.106740564 * log2_e,   0.024211986 * log2_e,
                             -0.00386210345 * log2_e, 0.000378281606 * log2_e,
                             -1.68875467e-05 * log2_e};
  IrValue *size = gpu_at_most(g, gpu_abs(g, x), 4);
  IrValue *square = gpu_mul(g, size, size);
  IrValue *small = gpu_fma(g, GPU_POLYNOMIAL(g, square, p), size, size);
  IrValue *power = gpu_exp2_approx(g, gpu_mul(g, GPU_POLYNOMIAL(g, size, q), size));
  IrValue *big = gpu_sub(g, gpu_number(g, 1), power);
  IrValue *is_small = gpu_compare(g, ARITH_F_OLT, size, 0.925);
  return gpu_with_sign(g, gpu_select(g, is_small, small, big), x);
}

// erfc x = exp(-x^2) p(t) / (1 + 2 x),  t = (x - 3) / (x + 3) (Shepherd and Laframboise, 1981), for
// x >= 0; x^2 is taken in two words, because its error is one of the exponent.
IrValue *gpu_erfc(const GpuMath *g, IrValue *x) {
  static const double p[] = {1.25300801,    -0.135621145,    -0.047562398,   0.12964642,
                             -0.119270973,  0.0682957694,    -0.0237975307,  0.00256737601,
                             0.00200181245, -0.000777581532, -0.000268126867};
  IrValue *size = gpu_at_most(g, gpu_abs(g, x), 10.5);
  IrValue *t = gpu_div(g, gpu_plus(g, size, -3), gpu_plus(g, size, 3));
  IrValue *square = gpu_mul(g, size, size), *minus = gpu_neg(g, square);
  IrValue *error = gpu_fma(g, size, size, minus);
  IrValue *power = gpu_exp_scaled(g, minus, 0);
  IrValue *below = gpu_fma(g, size, gpu_number(g, 2), gpu_number(g, 1));
  IrValue *factor = gpu_div(g, GPU_POLYNOMIAL(g, t, p), below);
  factor = gpu_fma(g, gpu_neg(g, error), factor, factor); // exp(-error)
  IrValue *r = gpu_mul(g, power, factor);
  IrValue *is_negative = gpu_compare(g, ARITH_F_OLT, x, 0);
  return gpu_select(g, is_negative, gpu_sub(g, gpu_number(g, 2), r), r);
}

// A guess by approximate powers, made better once by Newton's method.  Subnormal numbers are made
// larger first; zeros, infinities and NaN are their own roots.
IrValue *gpu_cbrt(const GpuMath *g, IrValue *x) {
  IrValue *size = gpu_abs(g, x), *tiny = gpu_compare(g, ARITH_F_OLT, size, 0x1p-100);
  IrValue *a = gpu_select(g, tiny, gpu_times(g, size, 0x1p60), size);
  IrValue *t = gpu_exp2_approx(g, gpu_times(g, gpu_log2_approx(g, a), 1.0 / 3));
  IrValue *square = gpu_mul(g, t, t);
  IrValue *excess = gpu_fma(g, square, t, gpu_neg(g, a));
  IrValue *slope = gpu_times(g, square, -3);
  IrValue *r = gpu_add(g, t, gpu_approx_div(g, excess, slope));
  r = gpu_select(g, tiny, gpu_times(g, r, 0x1p-20), r);
  r = gpu_with_sign(g, r, x);
  IrValue *regular = gpu_compare(g, ARITH_F_OLT, size, INFINITY);
  IrValue *nonzero = gpu_compare(g, ARITH_F_OGT, size, 0);
  regular = build_binary(g->b, &arith_andi, regular, nonzero);
  return gpu_select(g, regular, r, gpu_add(g, x, x));
}
