// Conversions of floats for arith-expand: on the bits, where a target has the integers and not the
// formats.
//
// bf16 is the upper half of an f32.  f8E8M0FNU is the exponent of an f32 (Open Compute Project,
// Microscaling Formats, 5.4.1), and f4E2M1FN has two bits of exponent and one of mantissa (5.3.3),
// so it is built from or cut out of an f32 in fields.  From and to other types they go by way of
// f32.
#include "passes/arith/build.h"
#include "passes/arith/expand.h"

enum { F32_MANTISSA = 23, F32_SIGN = 31, BF16_LOW_BITS = 16 };

typedef struct Conversion {
  IrBuilder *b;
  IrValue *in;
  IrType from, to;
} Conversion;

static Conversion conversion_of(IrRewriter *rw, IrOp *op) {
  IrValue *in = ir_op_operand(op, 0);
  return (Conversion){ir_rewriter_builder(rw), in, ir_value_type(in),
                      ir_value_type(ir_op_result(op, 0))};
}

static bool no_constants(IrRewriter *rw, IrOp *op, const Conversion *c) {
  return ir_no_match(rw, op, "it takes constants, and the extents of '{}' are not known", c->from);
}

// x as an f32, or as a type of f32's shape.
static IrValue *to_f32(const Conversion *c, IrAttr fastmath) {
  unsigned width = build_width(c->from);
  IrType f32 = build_float_like(c->from, IR_F32);
  if (build_is_float(c->from, IR_F32)) return c->in;
  if (width < 32)
    return BUILD1(c->b, arith_extf, .in = c->in, .out_type = f32, .fastmath = fastmath);
  return BUILD1(c->b, arith_truncf, .in = c->in, .out_type = f32, .fastmath = fastmath);
}

static IrValue *from_f32(const Conversion *c, IrValue *x, IrAttr fastmath) {
  unsigned width = build_width(c->to);
  if (build_is_float(c->to, IR_F32)) return x;
  if (width > 32) return BUILD1(c->b, arith_extf, .in = x, .out_type = c->to, .fastmath = fastmath);
  return BUILD1(c->b, arith_truncf, .in = x, .out_type = c->to, .fastmath = fastmath);
}

// ---- bf16 ----

IR_PATTERN(expand_extf_bf16, arith_extf, 1, "extf x : bf16 -> bits(x) << 16 as f32") {
  Conversion c = conversion_of(rw, op);
  if (!build_is_float(c.from, IR_BF16) || !build_is_float(c.to, IR_F32))
    return ir_no_match(rw, op, "not from bf16 to f32");
  if (!build_has_constants(c.from)) return no_constants(rw, op, &c);
  IrType i16 = build_int_like(c.from, 16), i32 = build_int_like(c.from, 32);
  IrValue *bits = build_cast(c.b, &arith_bitcast, c.in, i16);
  IrValue *wide = build_cast(c.b, &arith_extui, bits, i32);
  IrValue *amount = build_int(c.b, i32, BF16_LOW_BITS);
  IrValue *shifted = build_binary(c.b, &arith_shli, wide, amount);
  return ir_replace(rw, op, build_cast(c.b, &arith_bitcast, shifted, c.to));
}

// Just below half of the last place of bf16, or half of it when that place is odd: adding that
// carries into the place where x is nearer to the number above, and from the largest one on into
// the exponent of infinity.  Infinity itself has zeros below, so nothing carries; a NaN could
// become one.
static IrValue *bf16_bits(IrBuilder *b, IrValue *x, IrType i16) {
  IrType i32 = build_int_like(i16, 32);
  IrValue *is_nan = build_cmpf(b, ARITH_F_UNE, x, x);
  IrValue *below_half = build_int(b, i32, 0x7fff), *nan = build_int(b, i16, 0x7fc0);
  IrValue *amount = build_int(b, i32, BF16_LOW_BITS), *one = build_int(b, i32, 1);
  IrValue *bits = build_cast(b, &arith_bitcast, x, i32);
  IrValue *odd = build_binary(b, &arith_andi, build_binary(b, &arith_shrui, bits, amount), one);
  IrValue *bias = build_binary(b, &arith_addi, odd, below_half);
  IrValue *biased = build_binary(b, &arith_addi, bits, bias);
  IrValue *high = build_binary(b, &arith_shrui, biased, amount);
  return build_select(b, is_nan, nan, build_cast(b, &arith_trunci, high, i16));
}

static const char rounds_otherwise[] = "only rounding to nearest even is expanded";

IR_PATTERN(expand_truncf_bf16, arith_truncf, 1,
           "truncf x : bf16 -> (bits(x) + 0x7fff + bit 16 of x) >> 16 as bf16") {
  Conversion c = conversion_of(rw, op);
  if (!build_is_float(c.from, IR_F32) || !build_is_float(c.to, IR_BF16))
    return ir_no_match(rw, op, "not from f32 to bf16");
  if (GET(op, arith_truncf, roundingmode)) return ir_no_match(rw, op, rounds_otherwise);
  if (!build_has_constants(c.from)) return no_constants(rw, op, &c);
  IrValue *bits = bf16_bits(c.b, c.in, build_int_like(c.from, 16));
  return ir_replace(rw, op, build_cast(c.b, &arith_bitcast, bits, c.to));
}

const IrPattern *const expand_bf16[EXPAND_NUM_BF16] = {&expand_extf_bf16, &expand_truncf_bf16};

// ---- f8E8M0FNU ----

IR_PATTERN(expand_extf_f8E8M0, arith_extf, 1,
           "extf x : f8E8M0FNU -> x == NaN ? NaN : bits(x) << 23 as f32") {
  Conversion c = conversion_of(rw, op);
  if (!build_is_float(c.from, IR_F8E8M0FNU)) return ir_no_match(rw, op, "not from f8E8M0FNU");
  if (!build_has_constants(c.from)) return no_constants(rw, op, &c);
  IrType i8 = build_int_like(c.from, 8), i32 = build_int_like(c.from, 32);
  IrValue *bits = build_cast(c.b, &arith_bitcast, c.in, i8);
  IrValue *nan = build_int(c.b, i8, 0xff), *wide_nan = build_int(c.b, i32, -1);
  IrValue *amount = build_int(c.b, i32, F32_MANTISSA);
  IrValue *wide = build_cast(c.b, &arith_extui, bits, i32);
  IrValue *exponent = build_binary(c.b, &arith_shli, wide, amount);
  IrValue *is_nan = build_cmpi(c.b, ARITH_EQ, bits, nan);
  IrValue *chosen = build_select(c.b, is_nan, wide_nan, exponent);
  IrValue *f32 = build_cast(c.b, &arith_bitcast, chosen, build_float_like(c.from, IR_F32));
  return ir_replace(rw, op, from_f32(&c, f32, GET(op, arith_extf, fastmath)));
}

// The exponent, whatever sign and mantissa: the largest power of two that is not above |x|, and NaN
// for infinities and NaN.
IR_PATTERN(expand_truncf_f8E8M0, arith_truncf, 1,
           "truncf x : f8E8M0FNU -> bits(x) >> 23 as f8E8M0FNU") {
  Conversion c = conversion_of(rw, op);
  if (!build_is_float(c.to, IR_F8E8M0FNU)) return ir_no_match(rw, op, "not to f8E8M0FNU");
  if (GET(op, arith_truncf, roundingmode)) return ir_no_match(rw, op, rounds_otherwise);
  if (!build_has_constants(c.from)) return no_constants(rw, op, &c);
  IrType i8 = build_int_like(c.from, 8), i32 = build_int_like(c.from, 32);
  IrValue *x = to_f32(&c, GET(op, arith_truncf, fastmath));
  IrValue *bits = build_cast(c.b, &arith_bitcast, x, i32);
  IrValue *amount = build_int(c.b, i32, F32_MANTISSA);
  IrValue *high = build_binary(c.b, &arith_shrui, bits, amount);
  IrValue *exponent = build_cast(c.b, &arith_trunci, high, i8);
  return ir_replace(rw, op, build_cast(c.b, &arith_bitcast, exponent, c.to));
}

const IrPattern *const expand_f8E8M0[EXPAND_NUM_F8E8M0] = {&expand_extf_f8E8M0,
                                                           &expand_truncf_f8E8M0};

// ---- f4E2M1FN ----
//
//   f4E2M1FN   0.0   0.5        1.0        1.5        2.0        3.0        4.0        6.0
//   bits       000   001        010        011        100        101        110        111
//   f32 from   0     01111110.0 01111111.0 01111111.1 10000000.0 10000000.1 10000001.0 10000001.1
//   bit 22 on

typedef struct F4 {
  IrBuilder *b;
  IrType i4, i8, i32;
} F4;

static F4 f4_of(const Conversion *c) {
  return (F4){c->b, build_int_like(c->from, 4), build_int_like(c->from, 8),
              build_int_like(c->from, 32)};
}

static IrValue *shifted_left(const F4 *f, IrValue *x, IrValue *amount) {
  return build_binary(f->b, &arith_shli, x, amount);
}

// The two low bits of the magnitude in their place: the low exponent bit of f32 and the first of
// its mantissa.  In 0.5 alone they are the exponent's.
static IrValue *f4_low_field(const F4 *f, IrValue *magnitude, IrValue *zero, IrValue *one,
                             IrValue *two) {
  IrValue *amount = build_int(f->b, f->i32, F32_MANTISSA - 3);
  IrValue *low = shifted_left(f, magnitude, two); // drops the high bit
  IrValue *is_half = build_cmpi(f->b, ARITH_EQ, magnitude, one);
  low = build_select(f->b, is_half, zero, low);
  return shifted_left(f, build_cast(f->b, &arith_extui, low, f->i32), amount);
}

// The upper seven bits of the exponent, and the sign, above them.
static IrValue *f4_high_fields(const F4 *f, IrValue *bits, IrValue *magnitude, IrValue *zero,
                               IrValue *four, IrValue **sign) {
  IrValue *none = build_int(f->b, f->i32, 0), *high = build_int(f->b, f->i32, 0x40000000);
  IrValue *low = build_int(f->b, f->i32, 0x3f000000);
  IrValue *from_two_on = build_cmpi(f->b, ARITH_UGE, magnitude, four);
  IrValue *exponent = build_select(f->b, from_two_on, high, low);
  IrValue *is_zero = build_cmpi(f->b, ARITH_EQ, magnitude, zero);
  exponent = build_select(f->b, is_zero, none, exponent);
  IrValue *minus = build_int(f->b, f->i32, INT64_C(1) << F32_SIGN);
  IrValue *is_negative = build_cmpi(f->b, ARITH_UGE, bits, build_int(f->b, f->i4, 8));
  *sign = build_select(f->b, is_negative, minus, none);
  return exponent;
}

IR_PATTERN(expand_extf_f4E2M1, arith_extf, 1,
           "extf x : f4E2M1FN -> sign, exponent and mantissa of x as those of an f32") {
  Conversion c = conversion_of(rw, op);
  if (!build_is_float(c.from, IR_F4E2M1FN)) return ir_no_match(rw, op, "not from f4E2M1FN");
  if (!build_has_constants(c.from)) return no_constants(rw, op, &c);
  F4 f = f4_of(&c);
  IrValue *bits = build_cast(c.b, &arith_bitcast, c.in, f.i4), *sign;
  IrValue *zero = build_int(c.b, f.i4, 0), *one = build_int(c.b, f.i4, 1);
  IrValue *two = build_int(c.b, f.i4, 2), *four = build_int(c.b, f.i4, 4);
  IrValue *magnitude = build_binary(c.b, &arith_andi, bits, build_int(c.b, f.i4, 7));
  IrValue *low = f4_low_field(&f, magnitude, zero, one, two);
  IrValue *high = f4_high_fields(&f, bits, magnitude, zero, four, &sign);
  IrValue *sum = build_binary(c.b, &arith_addi, low, high);
  sum = build_binary(c.b, &arith_addi, sum, sign);
  IrValue *f32 = build_cast(c.b, &arith_bitcast, sum, build_float_like(c.from, IR_F32));
  return ir_replace(rw, op, from_f32(&c, f32, NULL));
}

// Constants that several steps of truncf use.
typedef struct F4Constants {
  IrValue *one, *three;  // i4
  IrValue *first;        // i32: where the mantissa's first bit stands
  IrValue *zero8, *ff;   // i8
  IrValue *zero;         // i32
  IrValue *low_mantissa; // i32: set by f4_fields
} F4Constants;

static F4Constants f4_constants(const F4 *f) {
  F4Constants k = {.one = build_int(f->b, f->i4, 1), .three = NULL};
  k.three = build_int(f->b, f->i4, 3);
  k.first = build_int(f->b, f->i32, F32_MANTISSA - 1);
  k.zero8 = build_int(f->b, f->i8, 0);
  k.ff = build_int(f->b, f->i8, 0xff);
  k.zero = build_int(f->b, f->i32, 0);
  return k;
}

// x between -6 and 6, as bits; NaN becomes 6.
static IrValue *f4_clamped(const F4 *f, IrValue *x) {
  IrType f32 = ir_value_type(x);
  IrValue *high = build_float(f->b, f32, 6.0), *low = build_float(f->b, f32, -6.0);
  IrValue *clamped = build_binary(f->b, &arith_minnumf, x, high);
  clamped = build_binary(f->b, &arith_maxnumf, clamped, low);
  return build_cast(f->b, &arith_bitcast, clamped, f->i32);
}

// Sign, exponent and the first bit of the mantissa, cut off; `exponent` is that of f32 less the
// difference of the two biases.
static IrValue *f4_fields(const F4 *f, const F4Constants *k, IrValue *bits, IrValue **exponent) {
  IrValue *top = build_int(f->b, f->i32, F32_SIGN);
  IrValue *sign = build_binary(f->b, &arith_shrui, bits, top);
  IrValue *sum = shifted_left(f, build_cast(f->b, &arith_trunci, sign, f->i4), k->three);
  IrValue *bias = build_int(f->b, f->i32, 0x7e);
  IrValue *mantissa = build_int(f->b, f->i32, F32_MANTISSA);
  IrValue *above = build_binary(f->b, &arith_shrui, bits, mantissa);
  *exponent = build_binary(f->b, &arith_subi, above, bias);
  IrValue *low = build_cast(f->b, &arith_trunci, *exponent, f->i4);
  sum = build_binary(f->b, &arith_addi, sum, shifted_left(f, low, k->one));
  IrValue *mask = build_int(f->b, f->i32, 0x400000);
  IrValue *bit = build_binary(f->b, &arith_andi, bits, mask);
  bit = build_binary(f->b, &arith_shrui, bit, k->first);
  return build_binary(f->b, &arith_addi, sum, build_cast(f->b, &arith_trunci, bit, f->i4));
}

// What is below 1 has no leading bit: 0.5 to 1 keeps its fields, above 0.25 is 0, and the rest is
// 15, so that the 1 that is then added to all of them makes 0.5 or 1, 0.5, and 0.
static IrValue *f4_below_one(const F4 *f, const F4Constants *k, IrValue *bits, IrValue *fields,
                             IrValue *exponent, IrValue **is_small) {
  IrValue *mask = build_int(f->b, f->i32, 0x7fffff);
  IrValue *e = build_cast(f->b, &arith_trunci, exponent, f->i8);
  *is_small = build_cmpi(f->b, ARITH_SLE, e, k->zero8);
  IrValue *from_quarter = build_cmpi(f->b, ARITH_EQ, e, k->ff);
  IrValue *mantissa = build_binary(f->b, &arith_andi, bits, mask);
  IrValue *inexact = build_cmpi(f->b, ARITH_UGT, mantissa, k->zero);
  IrValue *to_half = build_binary(f->b, &arith_andi, from_quarter, inexact);
  IrValue *from_half = build_cmpi(f->b, ARITH_EQ, e, k->zero8);
  IrValue *below = build_int(f->b, f->i4, 15), *half = build_int(f->b, f->i4, 0);
  IrValue *chosen = build_select(f->b, *is_small, below, fields);
  chosen = build_select(f->b, to_half, half, chosen);
  return build_select(f->b, from_half, fields, chosen);
}

static IrValue *f4_rounded(const F4 *f, const F4Constants *k, IrValue *bits, IrValue *fields,
                           IrValue *is_small) {
  IrValue *mask = build_int(f->b, f->i32, 0x3fffff), *half = build_int(f->b, f->i32, 0x200000);
  IrValue *rest = build_binary(f->b, &arith_andi, bits, mask);
  IrValue *rounds = build_cmpi(f->b, ARITH_UGE, rest, half);
  rounds = build_binary(f->b, &arith_ori, rounds, is_small);
  return build_select(f->b, rounds, build_binary(f->b, &arith_addi, fields, k->one), fields);
}

IR_PATTERN(
    expand_truncf_f4E2M1, arith_truncf, 1,
    "truncf x : f4E2M1FN -> clamp to 6, cut the fields out of an f32, round up from half on") {
  Conversion c = conversion_of(rw, op);
  if (!build_is_float(c.to, IR_F4E2M1FN)) return ir_no_match(rw, op, "not to f4E2M1FN");
  if (!build_has_constants(c.from)) return no_constants(rw, op, &c);
  F4 f = f4_of(&c);
  IrValue *x = to_f32(&c, NULL), *exponent, *is_small;
  F4Constants k = f4_constants(&f);
  IrValue *bits = f4_clamped(&f, x);
  IrValue *fields = f4_fields(&f, &k, bits, &exponent);
  fields = f4_below_one(&f, &k, bits, fields, exponent, &is_small);
  fields = f4_rounded(&f, &k, bits, fields, is_small);
  return ir_replace(rw, op, build_cast(c.b, &arith_bitcast, fields, c.to));
}

const IrPattern *const expand_f4E2M1[EXPAND_NUM_F4E2M1] = {&expand_extf_f4E2M1,
                                                           &expand_truncf_f4E2M1};

// ---- Scaled conversions ----

// The scale as f8E8M0FNU; NULL when it is narrower than 16 bits and something else.
static IrValue *scale_of(IrBuilder *b, IrValue *scale, IrAttr fastmath) {
  IrType type = ir_value_type(scale);
  if (build_is_float(type, IR_F8E8M0FNU)) return scale;
  if (build_width(type) < 16) return NULL;
  IrType to = build_float_like(type, IR_F8E8M0FNU);
  return BUILD1(b, arith_truncf, .in = scale, .out_type = to, .fastmath = fastmath);
}

static bool no_scale(IrRewriter *rw, IrOp *op) {
  return ir_no_match(rw, op, "its scale of type '{}' does not convert to f8E8M0FNU",
                     ir_value_type(ir_op_operand(op, 1)));
}

IR_PATTERN(expand_scaling_extf, arith_scaling_extf, 1,
           "scaling_extf x, s -> extf x * extf (truncf s : f8E8M0FNU)") {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrAttr flags = GET(op, arith_scaling_extf, fastmath);
  IrType type = ir_value_type(ir_op_result(op, 0));
  IrValue *scale = scale_of(b, GET(op, arith_scaling_extf, scale), flags);
  if (!scale) return no_scale(rw, op);
  scale = BUILD1(b, arith_extf, .in = scale, .out_type = type, .fastmath = flags);
  IrValue *x = BUILD1(b, arith_extf, .in = GET(op, arith_scaling_extf, in), .out_type = type,
                      .fastmath = flags);
  return ir_replace(rw, op, BUILD1(b, arith_mulf, .lhs = x, .rhs = scale, .fastmath = flags));
}

IR_PATTERN(expand_scaling_truncf, arith_scaling_truncf, 1,
           "scaling_truncf x, s -> truncf (x / extf (truncf s : f8E8M0FNU))") {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrAttr flags = GET(op, arith_scaling_truncf, fastmath);
  IrValue *x = GET(op, arith_scaling_truncf, in);
  IrValue *scale = scale_of(b, GET(op, arith_scaling_truncf, scale), flags);
  if (!scale) return no_scale(rw, op);
  scale = BUILD1(b, arith_extf, .in = scale, .out_type = ir_value_type(x), .fastmath = flags);
  IrValue *quotient = BUILD1(b, arith_divf, .lhs = x, .rhs = scale, .fastmath = flags);
  return ir_replace(
      rw, op,
      BUILD1(b, arith_truncf, .in = quotient, .out_type = ir_value_type(ir_op_result(op, 0)),
             .roundingmode = GET(op, arith_scaling_truncf, roundingmode), .fastmath = flags));
}

const IrPattern *const expand_scaling[EXPAND_NUM_SCALING] = {&expand_scaling_extf,
                                                             &expand_scaling_truncf};
