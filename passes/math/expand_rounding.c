// math-expand-ops: rounding to integers by way of i64 or on the bits, and leading zeros.
#include "dialects/math/math.h"
#include "passes/arith/build.h"
#include "passes/math/expand.h"

IrValue *expand_truncated(IrBuilder *b, IrValue *x, IrValue **integer) {
  IrType type = ir_value_type(x);
  *integer = build_cast(b, &arith_fptosi, x, build_int_like(type, 64));
  IrValue *number = build_cast(b, &arith_sitofp, *integer, type);
  return build_binary(b, &math_copysign, number, x); // what becomes 0 keeps its sign
}

IR_PATTERN(expand_ceil, math_ceil, 1, "ceil x -> t + (x > t ? 1 : 0), t = x truncated") {
  IrValue *x = GET(op, math_ceil, operand);
  IrType type = ir_value_type(x);
  if (!build_has_constants(type)) return expand_has_no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *integer, *below = expand_truncated(b, x, &integer);
  IrValue *zero = build_float(b, type, 0), *one = build_float(b, type, 1);
  IrValue *increment = build_select(b, build_cmpf(b, ARITH_F_OGT, x, below), one, zero);
  return ir_replace(rw, op, build_binary(b, &arith_addf, below, increment));
}

// The exponent of a number given by its bits, without bias.
static IrValue *exponent_of(IrBuilder *b, IrValue *bits, IrValue *mantissa_bits, IrValue *mask,
                            IrValue *bias) {
  IrValue *high = build_binary(b, &arith_shrui, bits, mantissa_bits);
  return build_binary(b, &arith_subi, build_binary(b, &arith_andi, high, mask), bias);
}

// From 2^23 on all numbers are integers, and i64 does not hold all of them; infinities and NaN have
// the largest exponent.
IR_PATTERN(expand_round, math_round, 1,
           "round x : f32 -> exponent of x >= 23 ? x : x + copysign(0.5, x) truncated") {
  IrValue *x = GET(op, math_round, operand);
  IrType type = ir_value_type(x);
  if (!build_is_float(type, IR_F32)) return ir_no_match(rw, op, "not f32");
  if (!build_has_constants(type)) return expand_has_no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrType i32 = build_int_like(type, 32);
  IrValue *half = build_float(b, type, 0.5), *mantissa_bits = build_int(b, i32, 23);
  IrValue *bias = build_int(b, i32, 127), *mask = build_int(b, i32, 0xff);
  IrValue *away = build_binary(b, &arith_addf, x, build_binary(b, &math_copysign, half, x));
  IrValue *integer, *rounded = expand_truncated(b, away, &integer);
  IrValue *bits = build_cast(b, &arith_bitcast, x, i32);
  IrValue *exponent = exponent_of(b, bits, mantissa_bits, mask, bias);
  IrValue *large = build_cmpi(b, ARITH_SGE, exponent, mantissa_bits);
  return ir_replace(rw, op, build_select(b, large, x, rounded));
}

// ---- roundeven ----
//
// round, and where it went away from zero to an odd number because x lies halfway between two, one
// back.  Bits tell both: with exponent e the units of a number are bit e of its mantissa from the
// left, the leading 1 being bit 0.

// Constants of the format; `m` is the width of its mantissa.
typedef struct Format {
  IrValue *float_one, *zero, *one, *minus_one;
  IrValue *m, *top, *bias;             // m, width - 1, bias of the exponent
  IrValue *half, *mantissa, *exponent; // 2^(m-1); masks of the fields, at bit 0
} Format;

static Format format_of(IrBuilder *b, IrType type, const IrFloatFormat *f, IrType bits) {
  Format k;
  unsigned m = f->mantissa_bits;
  k.float_one = build_float(b, type, 1);
  k.zero = build_int(b, bits, 0);
  k.one = build_int(b, bits, 1);
  k.minus_one = build_int(b, bits, -1);
  k.m = build_int(b, bits, m);
  k.top = build_int(b, bits, f->bits - 1);
  k.bias = build_int(b, bits, f->bias);
  k.half = build_int(b, bits, m ? INT64_C(1) << (m - 1) : 0);
  k.mantissa = build_int(b, bits, (INT64_C(1) << m) - 1);
  k.exponent = build_int(b, bits, (INT64_C(1) << f->exponent_bits) - 1);
  return k;
}

// x >> amount, where the amount may be negative or too large: then it is the nearest that is not.
static IrValue *shifted(IrBuilder *b, const Format *k, IrValue *x, IrValue *amount) {
  IrValue *clamped = build_binary(b, &arith_maxsi, amount, k->zero);
  clamped = build_binary(b, &arith_minsi, clamped, k->top);
  return build_binary(b, &arith_shrui, x, clamped);
}

// The mantissa without its first `count` bits.
static IrValue *without_first(IrBuilder *b, const Format *k, IrValue *bits, IrValue *count) {
  return build_binary(b, &arith_andi, bits, shifted(b, k, k->mantissa, count));
}

// Of an integer: the units are the last bit that may be set, so it is odd when something is left
// behind the bit before.  1 and -1 have no such bit; infinities, NaN and zeros count as even.
static IrValue *is_odd(IrBuilder *b, const Format *k, IrValue *bits, IrValue *e) {
  IrValue *is_one = build_cmpi(b, ARITH_EQ, e, k->zero);
  IrValue *before = build_binary(b, &arith_subi, e, k->one);
  IrValue *rest = without_first(b, k, bits, before);
  return build_binary(b, &arith_ori, build_cmpi(b, ARITH_NE, rest, k->zero), is_one);
}

// Whether the mantissa behind the units is a 1 and zeros; of 0.5 that 1 is the leading one.
static IrValue *is_halfway(IrBuilder *b, const Format *k, IrValue *bits, IrValue *e) {
  IrValue *is_half = build_cmpi(b, ARITH_EQ, e, k->minus_one);
  IrValue *wanted = build_select(b, is_half, k->zero, shifted(b, k, k->half, e));
  IrValue *rest = without_first(b, k, bits, e);
  IrValue *equal = build_cmpi(b, ARITH_EQ, rest, wanted);
  IrValue *not_small = build_cmpi(b, ARITH_SGE, e, k->minus_one);
  IrValue *not_large = build_cmpi(b, ARITH_SLT, e, k->m);
  equal = build_binary(b, &arith_andi, equal, not_large);
  return build_binary(b, &arith_andi, equal, not_small);
}

static IrValue *rounded_even(IrBuilder *b, const Format *k, IrValue *x, IrType bits_type) {
  IrValue *bits = build_cast(b, &arith_bitcast, x, bits_type);
  IrValue *round = build_unary(b, &math_round, x);
  IrValue *round_bits = build_cast(b, &arith_bitcast, round, bits_type);
  IrValue *e = exponent_of(b, bits, k->m, k->exponent, k->bias);
  IrValue *round_e = exponent_of(b, round_bits, k->m, k->exponent, k->bias);
  IrValue *odd = is_odd(b, k, round_bits, round_e);
  IrValue *halfway = is_halfway(b, k, bits, e);
  IrValue *sign = build_binary(b, &math_copysign, k->float_one, x);
  IrValue *back = build_binary(b, &arith_subf, round, sign);
  IrValue *result = build_select(b, build_binary(b, &arith_andi, odd, halfway), back, round);
  return build_binary(b, &math_copysign, result, x); // -0.5 became 0
}

IR_PATTERN(expand_roundeven, math_roundeven, 1,
           "roundeven x -> r = round x; r odd and x halfway ? r - sign x : r") {
  IrValue *x = GET(op, math_roundeven, operand);
  IrType type = ir_value_type(x);
  const IrFloatFormat *f = ir_float_format(ir_type_float_kind(ir_type_element(type)));
  bool subnormal_half = f->bias < 2; // 0.5 has no leading 1
  if (f->bits > 64 || f->special == IR_FLOAT_SCALE || build_is_float(type, IR_TF32) ||
      subnormal_half)
    return ir_no_match(rw, op, "a number of {} has other fields", f->name);
  if (!build_has_constants(type)) return expand_has_no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrType bits = build_int_like(type, f->bits);
  Format k = format_of(b, type, f, bits);
  return ir_replace(rw, op, rounded_even(b, &k, x, bits));
}

// ---- Leading zeros ----

// Looks whether the upper half of what is left is zero, counts it, and shifts it out.
IR_PATTERN(expand_ctlz, math_ctlz, 1,
           "ctlz x -> x == 0 ? width : for halves of the width: x < 2^(width - half) ? "
           "(x << half, count + half) : (x, count)") {
  IrValue *operand = GET(op, math_ctlz, operand), *x = operand;
  IrType type = ir_value_type(x);
  if (ir_type_is_index(ir_type_element(type)))
    return ir_no_match(rw, op, "the width of index is not known");
  unsigned width = build_width(type);
  if (width > 64) return ir_no_match(rw, op, "an integer of {} bits is too wide", width);
  if (!build_has_constants(type)) return expand_has_no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  uint64_t all = width ? UINT64_MAX >> (64 - width) : 0;
  IrValue *count = build_int(b, type, 0);
  for (unsigned left = width; left > 1; left -= left / 2) {
    IrValue *half = build_int(b, type, left / 2);
    IrValue *mask = build_int(b, type, (int64_t)(all >> (left / 2)));
    IrValue *is_small = build_cmpi(b, ARITH_ULE, x, mask);
    IrValue *sum = build_binary(b, &arith_addi, count, half);
    IrValue *up = build_binary(b, &arith_shli, x, half);
    x = build_select(b, is_small, up, x);
    count = build_select(b, is_small, sum, count);
  }
  IrValue *zero = build_int(b, type, 0);
  IrValue *is_zero = build_cmpi(b, ARITH_EQ, operand, zero);
  return ir_replace(rw, op, build_select(b, is_zero, build_int(b, type, width), count));
}

const IrPattern *const expand_bits[] = {&expand_ctlz, NULL};
const IrPattern *const expand_rounding[] = {&expand_ceil, &expand_round, &expand_roundeven, NULL};
