// Inverse trigonometric functions of f32.
#include "passes/math/gpu.h"

static const double pi = 3.141592653589793, half_pi = 1.5707963267948966;

// x + x^3 p(x^2) with z = x^2.
static IrValue *odd_function(const GpuMath *g, IrValue *x, IrValue *z, const double *p, size_t n) {
  IrValue *tail = gpu_mul(g, gpu_polynomial(g, z, p, n), z);
  return gpu_fma(g, tail, x, x);
}

// c - factor y, with c in two words.
static IrValue *constant_minus(const GpuMath *g, double c, double factor, IrValue *y) {
  float high = (float)c;
  IrValue *rest = gpu_fma(g, y, gpu_number(g, -factor), gpu_number(g, c - (double)high));
  return gpu_plus(g, rest, high);
}

// asin t for t = |x| up to 1/2 and for t = sqrt((1 - |x|) / 2) beyond, where
// asin |x| = pi/2 - 2 asin t.  NaN beyond 1.
static IrValue *asin_half(const GpuMath *g, IrValue *size, IrValue **is_big) {
  static const double p[] = {0.166666597,  0.0750050545, 0.0445167124,
                             0.0318098888, 0.0144298989, 0.0375293233};
  *is_big = gpu_compare(g, ARITH_F_OGT, size, 0.5);
  IrValue *rest = gpu_fma(g, size, gpu_number(g, -0.5), gpu_number(g, 0.5));
  IrValue *z = gpu_select(g, *is_big, rest, gpu_mul(g, size, size));
  IrValue *t = gpu_select(g, *is_big, gpu_sqrt(g, rest), size);
  return odd_function(g, t, z, p, sizeof p / sizeof *p);
}

IrValue *gpu_asin(const GpuMath *g, IrValue *x) {
  IrValue *is_big, *y = asin_half(g, gpu_abs(g, x), &is_big);
  IrValue *r = gpu_select(g, is_big, constant_minus(g, half_pi, 2, y), y);
  return gpu_with_sign(g, r, x);
}

// Of |x| up to 1/2: pi/2 - asin x.  Beyond: 2 asin t, or pi minus that for a negative x.
IrValue *gpu_acos(const GpuMath *g, IrValue *x) {
  IrValue *is_big, *y = asin_half(g, gpu_abs(g, x), &is_big);
  IrValue *middle = constant_minus(g, half_pi, 1, gpu_with_sign(g, y, x));
  IrValue *is_negative = gpu_compare(g, ARITH_F_OLT, x, 0);
  IrValue *edge = gpu_select(g, is_negative, constant_minus(g, pi, 2, y), gpu_add(g, y, y));
  return gpu_select(g, is_big, edge, middle);
}

// For t from 0 to 1.
static IrValue *atan_small(const GpuMath *g, IrValue *t) {
  static const double p[] = {-0.333333105,  0.19998835,    -0.142668903,
                             0.109646387,   -0.0843685046, 0.0584905893,
                             -0.0316785388, 0.0111702438,  -0.00184834399};
  return odd_function(g, t, gpu_mul(g, t, t), p, sizeof p / sizeof *p);
}

// atan x = pi/2 - atan 1/x for large x
IrValue *gpu_atan(const GpuMath *g, IrValue *x) {
  IrValue *size = gpu_abs(g, x), *is_big = gpu_compare(g, ARITH_F_OGT, size, 1);
  IrValue *inverse = gpu_div(g, gpu_number(g, 1), size);
  IrValue *y = atan_small(g, gpu_select(g, is_big, inverse, size));
  return gpu_with_sign(g, gpu_select(g, is_big, constant_minus(g, half_pi, 1, y), y), x);
}

// The angle of (|x|, |y|) from the nearer axis, then where it is.  Equal sizes, infinities also,
// have a quotient of 1, but zeros of 0.
IrValue *gpu_atan2(const GpuMath *g, IrValue *y, IrValue *x) {
  IrBuilder *b = g->b;
  IrValue *up = gpu_abs(g, y), *along = gpu_abs(g, x);
  IrValue *steep = build_cmpf(b, ARITH_F_OGT, up, along);
  IrValue *above = gpu_select(g, steep, along, up), *below = gpu_select(g, steep, up, along);
  IrValue *same = build_cmpf(b, ARITH_F_OEQ, up, along);
  IrValue *none = gpu_compare(g, ARITH_F_OEQ, below, 0);
  IrValue *one = gpu_select(g, none, gpu_number(g, 0), gpu_number(g, 1));
  IrValue *t = gpu_select(g, same, one, gpu_div(g, above, below));
  IrValue *r = atan_small(g, t);
  r = gpu_select(g, steep, constant_minus(g, half_pi, 1, r), r);
  IrValue *left = build_cmpi(b, ARITH_SLT, gpu_bits(g, x), gpu_integer(g, 0)); // -0 is, too
  r = gpu_select(g, left, constant_minus(g, pi, 1, r), r);
  IrValue *nan = build_cmpf(b, ARITH_F_UNO, x, y);
  return gpu_with_sign(g, gpu_select(g, nan, gpu_add(g, x, y), r), y);
}
