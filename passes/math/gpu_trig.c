// Sine, cosine and tangent of f32.
//
//   x = q pi/2 + r,  |r| <= pi/4
//
// Up to 2^16, pi/2 in three words leaves r with its last bits.  Beyond (Payne and Hanek, 1983), x
// is an integer of 24 bits times a power of two: the bits of 2/pi that make whole turns of that are
// left out, and of the product with the next 96 bits the upper two are q and the others r.  Which
// numbers are so large is asked first, for all elements at once, so that others do not pay for it.
#include "dialects/scf/scf.h"
#include "passes/math/gpu.h"

static const double shifter = 12582912; // 1.5 2^23
static const double two_over_pi = 0.6366197723675814, half_pi = 1.5707963267948966;

typedef struct Reduced {
  IrValue *r, *q; // an f32, and an i32 of which the last two bits count
} Reduced;

static Reduced reduce_small(const GpuMath *g, IrValue *x) {
  static const double words[] = {0x1.921fb4p+0, 0x1.4442dp-24, 0x1.846988p-48}; // of pi/2
  IrValue *shifted = gpu_fma(g, x, gpu_number(g, two_over_pi), gpu_number(g, shifter));
  IrValue *q = gpu_plus(g, shifted, -shifter), *r = x;
  for (int i = 0; i < 3; i++) r = gpu_fma(g, q, gpu_number(g, -words[i]), r);
  return (Reduced){r, gpu_bits(g, shifted)};
}

// ---- Large numbers. ----

enum { EXPONENT_BIAS = 127, MANTISSA_BITS = 23 };

// Builders of i64.
typedef struct Long {
  const GpuMath *g;
  IrType type;
} Long;

static IrValue *op64(const Long *l, const IrOpDef *op, IrValue *x, int64_t y) {
  return build_binary(l->g->b, op, x, build_int(l->g->b, l->type, y));
}

static IrValue *extend(const Long *l, IrValue *x) {
  return build_cast(l->g->b, &arith_extui, x, l->type);
}

// 32 bits of 2/pi, those that begin `first` bits behind the binary point, 32 zeros being in front;
// `step` words further on.
static IrValue *bits_of_two_over_pi(const Long *l, IrValue *word, IrValue *shift, int step) {
  static const uint32_t bits[] = {0,          0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                  0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};
  enum { WORDS = 5 };
  IrBuilder *b = l->g->b;
  IrValue *two = NULL;
  for (int i = 0; i < WORDS; i++) {
    int64_t value = (int64_t)((uint64_t)bits[i + step] << 32 | bits[i + step + 1]);
    IrValue *here = build_int(b, l->type, value);
    IrValue *is_here = build_cmpi(b, ARITH_EQ, word, build_int(b, ir_value_type(word), i));
    two = two ? build_select(b, is_here, here, two) : here;
  }
  two = build_binary(b, &arith_shli, two, shift);
  return op64(l, &arith_shrui, two, 32);
}

// (mantissa * window) mod 2^96, as the upper 64 bits; the lower 32 only matter as they carry.
static IrValue *fraction_of(const Long *l, IrValue *mantissa, IrValue *word, IrValue *shift,
                            IrValue **next) {
  IrBuilder *b = l->g->b;
  IrValue *product[3], *carry = NULL;
  for (int i = 2; i >= 0; i--) {
    IrValue *bits = bits_of_two_over_pi(l, word, shift, i);
    product[i] = build_binary(b, &arith_muli, bits, mantissa);
    if (carry) product[i] = build_binary(b, &arith_addi, product[i], carry);
    carry = op64(l, &arith_shrui, product[i], 32);
  }
  IrValue *low = op64(l, &arith_andi, product[1], UINT32_MAX);
  *next = op64(l, &arith_andi, product[2], UINT32_MAX);
  return build_binary(b, &arith_ori, op64(l, &arith_shli, product[0], 32), low);
}

static Reduced reduce_large(const GpuMath *g, IrValue *x) {
  const Long l = {g, build_int_like(g->type, 64)};
  IrBuilder *b = g->b;
  IrValue *size = gpu_bits(g, gpu_abs(g, x));
  IrValue *exponent = gpu_int_op(&arith_shrui, g, size, MANTISSA_BITS);
  // Bits that begin 25 in front of where x has its ones: 32 of the table are zeros.
  IrValue *first = gpu_int_op(&arith_addi, g, exponent, 32 - 25 - EXPONENT_BIAS);
  IrValue *word = gpu_int_op(&arith_shrui, g, first, 5);
  IrValue *shift = extend(&l, gpu_int_op(&arith_andi, g, first, 31));
  IrValue *mantissa = gpu_int_op(&arith_andi, g, size, (1 << MANTISSA_BITS) - 1);
  mantissa = gpu_int_op(&arith_ori, g, mantissa, 1 << MANTISSA_BITS);
  IrValue *next, *product = fraction_of(&l, extend(&l, mantissa), word, shift, &next);
  // The nearest quarter turn, and what is left of it as a signed fraction of 64 bits.
  IrValue *q = op64(&l, &arith_shrui, product, 62);
  IrValue *half = op64(&l, &arith_andi, op64(&l, &arith_shrui, product, 61), 1);
  q = build_cast(b, &arith_trunci, build_binary(b, &arith_addi, q, half), g->bits);
  IrValue *left = build_binary(b, &arith_ori, op64(&l, &arith_shli, product, 2),
                               op64(&l, &arith_shrui, next, 30));
  IrType f64 = build_float_like(g->type, IR_F64);
  IrValue *r = build_cast(b, &arith_sitofp, left, f64);
  r = build_binary(b, &arith_mulf, r, build_float(b, f64, half_pi * 0x1p-64));
  r = build_cast(b, &arith_truncf, r, g->type);
  IrValue *is_negative = gpu_compare(g, ARITH_F_OLT, x, 0);
  r = gpu_select(g, is_negative, gpu_neg(g, r), r);
  IrValue *zero = gpu_integer(g, 0);
  q = gpu_select(g, is_negative, build_binary(b, &arith_subi, zero, q), q);
  IrValue *infinite = build_cmpi(b, ARITH_UGE, size, gpu_integer(g, 0x7f800000));
  return (Reduced){gpu_select(g, infinite, gpu_sub(g, x, x), r), q};
}

// ---- Either. ----

static Reduced choose(const GpuMath *g, IrValue *condition, Reduced yes, Reduced no) {
  return (Reduced){gpu_select(g, condition, yes.r, no.r), gpu_select(g, condition, yes.q, no.q)};
}

static void yield(IrBuilder *b, Reduced value) {
  IrValue *const values[] = {value.r, value.q};
  BUILD(b, scf_yield, .results = {(IrValue **)values, 2});
}

static Reduced reduce(const GpuMath *g, IrValue *x) {
  Reduced small = reduce_small(g, x);
  IrValue *large = gpu_compare(g, ARITH_F_OGE, gpu_abs(g, x), 0x1p16);
  if (!gpu_has_elements(g->type)) return choose(g, large, reduce_large(g, x), small);
  IrValue *any = gpu_any(g->b, large);
  IrType types[] = {g->type, g->bits};
  IrOp *either = scf_if_create(g->b, any, types, 2, true);
  IrBuilder inside = *g->b;
  GpuMath nested = *g;
  nested.b = &inside;
  inside.before = NULL;
  inside.block = scf_block(either, 0);
  yield(&inside, choose(&nested, large, reduce_large(&nested, x), small));
  inside.block = scf_block(either, 1);
  yield(&inside, small);
  return (Reduced){ir_op_result(either, 0), ir_op_result(either, 1)};
}

// ---- Functions of the rest. ----

static IrValue *sine_of(const GpuMath *g, IrValue *r, IrValue *square) {
  static const double p[] = {-0.166666552, 0.0083321603, -0.000195152024};
  IrValue *tail = gpu_mul(g, GPU_POLYNOMIAL(g, square, p), square);
  return gpu_fma(g, tail, r, r);
}

static IrValue *cosine_of(const GpuMath *g, IrValue *square) {
  static const double p[] = {1, -0.5, 0.0416666456, -0.00138873153, 2.4433064e-05};
  return GPU_POLYNOMIAL(g, square, p);
}

static IrValue *is_set(const GpuMath *g, IrValue *q, int bit) {
  IrValue *masked = gpu_int_op(&arith_andi, g, q, bit);
  return build_cmpi(g->b, ARITH_NE, masked, gpu_integer(g, 0));
}

// Of the `turn`th quarter on: 0 for the sine, 1 for the cosine.
static IrValue *at_quarter(const GpuMath *g, IrValue *sine, IrValue *cosine, IrValue *q, int turn) {
  if (turn) q = gpu_int_op(&arith_addi, g, q, turn);
  IrValue *r = gpu_select(g, is_set(g, q, 1), cosine, sine);
  return gpu_select(g, is_set(g, q, 2), gpu_neg(g, r), r);
}

// f(-0) is -0, which sums lose.
static IrValue *keep_zero(const GpuMath *g, IrValue *x, IrValue *r) {
  return gpu_select(g, gpu_compare(g, ARITH_F_OEQ, x, 0), x, r);
}

typedef struct Waves {
  IrValue *sine, *cosine, *q;
} Waves;

static Waves waves_of(const GpuMath *g, IrValue *x) {
  Reduced reduced = reduce(g, x);
  IrValue *square = gpu_mul(g, reduced.r, reduced.r);
  return (Waves){sine_of(g, reduced.r, square), cosine_of(g, square), reduced.q};
}

IrValue *gpu_sin(const GpuMath *g, IrValue *x) {
  Waves w = waves_of(g, x);
  return keep_zero(g, x, at_quarter(g, w.sine, w.cosine, w.q, 0));
}

IrValue *gpu_cos(const GpuMath *g, IrValue *x) {
  Waves w = waves_of(g, x);
  return at_quarter(g, w.sine, w.cosine, w.q, 1);
}

void gpu_sincos(const GpuMath *g, IrValue *x, IrValue **sine, IrValue **cosine) {
  Waves w = waves_of(g, x);
  *sine = keep_zero(g, x, at_quarter(g, w.sine, w.cosine, w.q, 0));
  *cosine = at_quarter(g, w.sine, w.cosine, w.q, 1);
}

// tan(r + pi/2) = -1 / tan r
IrValue *gpu_tan(const GpuMath *g, IrValue *x) {
  if (g->afn) {
    IrAttr flags = arith_fastmath_attr(g->b->ctx, ARITH_AFN);
    IrValue *sine = BUILD1(g->b, math_sin, .operand = x, .fastmath = flags);
    IrValue *cosine = BUILD1(g->b, math_cos, .operand = x, .fastmath = flags);
    return gpu_approx_div(g, sine, cosine);
  }
  Waves w = waves_of(g, x);
  IrValue *odd = is_set(g, w.q, 1);
  IrValue *above = gpu_select(g, odd, w.cosine, w.sine);
  IrValue *below = gpu_select(g, odd, gpu_neg(g, w.sine), w.cosine);
  return keep_zero(g, x, gpu_div(g, above, below));
}
