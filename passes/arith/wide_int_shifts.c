// Patterns of arith-emulate-wide-int: shifts.
//
// The amount is less than 2N where the shift is defined, so the low half of it says it all.  Shifts
// of halves by N or more are undefined: their results are made and not chosen.
#include "passes/arith/build.h"
#include "passes/arith/wide_int.h"

#define WIDE_PATTERN(name, root, text) \
  IR_PATTERN_WITH(wide_int_##name, root, 1, text, NULL, IR_PATTERN_CONVERTS)

static IrType result_type(const IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}

// What shifts to the left and to the right have in common.
typedef struct Shift {
  IrType type;
  WideHalves lhs;
  IrValue *amount, *zero, *bits; // `bits` is N
  IrValue *far;                  // whether the amount is N or more
} Shift;

static bool open_shift(IrRewriter *rw, IrOp *op, Shift *shift) {
  shift->type = wide_int_converted(rw, op, result_type(op));
  if (!shift->type) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrType half = wide_int_half_type(shift->type);
  shift->lhs = wide_int_halves(b, ir_converted1(rw, op, 0));
  shift->amount = wide_int_half(b, ir_converted1(rw, op, 1), WIDE_INT_LOW);
  shift->zero = build_int(b, half, 0);
  shift->bits = build_int(b, half, wide_int_half_bits(shift->type));
  shift->far = build_cmpi(b, ARITH_UGE, shift->amount, shift->bits);
  return true;
}

// N - amount, and 0 where that would be negative.
static IrValue *rest(IrBuilder *b, const Shift *shift) {
  return build_binary(b, &arith_subi, shift->bits,
                      build_select(b, shift->far, shift->bits, shift->amount));
}

// Near: [a0 << n, a1 << n | a0 >> (N - n)], far: [0, a0 << (n - N)].
WIDE_PATTERN(shli, arith_shli, "a << n -> halves that take what leaves the other one") {
  Shift s;
  if (!open_shift(rw, op, &s)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *low = build_select(b, s.far, s.zero, build_binary(b, &arith_shli, s.lhs.low, s.amount));
  IrValue *near = build_binary(b, &arith_shrui, s.lhs.low, rest(b, &s));
  IrValue *far =
      build_binary(b, &arith_shli, s.lhs.low, build_binary(b, &arith_subi, s.amount, s.bits));
  IrValue *kept =
      build_select(b, s.far, s.zero, build_binary(b, &arith_shli, s.lhs.high, s.amount));
  IrValue *taken = build_select(b, s.far, far, near);
  IrValue *high = build_binary(b, &arith_ori, taken, kept);
  return ir_replace(rw, op, wide_int_join(b, s.type, low, high));
}

// Near: [a0 >> n | a1 << (N - n), a1 >> n], far: [a1 >> (n - N), 0].
WIDE_PATTERN(shrui, arith_shrui, "a >> n -> halves that take what leaves the other one") {
  Shift s;
  if (!open_shift(rw, op, &s)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *kept =
      build_select(b, s.far, s.zero, build_binary(b, &arith_shrui, s.lhs.low, s.amount));
  IrValue *high =
      build_select(b, s.far, s.zero, build_binary(b, &arith_shrui, s.lhs.high, s.amount));
  IrValue *near = build_binary(b, &arith_shli, s.lhs.high, rest(b, &s));
  IrValue *far =
      build_binary(b, &arith_shrui, s.lhs.high, build_binary(b, &arith_subi, s.amount, s.bits));
  IrValue *taken = build_select(b, s.far, far, near);
  IrValue *low = build_binary(b, &arith_ori, kept, taken);
  return ir_replace(rw, op, wide_int_join(b, s.type, low, high));
}

// Bits of the sign above those that the number keeps: (a < 0 ? -1 : 0) << (2N - n), wide ops.
static IrValue *sign_bits(IrBuilder *b, IrType wide, IrValue *high, IrValue *amount,
                          IrValue *zero) {
  unsigned bits = 2 * ir_type_width(ir_type_element(ir_value_type(high)));
  IrType bit = ir_type_with_element(wide, ir_type_i1(b->ctx));
  IrType narrow = ir_type_with_element(wide, ir_type_element(ir_value_type(high)));
  IrValue *negative = wide_int_without_unit(b, build_cmpi(b, ARITH_SLT, high, zero), bit);
  IrValue *all = build_cast(b, &arith_extsi, negative, wide);
  IrValue *width = build_int(b, ir_value_type(high), bits);
  IrValue *kept = wide_int_without_unit(b, build_binary(b, &arith_subi, width, amount), narrow);
  return build_binary(b, &arith_shli, all, build_cast(b, &arith_extui, kept, wide));
}

// A shift by 0 has no bits of the sign, which its shift by 2N would be undefined for.
WIDE_PATTERN(shrsi, arith_shrsi, "a >> n -> n == 0 ? a : a >>u n | bits of the sign") {
  IrType wide = result_type(op);
  if (!wide_int_converted(rw, op, wide)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *high = wide_int_half(b, ir_converted1(rw, op, 0), WIDE_INT_HIGH);
  IrValue *amount = wide_int_half(b, ir_converted1(rw, op, 1), WIDE_INT_LOW);
  IrValue *lhs = GET(op, arith_shrsi, lhs), *rhs = GET(op, arith_shrsi, rhs);
  IrValue *zero = build_int(b, ir_value_type(amount), 0);
  IrValue *sign = sign_bits(b, wide, high, amount, zero);
  IrValue *shifted = build_binary(b, &arith_ori, build_binary(b, &arith_shrui, lhs, rhs), sign);
  IrValue *stays =
      wide_int_without_unit(b, build_cmpi(b, ARITH_EQ, amount, zero), arith_bool_like(wide));
  return ir_replace(rw, op, build_select(b, stays, lhs, shifted));
}
