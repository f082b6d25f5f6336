// Patterns of arith-emulate-wide-int: extension, truncation, and conversion from and to index and
// floats.
#include <math.h>

#include "ir/edit/fold.h"
#include "passes/arith/build.h"
#include "passes/arith/wide_int.h"

#define WIDE_PATTERN(name, root, text) \
  IR_PATTERN_WITH(wide_int_##name, root, 1, text, NULL, IR_PATTERN_CONVERTS)

static IrType result_type(const IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}

static IrType operand_type(const IrOp *op) {
  return ir_value_type(ir_op_operand(op, 0));
}

// ---- Integers ----

// Where the half has the type already, there is nothing to do.
#define CAST_OR_SAME(name, op) \
  static IrValue *name(IrBuilder *b, IrValue *x, IrType type) { \
    if (ir_value_type(x) == type) return x; \
    return ir_builder_fold1(b, BUILD(b, op, .in = x, .out_type = type)); \
  }
CAST_OR_SAME(extend_signed, arith_extsi)
CAST_OR_SAME(extend_unsigned, arith_extui)
CAST_OR_SAME(truncate, arith_trunci)

WIDE_PATTERN(extsi, arith_extsi, "extsi a -> [extsi a, a < 0 ? -1 : 0]") {
  IrType type = wide_int_converted(rw, op, result_type(op));
  if (!type) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrType half = wide_int_half_type(type);
  IrValue *x = wide_int_with_unit(b, ir_op_operand(op, 0));
  IrValue *low = extend_signed(b, x, half);
  IrValue *zero = build_int(b, half, 0);
  IrValue *negative = build_cmpi(b, ARITH_SLT, low, zero);
  IrValue *high = build_cast(b, &arith_extsi, negative, half);
  return ir_replace(rw, op, wide_int_join(b, type, low, high));
}

WIDE_PATTERN(extui, arith_extui, "extui a -> [extui a, 0]") {
  IrType type = wide_int_converted(rw, op, result_type(op));
  if (!type) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = wide_int_with_unit(b, ir_op_operand(op, 0));
  IrType half = wide_int_half_type(type);
  IrValue *low = extend_unsigned(b, x, half);
  IrValue *zero = build_int(b, type, 0);
  return ir_replace(rw, op, wide_int_put(b, low, zero, WIDE_INT_LOW));
}

// The low half, as a value of `shape` with that half's elements.
static IrValue *low_half(IrRewriter *rw, IrOp *op, IrType shape) {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *low = wide_int_half(b, ir_converted1(rw, op, 0), WIDE_INT_LOW);
  IrType element = ir_type_element(ir_value_type(low));
  return wide_int_without_unit(b, low, ir_type_with_element(shape, element));
}

WIDE_PATTERN(trunci, arith_trunci, "trunci a -> trunci a0") {
  IrType type = result_type(op);
  if (ir_converted_type(rw, type) != type)
    return ir_no_match(rw, op, "its result of type '{}' is too wide", type);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *low = low_half(rw, op, type);
  return ir_replace(rw, op, truncate(b, low, type));
}

// An index takes the low half, and is extended from one; the extension is wide.
#define INDEX_CAST(name, extension) \
  WIDE_PATTERN(name, arith_##name, #name " a -> " #name " a0, or extended") { \
    IrBuilder *b = ir_rewriter_builder(rw); \
    IrType from = operand_type(op), to = result_type(op); \
    if (ir_type_is_index(ir_type_element(to))) { \
      IrValue *low = low_half(rw, op, to); \
      return ir_replace(rw, op, build_cast(b, &arith_##name, low, to)); \
    } \
    IrType type = wide_int_converted(rw, op, to); \
    if (!type || !ir_type_is_index(ir_type_element(from))) \
      return ir_no_match(rw, op, "neither side is an index"); \
    IrType narrow = ir_type_with_element(to, ir_type_element(type)); \
    IrValue *low = build_cast(b, &arith_##name, ir_op_operand(op, 0), narrow); \
    return ir_replace(rw, op, build_cast(b, &extension, low, to)); \
  }
INDEX_CAST(index_cast, arith_extsi)
INDEX_CAST(index_castui, arith_extui)

// ---- Floats ----

// 2^N as a float; infinity or what the type has instead when that is too large for it, and so are
// all numbers with a high half.
static IrValue *power(IrBuilder *b, IrType type, unsigned bits) {
  return build_float(b, type, ldexp(1, (int)bits));
}

// Floats with numbers above a double's largest: 2^N has to be made of a double.
static bool has_power(IrRewriter *rw, IrOp *op, IrType type, unsigned bits) {
  if (bits < 1024 || !ir_type_is_wide(ir_type_element(type))) return true;
  return ir_no_match(rw, op, "2^{} as '{}' is not known here", bits, type);
}

// Whether a float may have a high half: else 2^N may be no number of the type, and no infinity.
static bool reaches(IrType type, unsigned bits) {
  double scale = ldexp(1, (int)bits);
  double rounded = arith_round_float(ir_type_element(type), ARITH_TO_NEAREST_EVEN, scale);
  return rounded == scale || isinf(rounded);
}

// The magnitude is converted, and the sign given back to it.
WIDE_PATTERN(sitofp, arith_sitofp, "sitofp a -> a < 0 ? -uitofp -a : uitofp a") {
  IrType from = operand_type(op);
  if (!wide_int_converted(rw, op, from)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = ir_op_operand(op, 0), *zero = build_int(b, from, 0);
  IrValue *negative = build_cmpi(b, ARITH_SLT, x, zero);
  IrValue *minus = build_binary(b, &arith_subi, zero, x);
  IrValue *magnitude = build_select(b, negative, minus, x);
  IrValue *up = build_cast(b, &arith_uitofp, magnitude, result_type(op));
  return ir_replace(rw, op, build_select(b, negative, build_unary(b, &arith_negf, up), up));
}

// Exact where both halves and the sum are; the choice lets folds see that a high half is 0.
WIDE_PATTERN(uitofp, arith_uitofp, "uitofp a -> a1 == 0 ? a0 : a0 + a1 * 2^N, in floats") {
  IrType to = result_type(op), type = wide_int_converted(rw, op, operand_type(op));
  if (!type || !has_power(rw, op, to, wide_int_half_bits(type))) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrType narrow = ir_type_with_element(operand_type(op), ir_type_element(type));
  WideHalves x = wide_int_halves(b, ir_converted1(rw, op, 0));
  IrValue *low = wide_int_without_unit(b, x.low, narrow);
  IrValue *high = wide_int_without_unit(b, x.high, narrow);
  IrValue *fits = build_cmpi(b, ARITH_EQ, high, build_int(b, narrow, 0));
  IrValue *small = build_cast(b, &arith_uitofp, low, to);
  IrValue *above = build_cast(b, &arith_uitofp, high, to);
  IrValue *scaled = build_binary(b, &arith_mulf, above, power(b, to, wide_int_half_bits(type)));
  IrValue *large = build_binary(b, &arith_addf, small, scaled);
  return ir_replace(rw, op, build_select(b, fits, small, large));
}

// The magnitude is converted; a wide subtraction and choice give the sign back.
WIDE_PATTERN(fptosi, arith_fptosi, "fptosi x -> x < 0 ? -fptoui -x : fptoui x") {
  IrType from = operand_type(op), to = result_type(op);
  if (!wide_int_converted(rw, op, to)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = ir_op_operand(op, 0);
  IrValue *zero = build_float(b, from, 0);
  IrValue *none = build_int(b, to, 0);
  IrValue *negative = build_cmpf(b, ARITH_F_OLT, x, zero);
  IrValue *magnitude = build_select(b, negative, build_unary(b, &arith_negf, x), x);
  IrValue *up = build_cast(b, &arith_fptoui, magnitude, to);
  IrValue *down = build_binary(b, &arith_subi, none, up);
  return ir_replace(rw, op, build_select(b, negative, down, up));
}

static IrValue *to_half(IrBuilder *b, IrValue *x, IrType narrow) {
  return build_cast(b, &arith_fptoui, x, narrow);
}

WIDE_PATTERN(fptoui, arith_fptoui, "fptoui x -> [fptoui (x rem 2^N), fptoui (x / 2^N)]") {
  IrType from = operand_type(op), type = wide_int_converted(rw, op, result_type(op));
  if (!type || !has_power(rw, op, from, wide_int_half_bits(type))) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = ir_op_operand(op, 0);
  unsigned bits = wide_int_half_bits(type);
  IrType narrow = ir_type_with_element(from, ir_type_element(type));
  if (!reaches(from, bits)) { // all of its numbers are below 2^N
    IrValue *low = wide_int_with_unit(b, to_half(b, x, narrow));
    IrValue *zero = build_int(b, type, 0);
    return ir_replace(rw, op, wide_int_put(b, low, zero, WIDE_INT_LOW));
  }
  IrValue *scale = power(b, from, bits);
  IrValue *quotient = build_binary(b, &arith_divf, x, scale);
  IrValue *high = to_half(b, quotient, narrow);
  IrValue *remainder = build_binary(b, &arith_remf, x, scale);
  IrValue *low = to_half(b, remainder, narrow);
  high = wide_int_with_unit(b, high);
  low = wide_int_with_unit(b, low);
  return ir_replace(rw, op, wide_int_join(b, type, low, high));
}
