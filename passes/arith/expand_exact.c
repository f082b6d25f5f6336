// Expansions for arith-expand that give what the ops give in every case, where the usual ones do
// not.
//
// Conversions to the two formats of few numbers compare with the numbers halfway between them, in
// the type that x has, so that nothing is rounded twice.
#include "passes/arith/build.h"
#include "passes/arith/expand.h"

static bool no_constants(IrRewriter *rw, IrOp *op, IrType type) {
  return ir_no_match(rw, op, "it takes constants, and the extents of '{}' are not known", type);
}

// ---- Minimum and maximum ----

// x > y || isnan(x) ? x : y, and so on, as they are expanded otherwise; of two that compare equal
// the bits are joined, which matters for zeros only: the sign is 1 when both are, or when one is.
static bool expand_float(IrRewriter *rw, IrOp *op, ArithCmpF predicate, const IrOpDef *join) {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = ir_op_operand(op, 0), *y = ir_op_operand(op, 1);
  IrType type = ir_value_type(x), bits = build_int_like(type, build_width(type));
  if (ir_type_is_unranked(type)) return ir_no_match(rw, op, "the rank of '{}' is not known", type);
  IrValue *chosen = build_select(b, build_cmpf(b, predicate, x, y), x, y);
  chosen = build_select(b, build_cmpf(b, ARITH_F_UNO, y, y), y, chosen);
  IrValue *x_bits = build_cast(b, &arith_bitcast, x, bits);
  IrValue *y_bits = build_cast(b, &arith_bitcast, y, bits);
  IrValue *joined = build_cast(b, &arith_bitcast, build_binary(b, join, x_bits, y_bits), type);
  return ir_replace(rw, op, build_select(b, build_cmpf(b, ARITH_F_OEQ, x, y), joined, chosen));
}

IR_PATTERN(
    expand_maximumf_exact, arith_maximumf, 1,
    "maximum(x, y) -> x == y ? bits(x) & bits(y) : isnan(y) ? y : x > y || isnan(x) ? x : y") {
  return expand_float(rw, op, ARITH_F_UGT, &arith_andi);
}
IR_PATTERN(
    expand_minimumf_exact, arith_minimumf, 1,
    "minimum(x, y) -> x == y ? bits(x) | bits(y) : isnan(y) ? y : x < y || isnan(x) ? x : y") {
  return expand_float(rw, op, ARITH_F_ULT, &arith_ori);
}

const IrPattern *const expand_zeros_exact[EXPAND_NUM_ZEROS] = {&expand_maximumf_exact,
                                                               &expand_minimumf_exact};

// ---- The input ----

static IrFloatKind kind_of(IrType type) {
  return ir_type_float_kind(ir_type_element(type));
}

// x as f32 or f64; NULL when it has more than these hold.
static IrValue *as_f32_or_f64(IrBuilder *b, IrValue *x) {
  IrType type = ir_value_type(x);
  IrFloatKind kind = kind_of(type);
  if (kind == IR_F32 || kind == IR_F64) return x;
  if (build_width(type) > 16) return NULL;
  return build_cast(b, &arith_extf, x, build_float_like(type, IR_F32));
}

// Whether a pattern for conversions from x to `to` may begin.
static bool can_truncate(IrRewriter *rw, IrOp *op, IrFloatKind to) {
  IrType from = ir_value_type(GET(op, arith_truncf, in));
  if (kind_of(ir_value_type(ir_op_result(op, 0))) != to)
    return ir_no_match(rw, op, "not to {}", ir_float_format(to)->name);
  if (arith_rounding(GET(op, arith_truncf, roundingmode)) != ARITH_TO_NEAREST_EVEN)
    return ir_no_match(rw, op, "only rounding to nearest even is expanded");
  bool wide = build_width(from) > 16 && kind_of(from) != IR_F32 && kind_of(from) != IR_F64;
  if (wide) return ir_no_match(rw, op, "'{}' is neither f32 nor f64, nor fits in one", from);
  return build_has_constants(from) || no_constants(rw, op, from);
}

// ---- f8E8M0FNU ----

IR_PATTERN(expand_extf_f8E8M0_exact, arith_extf, 1,
           "extf x : f8E8M0FNU -> x == NaN ? NaN : x == 2^-127 ? x : bits(x) << 23 as f32") {
  IrValue *x = GET(op, arith_extf, in);
  IrType from = ir_value_type(x), to = ir_value_type(ir_op_result(op, 0));
  if (kind_of(from) != IR_F8E8M0FNU) return ir_no_match(rw, op, "not from f8E8M0FNU");
  if (!build_has_constants(from)) return no_constants(rw, op, from);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrType i8 = build_int_like(from, 8), i32 = build_int_like(from, 32);
  IrType f32 = build_float_like(from, IR_F32);
  IrValue *bits = build_cast(b, &arith_bitcast, x, i8);
  IrValue *wide = build_cast(b, &arith_extui, bits, i32);
  IrValue *result = build_binary(b, &arith_shli, wide, build_int(b, i32, 23));
  IrValue *is_nan = build_cmpi(b, ARITH_EQ, bits, build_int(b, i8, 0xff));
  result = build_select(b, is_nan, build_int(b, i32, 0x7fc00000), result);
  IrValue *is_least = build_cmpi(b, ARITH_EQ, bits, build_int(b, i8, 0));
  result = build_select(b, is_least, build_int(b, i32, 0x00400000), result);
  result = build_cast(b, &arith_bitcast, result, f32);
  if (to != f32)
    result = build_cast(b, build_width(to) > 32 ? &arith_extf : &arith_truncf, result, to);
  return ir_replace(rw, op, result);
}

// The exponent of the power of two nearest to x, biased by 127: half of the leading bit carries.
// For 2^-127 and above, where nothing is subnormal in effect; f64 may give more than fits.
static IrValue *nearest_exponent(IrBuilder *b, IrValue *x, IrType i8) {
  IrType type = ir_value_type(x);
  const IrFloatFormat *format = ir_float_format(kind_of(type));
  IrType bits = build_int_like(type, format->bits);
  int64_t half = INT64_C(1) << (format->mantissa_bits - 1);
  IrValue *sum = build_cast(b, &arith_bitcast, x, bits);
  sum = build_binary(b, &arith_addi, sum, build_int(b, bits, half));
  sum = build_binary(b, &arith_shrui, sum, build_int(b, bits, format->mantissa_bits));
  if (format->bias != 127)
    sum = build_binary(b, &arith_subi, sum, build_int(b, bits, format->bias - 127));
  return build_cast(b, &arith_trunci, sum, i8);
}

static IrValue *choose_where(IrBuilder *b, ArithCmpF predicate, IrValue *x, double bound,
                             int64_t value, IrValue *otherwise) {
  IrValue *there = build_cmpf(b, predicate, x, build_float(b, ir_value_type(x), bound));
  return build_select(b, there, build_int(b, ir_value_type(otherwise), value), otherwise);
}

IR_PATTERN(
    expand_truncf_f8E8M0_exact, arith_truncf, 1,
    "truncf x : f8E8M0FNU -> x < 0 || isnan(x) || x >= 1.5 * 2^127 ? NaN : x < 1.5 * 2^-127 ? "
    "2^-127 : nearest power of two") {
  if (!can_truncate(rw, op, IR_F8E8M0FNU)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = as_f32_or_f64(b, GET(op, arith_truncf, in));
  IrValue *result = nearest_exponent(b, x, build_int_like(ir_value_type(x), 8));
  result = choose_where(b, ARITH_F_OLT, x, 0x1.8p-127, 0, result);
  result = choose_where(b, ARITH_F_OGE, x, 0x1.8p127, 0xff, result);
  result = choose_where(b, ARITH_F_ULT, x, 0, 0xff, result);
  return ir_replace(rw, op,
                    build_cast(b, &arith_bitcast, result, ir_value_type(ir_op_result(op, 0))));
}

const IrPattern *const expand_f8E8M0_exact[EXPAND_NUM_F8E8M0] = {&expand_extf_f8E8M0_exact,
                                                                 &expand_truncf_f8E8M0_exact};

// ---- f4E2M1FN ----

// How many of the numbers halfway between two of the format |x| lies above, or on when the one
// above has an even last bit: the bits of the magnitude.  NaN lies above all, and becomes 6.
static IrValue *f4_magnitude(IrBuilder *b, IrValue *x, IrType i4) {
  static const double halfway[] = {0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5};
  IrValue *sum = NULL;
  for (size_t i = 0; i < sizeof halfway / sizeof *halfway; i++) {
    IrValue *bound = build_float(b, ir_value_type(x), halfway[i]);
    IrValue *above = build_cmpf(b, i % 2 ? ARITH_F_UGE : ARITH_F_UGT, x, bound);
    IrValue *one = build_cast(b, &arith_extui, above, i4);
    sum = sum ? build_binary(b, &arith_addi, sum, one) : one;
  }
  return sum;
}

IR_PATTERN(
    expand_truncf_f4E2M1_exact, arith_truncf, 1,
    "truncf x : f4E2M1FN -> sign(x) << 3 | how many numbers halfway between two |x| lies above") {
  if (!can_truncate(rw, op, IR_F4E2M1FN)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = as_f32_or_f64(b, GET(op, arith_truncf, in));
  IrType type = ir_value_type(x), i4 = build_int_like(type, 4);
  unsigned top = build_width(type) - 1;
  IrType bits_type = build_int_like(type, top + 1);
  IrValue *bits = build_cast(b, &arith_bitcast, x, bits_type);
  IrValue *sign = build_binary(b, &arith_shrui, bits, build_int(b, bits_type, top));
  sign = build_cast(b, &arith_trunci, sign, i4);
  sign = build_binary(b, &arith_shli, sign, build_int(b, i4, 3));
  int64_t all_but_sign = (int64_t)(UINT64_MAX >> (64 - top));
  IrValue *positive = build_binary(b, &arith_andi, bits, build_int(b, bits_type, all_but_sign));
  IrValue *magnitude = f4_magnitude(b, build_cast(b, &arith_bitcast, positive, type), i4);
  IrValue *result = build_binary(b, &arith_ori, sign, magnitude);
  return ir_replace(rw, op,
                    build_cast(b, &arith_bitcast, result, ir_value_type(ir_op_result(op, 0))));
}

// Extending is exact as it is.
const IrPattern *const expand_f4E2M1_exact[EXPAND_NUM_F4E2M1] = {&expand_extf_f4E2M1,
                                                                 &expand_truncf_f4E2M1_exact};
