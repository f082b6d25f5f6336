// Logarithms of f32, and the functions that are logarithms.
//
//   log x = e ln 2 + log(1 + f),  x = 2^e (1 + f)
//
// with a polynomial for the second part, so that nothing is lost near 1.  What is no positive
// finite number goes to lg2.approx, which knows zeros, infinities, negative numbers and NaN.
#include <math.h>

#include "passes/math/gpu.h"

static const double ln2 = 0.6931471805599453, log2_e = 1.4426950408889634,
                    log10_e = 0.4342944819032518, log10_2 = 0.3010299956639812;

enum { EXPONENT = (int)0xff800000, LARGEST = 0x7f7fffff };

static uint32_t bits_of(double value) {
  float number = (float)value;
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

IrValue *gpu_split(const GpuMath *g, IrValue *x, double low, IrValue **e) {
  // A subnormal number is made normal first.
  IrValue *tiny = gpu_compare(g, ARITH_F_OLT, x, 0x1p-126);
  x = gpu_select(g, tiny, gpu_times(g, x, 0x1p23), x);
  IrValue *shift = gpu_select(g, tiny, gpu_number(g, -23), gpu_number(g, 0));
  IrValue *bits = gpu_bits(g, x);
  IrValue *exponent = gpu_int_op(&arith_subi, g, bits, bits_of(low));
  exponent = gpu_int_op(&arith_andi, g, exponent, EXPONENT);
  IrValue *m = gpu_of_bits(g, build_binary(g->b, &arith_subi, bits, exponent));
  IrValue *count = build_cast(g->b, &arith_sitofp, exponent, g->type);
  *e = gpu_fma(g, count, gpu_number(g, 0x1p-23), shift);
  return gpu_plus(g, m, -1);
}

// Whether x is positive and finite.
static IrValue *is_regular(const GpuMath *g, IrValue *x) {
  IrValue *bits = gpu_int_op(&arith_subi, g, gpu_bits(g, x), 1);
  return build_cmpi(g->b, ARITH_ULT, bits, gpu_integer(g, LARGEST));
}

// f^2 p(f) of log(1 + f) = f + f^2 p(f), for f from -1/3 to 1/3.
static IrValue *log_tail(const GpuMath *g, IrValue *f) {
  static const double p[] = {-0.5,        0.333333373,  -0.249996483, 0.199994177,  -0.166843057,
                             0.143088773, -0.121446662, 0.107101664,  -0.130350202, 0.121614739};
  return gpu_mul(g, GPU_POLYNOMIAL(g, f, p), gpu_mul(g, f, f));
}

// log x / log b: `unit` is 1 / log b, `of_two` is log 2 / log b.
static IrValue *logarithm(const GpuMath *g, IrValue *x, double unit, double of_two) {
  if (g->afn) {
    IrValue *r = gpu_log2_approx(g, x);
    return of_two == 1 ? r : gpu_times(g, r, of_two);
  }
  IrValue *e, *f = gpu_split(g, x, 2.0 / 3, &e), *tail = log_tail(g, f), *r;
  double high = (float)unit;
  if (unit == 1) {
    r = gpu_add(g, f, tail);
  } else { // f unit in two words
    r = gpu_fma(g, f, gpu_number(g, unit - high), gpu_times(g, tail, high));
    r = gpu_fma(g, f, gpu_number(g, high), r);
  }
  if (of_two == 1) {
    r = gpu_add(g, e, r);
  } else {
    double two = (float)of_two;
    r = gpu_fma(g, e, gpu_number(g, of_two - two), r);
    r = gpu_fma(g, e, gpu_number(g, two), r);
  }
  // Larger, because a negative subnormal number is taken for -0.
  IrValue *other = gpu_log2_approx(g, gpu_times(g, x, 0x1p24));
  return gpu_select(g, is_regular(g, x), r, other);
}

IrValue *gpu_log(const GpuMath *g, IrValue *x) {
  return logarithm(g, x, 1, ln2);
}

IrValue *gpu_log2(const GpuMath *g, IrValue *x) {
  return logarithm(g, x, log2_e, 1);
}

IrValue *gpu_log10(const GpuMath *g, IrValue *x) {
  return logarithm(g, x, log10_e, log10_2);
}

// 1 + x = 2^k (1 + m), where m = x 2^-k + (2^-k - 1) is nearly exact.
IrValue *gpu_log1p(const GpuMath *g, IrValue *x) {
  static const double p[] = {-0.5,         0.333333313,  -0.250000358, 0.200004295,
                             -0.166652724, 0.142674938,  -0.124992713, 0.114056639,
                             -0.105816022, 0.0800495222, -0.0312518552};
  IrValue *sum = gpu_plus(g, x, 1), *bits = gpu_bits(g, sum);
  IrValue *exponent = gpu_int_op(&arith_subi, g, bits, bits_of(0.75));
  exponent = gpu_int_op(&arith_andi, g, exponent, EXPONENT);
  IrValue *four = gpu_integer(g, bits_of(4));
  IrValue *inverse = gpu_of_bits(g, build_binary(g->b, &arith_subi, four, exponent)); // 4 2^-k
  IrValue *part = gpu_of_bits(g, build_binary(g->b, &arith_subi, gpu_bits(g, x), exponent));
  IrValue *m = gpu_fma(g, inverse, gpu_number(g, 0.25), gpu_number(g, -1));
  m = gpu_add(g, m, part);
  IrValue *k = gpu_times(g, build_cast(g->b, &arith_sitofp, exponent, g->type), 0x1p-23);
  IrValue *tail = gpu_mul(g, GPU_POLYNOMIAL(g, m, p), gpu_mul(g, m, m));
  IrValue *r = gpu_fma(g, k, gpu_number(g, ln2), gpu_add(g, m, tail));
  r = gpu_select(g, is_regular(g, sum), r, gpu_log2_approx(g, sum));
  return gpu_with_sign(g, r, x); // also of -0
}

// ---- Inverse hyperbolic functions. ----

// log(1 + y) for the sizes where x^2 does not overflow, else log x + log 2: there y is 2 x.
static IrValue *log1p_or_large(const GpuMath *g, IrValue *x, IrValue *y) {
  IrValue *large = gpu_compare(g, ARITH_F_OGT, x, 0x1p30);
  IrValue *r = gpu_log1p(g, gpu_select(g, large, x, y));
  return gpu_add(g, r, gpu_select(g, large, gpu_number(g, ln2), gpu_number(g, 0)));
}

// asinh x = log1p(x + x^2 / (1 + sqrt(1 + x^2)))
IrValue *gpu_asinh(const GpuMath *g, IrValue *x) {
  IrValue *size = gpu_abs(g, x), *square = gpu_mul(g, size, size);
  IrValue *root = gpu_sqrt(g, gpu_plus(g, square, 1));
  IrValue *y = gpu_add(g, size, gpu_div(g, square, gpu_plus(g, root, 1)));
  return gpu_with_sign(g, log1p_or_large(g, size, y), x);
}

// acosh x = log1p(t + sqrt(2 t + t^2)), t = x - 1
IrValue *gpu_acosh(const GpuMath *g, IrValue *x) {
  IrValue *t = gpu_plus(g, x, -1);
  IrValue *root = gpu_sqrt(g, gpu_fma(g, t, t, gpu_add(g, t, t)));
  IrValue *r = log1p_or_large(g, x, gpu_add(g, t, root));
  return gpu_select(g, gpu_compare(g, ARITH_F_ULT, x, 1), gpu_number(g, NAN), r);
}

// atanh x = log1p(2 x / (1 - x)) / 2
IrValue *gpu_atanh(const GpuMath *g, IrValue *x) {
  IrValue *size = gpu_abs(g, x);
  IrValue *below = gpu_sub(g, gpu_number(g, 1), size);
  IrValue *y = gpu_div(g, gpu_add(g, size, size), below);
  return gpu_with_sign(g, gpu_times(g, gpu_log1p(g, y), 0.5), x);
}
