// Exponential functions and logarithms of f64, for which the hardware has no instruction at all.
//
//   e^x = 2^n e^r,  n = round(x / ln 2),  r = x - n ln 2
//   log x = e ln 2 + log(1 + f),  log(1 + f) = f - (f^2/2 - s (f^2/2 + z p(z)))
//
// with s = f / (2 + f) and z = s^2 (the form of FreeBSD's libm).  2^n is applied in two factors, so
// that subnormal results are rounded once.
#include <math.h>

#include "passes/math/gpu.h"

static const double shifter = 0x1.8p52;
static const double ln2 = 0x1.62e42fefa39efp-1, ln2_low = 0x1.abc9e3b39803fp-56;
static const double log2_e = 1.4426950408889634, log2_e_low = 2.0355273740931033e-17;

enum { BIAS = 1023, MANTISSA = 52 };

static uint64_t bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

// ---- Powers. ----

// 2^k as a number, for integers k of normal numbers.
static IrValue *power_of_two(const GpuMath *g, IrValue *k) {
  IrValue *biased = gpu_int_op(&arith_addi, g, k, BIAS);
  return gpu_of_bits(g, gpu_int_op(&arith_shli, g, biased, MANTISSA));
}

// e^r 2^n, of n + shifter.
static IrValue *scaled_exp(const GpuMath *g, IrValue *r, IrValue *shifted) {
  static const double p[] = {0.50000000000000111,    0.16666666666666413,    0.041666666666530246,
                             0.0083333333334942947,  0.0013888888943604657,  0.00019841269506852378,
                             2.4801493128224261e-05, 2.7557586203526103e-06, 2.7630237006397812e-07,
                             2.500009308313307e-08};
  IrValue *power = gpu_fma(g, GPU_POLYNOMIAL(g, r, p), gpu_mul(g, r, r), r);
  power = gpu_plus(g, power, 1);
  IrValue *n = gpu_int_op(&arith_subi, g, gpu_bits(g, shifted), (int64_t)bits_of(shifter));
  IrValue *half = gpu_int_op(&arith_shrsi, g, n, 1);
  IrValue *rest = build_binary(g->b, &arith_subi, n, half);
  return gpu_mul(g, gpu_mul(g, power, power_of_two(g, half)), power_of_two(g, rest));
}

IrValue *gpu_exp_f64(const GpuMath *g, IrValue *x) {
  x = gpu_at_most(g, gpu_at_least(g, x, -746), 710);
  IrValue *shifted = gpu_fma(g, x, gpu_number(g, log2_e), gpu_number(g, shifter));
  IrValue *n = gpu_plus(g, shifted, -shifter);
  IrValue *r = gpu_fma(g, n, gpu_number(g, -ln2), x);
  r = gpu_fma(g, n, gpu_number(g, -ln2_low), r);
  return scaled_exp(g, r, shifted);
}

IrValue *gpu_exp2_f64(const GpuMath *g, IrValue *x) {
  x = gpu_at_most(g, gpu_at_least(g, x, -1076), 1025);
  IrValue *shifted = gpu_plus(g, x, shifter);
  IrValue *f = gpu_sub(g, x, gpu_plus(g, shifted, -shifter));
  IrValue *r = gpu_fma(g, f, gpu_number(g, ln2), gpu_times(g, f, ln2_low));
  return scaled_exp(g, r, shifted);
}

// ---- Logarithms. ----

// x = 2^e (1 + f) with 1 + f from 2/3 to 4/3.
static IrValue *split(const GpuMath *g, IrValue *x, IrValue **e) {
  IrValue *tiny = gpu_compare(g, ARITH_F_OLT, x, 0x1p-1022);
  x = gpu_select(g, tiny, gpu_times(g, x, 0x1p54), x);
  IrValue *shift = gpu_select(g, tiny, gpu_number(g, -54), gpu_number(g, 0));
  IrValue *bits = gpu_bits(g, x);
  IrValue *distance = gpu_int_op(&arith_subi, g, bits, (int64_t)bits_of(2.0 / 3));
  IrValue *count = gpu_int_op(&arith_shrsi, g, distance, MANTISSA);
  IrValue *exponent = gpu_int_op(&arith_shli, g, count, MANTISSA);
  IrValue *m = gpu_of_bits(g, build_binary(g->b, &arith_subi, bits, exponent));
  *e = gpu_add(g, build_cast(g->b, &arith_sitofp, count, g->type), shift);
  return gpu_plus(g, m, -1);
}

// log(1 + f) - f
static IrValue *log_tail(const GpuMath *g, IrValue *f) {
  static const double p[] = {0.66666666666666596, 0.40000000000055402, 0.28571428556097256,
                             0.22222224268745733, 0.1818166742794568,  0.15391063801611934,
                             0.13174376391316128, 0.13837949544820025};
  IrValue *s = gpu_div(g, f, gpu_plus(g, f, 2)), *z = gpu_mul(g, s, s);
  IrValue *half_square = gpu_mul(g, gpu_times(g, f, 0.5), f);
  IrValue *sum = gpu_fma(g, GPU_POLYNOMIAL(g, z, p), z, half_square);
  return gpu_sub(g, gpu_mul(g, s, sum), half_square);
}

// -inf of zeros, infinity of infinity, NaN of others that are not positive.
static IrValue *edges(const GpuMath *g, IrValue *x, IrValue *r) {
  IrValue *positive = gpu_compare(g, ARITH_F_OGT, x, 0);
  IrValue *finite = gpu_compare(g, ARITH_F_OLT, x, INFINITY);
  IrValue *zero = gpu_compare(g, ARITH_F_OEQ, x, 0);
  IrValue *other = gpu_select(g, zero, gpu_number(g, -INFINITY), gpu_number(g, NAN));
  return gpu_select(g, positive, gpu_select(g, finite, r, x), other);
}

// log x / log b: `unit` is 1 / log b, `of_two` is log 2 / log b, each in two words.
static IrValue *logarithm(const GpuMath *g, IrValue *x, const double unit[2],
                          const double of_two[2]) {
  IrValue *e, *f = split(g, x, &e), *tail = log_tail(g, f);
  IrValue *r = gpu_fma(g, f, gpu_number(g, unit[1]), gpu_times(g, tail, unit[0]));
  r = gpu_fma(g, e, gpu_number(g, of_two[1]), r);
  r = gpu_fma(g, f, gpu_number(g, unit[0]), r);
  return edges(g, x, gpu_fma(g, e, gpu_number(g, of_two[0]), r));
}

IrValue *gpu_log_f64(const GpuMath *g, IrValue *x) {
  return logarithm(g, x, (const double[]){1, 0}, (const double[]){ln2, ln2_low});
}

IrValue *gpu_log2_f64(const GpuMath *g, IrValue *x) {
  return logarithm(g, x, (const double[]){log2_e, log2_e_low}, (const double[]){1, 0});
}

IrValue *gpu_log10_f64(const GpuMath *g, IrValue *x) {
  static const double unit[] = {0.43429448190325182, 1.0983196502167651e-17};
  static const double of_two[] = {0.30102999566398120, -2.8037281277851704e-18};
  return logarithm(g, x, unit, of_two);
}
