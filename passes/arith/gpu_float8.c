// 8-bit floats where no instruction converts them (before sm_89): by way of f16, of which they are
// parts, and from f32 by integer arithmetic.
//
//   f8E5M2 is the upper half of an f16.
//   f8E4M3FN has f16's digits at another place and an exponent that is 8 less biased:
//     magnitude << 7 as f16, times 2^8, which is exact also for subnormals; 0x7f is NaN.
//
// To nearest even from f32: what is cut off is made a half and the last bit that stays is added, so
// that a tie carries into it where it is odd.  Of numbers that become subnormal the addition of a
// power of two, whose last digit is theirs, does the same.
#include "passes/arith/gpu_float8.h"

#include "passes/arith/build.h"

// How a type lies in the bits of an f32's magnitude.
typedef struct Narrow {
  unsigned cut;       // digits of an f32 that it has not
  int64_t too_large;  // from here on it has no number
  int64_t subnormal;  // below, its numbers are
  int64_t last_digit; // a power of two with the last digit of those
  int64_t exponent;   // what to add to an f32's
} Narrow;

static const Narrow e4m3 = {20, 1087 << 20, 121 << 23, 141 << 23, (7 - 127) * (1 << 23)};
static const Narrow e5m2 = {21, 143 << 23, 113 << 23, 134 << 23, (15 - 127) * (1 << 23)};

enum { INFINITE = 0x7f800000, NO_NUMBER = 0x7f, INFINITE_E5M2 = 0x7c };

static bool is_float8(IrType type) {
  return build_is_float(type, IR_F8E4M3FN) || build_is_float(type, IR_F8E5M2);
}

static IrValue *with_int(IrBuilder *b, const IrOpDef *op, IrValue *x, int64_t number) {
  return build_binary(b, op, x, build_int(b, ir_value_type(x), number));
}

static IrValue *compared(IrBuilder *b, ArithCmpI predicate, IrValue *x, int64_t number) {
  return build_cmpi(b, predicate, x, build_int(b, ir_value_type(x), number));
}

// ---- Wider.

// The bits, as i16, of f8E4M3FN as those of f16.
static IrValue *half_of_e4m3(IrBuilder *b, IrValue *bits) {
  IrType i16 = ir_value_type(bits), f16 = build_float_like(i16, IR_F16);
  IrValue *size = with_int(b, &arith_andi, bits, 0x7f);
  IrValue *low = build_cast(b, &arith_bitcast, with_int(b, &arith_shli, size, 7), f16);
  IrValue *value = build_binary(b, &arith_mulf, low, build_float(b, f16, 256));
  value = build_select(b, compared(b, ARITH_EQ, size, 0x7f), build_int(b, i16, 0x7e00),
                       build_cast(b, &arith_bitcast, value, i16));
  IrValue *sign = with_int(b, &arith_shli, with_int(b, &arith_andi, bits, 0x80), 8);
  return build_binary(b, &arith_ori, value, sign);
}

IR_PATTERN(gpu_float8_extf, arith_extf, 1, "extf of f8 -> extf of f16, of the bits") {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = GET(op, arith_extf, in);
  IrType from = ir_value_type(x), to = ir_value_type(ir_op_result(op, 0));
  if (!is_float8(from) || !build_has_constants(from))
    return ir_no_match(rw, op, "there is an instruction for it");
  IrType i16 = build_int_like(from, 16), f16 = build_float_like(from, IR_F16);
  IrValue *bits = build_cast(b, &arith_bitcast, x, build_int_like(from, 8));
  bits = build_cast(b, &arith_extui, bits, i16);
  bits =
      build_is_float(from, IR_F8E5M2) ? with_int(b, &arith_shli, bits, 8) : half_of_e4m3(b, bits);
  IrValue *half = build_cast(b, &arith_bitcast, bits, f16);
  if (to == f16) return ir_replace(rw, op, half);
  if (!build_is_float(to, IR_BF16)) return ir_replace(rw, op, build_cast(b, &arith_extf, half, to));
  IrValue *single = build_cast(b, &arith_extf, half, build_float_like(from, IR_F32));
  return ir_replace(rw, op, build_cast(b, &arith_truncf, single, to)); // exact
}

// ---- Narrower.

static IrValue *normal_bits(IrBuilder *b, const Narrow *n, IrValue *size) {
  int64_t half = (INT64_C(1) << (n->cut - 1)) - 1;
  IrValue *last = with_int(b, &arith_shrui, size, n->cut);
  last = with_int(b, &arith_andi, last, 1);
  IrValue *sum = with_int(b, &arith_addi, size, n->exponent + half);
  return with_int(b, &arith_shrui, build_binary(b, &arith_addi, sum, last), n->cut);
}

static IrValue *subnormal_bits(IrBuilder *b, const Narrow *n, IrValue *size) {
  IrType i32 = ir_value_type(size), f32 = build_float_like(i32, IR_F32);
  IrValue *digit = build_cast(b, &arith_bitcast, build_int(b, i32, n->last_digit), f32);
  IrValue *sum = build_binary(b, &arith_addf, build_cast(b, &arith_bitcast, size, f32), digit);
  return with_int(b, &arith_subi, build_cast(b, &arith_bitcast, sum, i32), n->last_digit);
}

// What is too large is NaN, or infinity where there is one.
static IrValue *narrow_bits(IrBuilder *b, bool has_infinity, IrValue *size) {
  const Narrow *n = has_infinity ? &e5m2 : &e4m3;
  IrType i32 = ir_value_type(size);
  IrValue *no_number = build_int(b, i32, NO_NUMBER), *large = no_number;
  if (has_infinity)
    large = build_select(b, compared(b, ARITH_UGT, size, INFINITE), no_number,
                         build_int(b, i32, INFINITE_E5M2));
  IrValue *bits = build_select(b, compared(b, ARITH_ULT, size, n->subnormal),
                               subnormal_bits(b, n, size), normal_bits(b, n, size));
  return build_select(b, compared(b, ARITH_UGE, size, n->too_large), large, bits);
}

IR_PATTERN(gpu_float8_truncf, arith_truncf, 1, "truncf to f8 -> the bits of an f32, rounded") {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = GET(op, arith_truncf, in);
  IrType from = ir_value_type(x), to = ir_value_type(ir_op_result(op, 0));
  if (!is_float8(to) || !build_has_constants(from) || build_is_float(from, IR_F64) ||
      arith_rounding(GET(op, arith_truncf, roundingmode)) != ARITH_TO_NEAREST_EVEN)
    return ir_no_match(rw, op, "there is an instruction for it, or another expansion");
  IrType i32 = build_int_like(from, 32), f32 = build_float_like(from, IR_F32);
  if (from != f32) x = build_cast(b, &arith_extf, x, f32);
  IrValue *bits = build_cast(b, &arith_bitcast, x, i32);
  IrValue *size = with_int(b, &arith_andi, bits, 0x7fffffff);
  IrValue *sign = with_int(b, &arith_andi, with_int(b, &arith_shrui, bits, 24), 0x80);
  bits = build_binary(b, &arith_ori, narrow_bits(b, build_is_float(to, IR_F8E5M2), size), sign);
  bits = build_cast(b, &arith_trunci, bits, build_int_like(from, 8));
  return ir_replace(rw, op, build_cast(b, &arith_bitcast, bits, to));
}
