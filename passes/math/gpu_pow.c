// Powers.
//
//   x^y = 2^(y log2 x)
//
// where an error of the exponent is a hundred times as large in the result, so the logarithm is
// worked out to 31 bits: as a sum of two numbers, of which the second is less than the last bit of
// the first (Dekker, 1971).
#include <math.h>

#include "dialects/scf/scf.h"
#include "passes/math/gpu.h"

static const double log2_e = 1.4426950408889634;

typedef struct Sum {
  IrValue *high, *low;
} Sum;

// high + low with nothing left to carry, for |high| above |low|.
static Sum normalized(const GpuMath *g, IrValue *high, IrValue *low) {
  IrValue *sum = gpu_add(g, high, low);
  return (Sum){sum, gpu_sub(g, low, gpu_sub(g, sum, high))};
}

// s = 2 f / (2 + f), so that log(1 + f) = s + s^3/12 + s^5/80 + ...
static Sum ratio(const GpuMath *g, IrValue *f) {
  IrValue *twice = gpu_add(g, f, f), *below = gpu_plus(g, f, 2);
  IrValue *below_low = gpu_sub(g, f, gpu_plus(g, below, -2));
  IrValue *inverse = gpu_approx_div(g, gpu_number(g, 1), below);
  IrValue *s = gpu_mul(g, twice, inverse), *minus = gpu_neg(g, s);
  IrValue *rest = gpu_fma(g, minus, below_low, gpu_fma(g, minus, below, twice));
  return (Sum){s, gpu_mul(g, rest, inverse)};
}

// s^3 (1/12 + s^2/80 + ...), the cube and its factor in two words each.
static Sum cubic_tail(const GpuMath *g, Sum s) {
  static const double q[] = {0.0125001054, 0.00222947262, 0.000460611976};
  const double twelfth = 1.0 / 12, high = (float)twelfth;
  IrValue *square = gpu_mul(g, s.high, s.high);
  IrValue *square_low = gpu_fma(g, s.high, s.high, gpu_neg(g, square));
  IrValue *cube = gpu_mul(g, square, s.high);
  IrValue *cube_low = gpu_fma(g, square, s.high, gpu_neg(g, cube));
  cube_low = gpu_fma(g, square_low, s.high, cube_low);
  IrValue *rest = GPU_POLYNOMIAL(g, square, q);
  rest = gpu_fma(g, rest, square, gpu_number(g, twelfth - high));
  Sum factor = normalized(g, gpu_number(g, high), rest);
  IrValue *tail = gpu_mul(g, cube, factor.high);
  IrValue *low = gpu_fma(g, cube, factor.high, gpu_neg(g, tail));
  low = gpu_fma(g, cube_low, factor.high, low);
  return (Sum){tail, gpu_fma(g, cube, factor.low, low)};
}

static Sum precise_log2(const GpuMath *g, IrValue *x) {
  static const double high = 0x1.715476p+0;
  IrValue *e, *f = gpu_split(g, x, 0.70710678, &e);
  Sum s = ratio(g, f), tail = cubic_tail(g, s);
  Sum log = normalized(g, s.high, tail.high);
  log = normalized(g, log.high, gpu_add(g, log.low, gpu_add(g, s.low, tail.low)));
  // The product with log2 e.
  IrValue *unit = gpu_number(g, high);
  IrValue *product = gpu_mul(g, log.high, unit);
  IrValue *error = gpu_fma(g, log.high, unit, gpu_neg(g, product));
  error = gpu_fma(g, log.high, gpu_number(g, log2_e - high), error);
  error = gpu_fma(g, log.low, unit, error);
  Sum whole = normalized(g, e, product); // e is 0 or the larger one
  return normalized(g, whole.high, gpu_add(g, whole.low, error));
}

static IrValue *power_of_size(const GpuMath *g, IrValue *size, IrValue *y) {
  if (g->afn) return gpu_exp2_approx(g, gpu_mul(g, y, gpu_log2_approx(g, size)));
  Sum log = precise_log2(g, size);
  IrValue *high = gpu_mul(g, y, log.high);
  IrValue *low = gpu_fma(g, y, log.high, gpu_neg(g, high));
  low = gpu_fma(g, y, log.low, low);
  IrValue *fits = gpu_compare(g, ARITH_F_OLT, gpu_abs(g, high), 512); // else inf - inf
  return gpu_exp2_of_sum(g, high, gpu_select(g, fits, low, gpu_number(g, 0)));
}

static IrValue *both(const GpuMath *g, IrValue *x, IrValue *y) {
  return build_binary(g->b, &arith_andi, x, y);
}

static IrValue *either(const GpuMath *g, IrValue *x, IrValue *y) {
  return build_binary(g->b, &arith_ori, x, y);
}

static IrValue *is_integer(const GpuMath *g, IrValue *y) {
  return build_cmpf(g->b, ARITH_F_OEQ, build_unary(g->b, &math_trunc, y), y);
}

// The cases of C's pow (C11, F.10.4.4).
IrValue *gpu_pow(const GpuMath *g, IrValue *x, IrValue *y) {
  IrBuilder *b = g->b;
  IrValue *size = gpu_abs(g, x), *r = power_of_size(g, size, y);
  IrValue *whole = is_integer(g, y), *zero = gpu_compare(g, ARITH_F_OEQ, x, 0);
  IrValue *infinite = gpu_compare(g, ARITH_F_OEQ, size, INFINITY);
  // 0 or infinity of these, by the sign of y.
  IrValue *falls = gpu_compare(g, ARITH_F_OLT, y, 0);
  IrValue *grows = build_cmpi(b, ARITH_EQ, zero, falls);
  IrValue *edge = gpu_select(g, grows, gpu_number(g, INFINITY), gpu_number(g, 0));
  r = gpu_select(g, either(g, zero, infinite), edge, r);
  // A negative x: NaN, or the sign of odd powers.
  IrValue *half = gpu_times(g, y, 0.5);
  IrValue *odd =
      both(g, whole, build_cmpf(b, ARITH_F_UNE, build_unary(b, &math_trunc, half), half));
  r = gpu_select(g, odd, gpu_with_sign(g, r, x), r);
  IrValue *below =
      both(g, gpu_compare(g, ARITH_F_OLT, x, 0), gpu_compare(g, ARITH_F_OGT, x, -INFINITY));
  IrValue *fractional = build_cmpf(b, ARITH_F_UNE, build_unary(b, &math_trunc, y), y);
  r = gpu_select(g, both(g, below, fractional), gpu_number(g, NAN), r);
  // 1 whatever the other is, also NaN; -1 to an infinite power.
  IrValue *nan = build_cmpf(b, ARITH_F_UNO, x, y);
  r = gpu_select(g, nan, gpu_add(g, x, y), r);
  IrValue *one = either(g, gpu_compare(g, ARITH_F_OEQ, x, 1), gpu_compare(g, ARITH_F_OEQ, y, 0));
  IrValue *turns = both(g, gpu_compare(g, ARITH_F_OEQ, size, 1),
                        gpu_compare(g, ARITH_F_OEQ, gpu_abs(g, y), INFINITY));
  return gpu_select(g, either(g, one, turns), gpu_number(g, 1), r);
}

// ---- Integer powers. ----

typedef struct Step {
  IrValue *product, *square, *left;
} Step;

static IrValue *multiply(IrBuilder *b, IrValue *x, IrValue *y) {
  IrType type = ir_type_element(ir_value_type(x));
  return build_binary(b, ir_type_is_float(type) ? &arith_mulf : &arith_muli, x, y);
}

// A bit of the exponent: product *= square where it is set, square *= square.
static Step next_step(IrBuilder *b, Step s) {
  IrType type = ir_value_type(s.left);
  IrValue *one = build_int(b, type, 1);
  IrValue *bit = build_binary(b, &arith_andi, s.left, one);
  IrValue *is_set = build_cmpi(b, ARITH_NE, bit, build_int(b, type, 0));
  IrValue *product = build_select(b, is_set, multiply(b, s.product, s.square), s.product);
  return (Step){product, multiply(b, s.square, s.square),
                build_binary(b, &arith_shrui, s.left, one)};
}

IrValue *gpu_int_power(IrBuilder *b, IrValue *x, IrValue *n) {
  IrType type = ir_value_type(x);
  bool is_float = ir_type_is_float(ir_type_element(type));
  IrValue *one = is_float ? build_float(b, type, 1) : build_int(b, type, 1);
  IrValue *inits[] = {one, x, n};
  IrValue *lower = arith_index_constant(b, 0), *step = arith_index_constant(b, 1);
  IrValue *upper = arith_index_constant(b, build_width(ir_value_type(n)));
  IrOp *loop = scf_for_create(b, lower, upper, step, inits, 3);
  IrBlock *body = scf_block(loop, 0);
  IrBuilder inside = *b;
  inside.block = body, inside.before = NULL;
  Step s = next_step(&inside,
                     (Step){ir_block_arg(body, 1), ir_block_arg(body, 2), ir_block_arg(body, 3)});
  IrValue *values[] = {s.product, s.square, s.left};
  BUILD(&inside, scf_yield, .results = {values, 3});
  return ir_op_result(loop, 0);
}
