// math-expand-ops with `exact`: rounding to integers that gives what the ops give in every case.
//
// Truncated by way of i64, and one further away from zero where what that took away says so.
#include "dialects/math/math.h"
#include "passes/arith/build.h"
#include "passes/math/expand.h"

// Where all numbers of the format are integers, or x is infinite or NaN.  The bound is the largest
// that is no integer, because narrow formats do not reach what comes next.
static IrValue *is_large(IrBuilder *b, IrValue *x, const IrFloatFormat *f) {
  IrValue *magnitude = build_unary(b, &math_absf, x);
  double bound = (double)(INT64_C(1) << f->mantissa_bits) - 0.5;
  return build_cmpf(b, ARITH_F_UGT, magnitude, build_float(b, ir_value_type(x), bound));
}

// `rounded` with the sign of x, or x itself where it is large.
static IrValue *where_small(IrBuilder *b, IrValue *x, IrValue *rounded, const IrFloatFormat *f) {
  IrValue *result = build_binary(b, &math_copysign, rounded, x);
  return build_select(b, is_large(b, x, f), x, result);
}

// i64 holds every number of the format that is not an integer.
static bool has_small_fractions(IrRewriter *rw, IrOp *op, const IrFloatFormat **format) {
  IrType type = ir_value_type(ir_op_result(op, 0));
  *format = ir_float_format(ir_type_float_kind(ir_type_element(type)));
  if ((*format)->bits > 64 || (*format)->special == IR_FLOAT_SCALE)
    return ir_no_match(rw, op, "numbers of {} do not go through i64", (*format)->name);
  return build_has_constants(type) || expand_has_no_constants(rw, op);
}

IR_PATTERN(expand_ceil_exact, math_ceil, 1,
           "ceil x -> |x| < 2^m ? copysign(t + (x > t ? 1 : 0), x) : x, t = x truncated") {
  const IrFloatFormat *f;
  if (!has_small_fractions(rw, op, &f)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = GET(op, math_ceil, operand), *integer, *below = expand_truncated(b, x, &integer);
  IrValue *zero = build_float(b, ir_value_type(x), 0), *one = build_float(b, ir_value_type(x), 1);
  IrValue *increment = build_select(b, build_cmpf(b, ARITH_F_OGT, x, below), one, zero);
  IrValue *up = build_binary(b, &arith_addf, below, increment);
  return ir_replace(rw, op, where_small(b, x, up, f));
}

// What truncation takes away is exact, where x + 0.5 may be rounded; it rounds away from zero when
// that is more than half, and when it is half: always, or `to_even` where the integer is odd.
static IrValue *round_halves(IrBuilder *b, IrValue *x, const IrFloatFormat *f, bool to_even) {
  IrType type = ir_value_type(x);
  IrValue *integer, *toward = expand_truncated(b, x, &integer);
  IrValue *rest = build_unary(b, &math_absf, build_binary(b, &arith_subf, x, toward));
  IrValue *half = build_float(b, type, 0.5);
  IrValue *rounds = build_cmpf(b, to_even ? ARITH_F_OGT : ARITH_F_OGE, rest, half);
  if (to_even) {
    IrValue *odd = build_cast(b, &arith_trunci, integer, arith_bool_like(type));
    IrValue *is_half = build_cmpf(b, ARITH_F_OEQ, rest, half);
    rounds = build_binary(b, &arith_ori, rounds, build_binary(b, &arith_andi, is_half, odd));
  }
  IrValue *unit = build_binary(b, &math_copysign, build_float(b, type, 1), x);
  IrValue *away = build_binary(b, &arith_addf, toward, unit);
  return where_small(b, x, build_select(b, rounds, away, toward), f);
}

IR_PATTERN(
    expand_round_exact, math_round, 1,
    "round x -> |x| < 2^m ? t + (|x - t| >= 0.5 ? copysign(1, x) : 0) : x, t = x truncated") {
  const IrFloatFormat *f;
  if (!has_small_fractions(rw, op, &f)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  return ir_replace(rw, op, round_halves(b, GET(op, math_round, operand), f, false));
}

IR_PATTERN(
    expand_roundeven_exact, math_roundeven, 1,
    "roundeven x -> |x| < 2^m ? t + (|x - t| > 0.5 || |x - t| == 0.5 && t odd ? copysign(1, x) "
    ": 0) : x, t = x truncated") {
  const IrFloatFormat *f;
  if (!has_small_fractions(rw, op, &f)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  return ir_replace(rw, op, round_halves(b, GET(op, math_roundeven, operand), f, true));
}

const IrPattern *const expand_rounding_exact[] = {&expand_ceil_exact, &expand_round_exact,
                                                  &expand_roundeven_exact, NULL};
