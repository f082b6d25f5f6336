// Patterns of arith-emulate-wide-int: extension, truncation, and conversion from and to index and
// floats.
#include <math.h>

#include "ir/edit/fold.h"
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
  IrValue *zero = arith_int_constant(b, half, 0);
  IrValue *negative = wide_int_compare(b, ARITH_SLT, low, zero);
  IrValue *high = BUILD1(b, arith_extsi, .in = negative, .out_type = half);
  return ir_replace(rw, op, wide_int_join(b, type, low, high));
}

WIDE_PATTERN(extui, arith_extui, "extui a -> [extui a, 0]") {
  IrType type = wide_int_converted(rw, op, result_type(op));
  if (!type) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = wide_int_with_unit(b, ir_op_operand(op, 0));
  IrType half = wide_int_half_type(type);
  IrValue *low = extend_unsigned(b, x, half);
  IrValue *zero = arith_int_constant(b, type, 0);
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
      return ir_replace(rw, op, BUILD1(b, arith_##name, .in = low, .out_type = to)); \
    } \
    IrType type = wide_int_converted(rw, op, to); \
    if (!type || !ir_type_is_index(ir_type_element(from))) \
      return ir_no_match(rw, op, "neither side is an index"); \
    IrType narrow = ir_type_with_element(to, ir_type_element(type)); \
    IrValue *low = BUILD1(b, arith_##name, .in = ir_op_operand(op, 0), .out_type = narrow); \
    return ir_replace(rw, op, BUILD1(b, extension, .in = low, .out_type = to)); \
  }
INDEX_CAST(index_cast, arith_extsi)
INDEX_CAST(index_castui, arith_extui)

// ---- Floats ----

// 2^N as a float; infinity or what the type has instead when that is too large for it, and so are
// all numbers with a high half.
static IrValue *power(IrBuilder *b, IrType type, unsigned bits) {
  IrAttr value = arith_float_attr(type, ldexp(1, (int)bits));
  return BUILD1(b, arith_constant, .value = value, .result_type = type);
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

static IrValue *negate(IrBuilder *b, IrValue *x) {
  return BUILD1(b, arith_negf, .operand = x);
}

static IrValue *choose(IrBuilder *b, IrValue *condition, IrValue *yes, IrValue *no) {
  return BUILD1(b, arith_select, .condition = condition, .true_value = yes, .false_value = no);
}

// The magnitude is converted, and the sign given back to it.
WIDE_PATTERN(sitofp, arith_sitofp, "sitofp a -> a < 0 ? -uitofp -a : uitofp a") {
  IrType from = operand_type(op);
  if (!wide_int_converted(rw, op, from)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = ir_op_operand(op, 0), *zero = arith_int_constant(b, from, 0);
  IrValue *negative = wide_int_compare(b, ARITH_SLT, x, zero);
  IrValue *minus = BUILD1(b, arith_subi, .lhs = zero, .rhs = x);
  IrValue *magnitude = choose(b, negative, minus, x);
  IrValue *up = BUILD1(b, arith_uitofp, .in = magnitude, .out_type = result_type(op));
  return ir_replace(rw, op, choose(b, negative, negate(b, up), up));
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
  IrValue *fits = wide_int_compare(b, ARITH_EQ, high, arith_int_constant(b, narrow, 0));
  IrValue *small = BUILD1(b, arith_uitofp, .in = low, .out_type = to);
  IrValue *above = BUILD1(b, arith_uitofp, .in = high, .out_type = to);
  IrValue *scaled =
      BUILD1(b, arith_mulf, .lhs = above, .rhs = power(b, to, wide_int_half_bits(type)));
  IrValue *large = BUILD1(b, arith_addf, .lhs = small, .rhs = scaled);
  return ir_replace(rw, op, choose(b, fits, small, large));
}

// The magnitude is converted; a wide subtraction and choice give the sign back.
WIDE_PATTERN(fptosi, arith_fptosi, "fptosi x -> x < 0 ? -fptoui -x : fptoui x") {
  IrType from = operand_type(op), to = result_type(op);
  if (!wide_int_converted(rw, op, to)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = ir_op_operand(op, 0);
  IrValue *zero =
      BUILD1(b, arith_constant, .value = arith_float_attr(from, 0), .result_type = from);
  IrValue *none = arith_int_constant(b, to, 0);
  IrValue *negative = BUILD1(b, arith_cmpf, .predicate = arith_predicate(b->ctx, ARITH_F_OLT),
                             .lhs = x, .rhs = zero);
  IrValue *magnitude = choose(b, negative, negate(b, x), x);
  IrValue *up = BUILD1(b, arith_fptoui, .in = magnitude, .out_type = to);
  IrValue *down = BUILD1(b, arith_subi, .lhs = none, .rhs = up);
  return ir_replace(rw, op, choose(b, negative, down, up));
}

static IrValue *to_half(IrBuilder *b, IrValue *x, IrType narrow) {
  return BUILD1(b, arith_fptoui, .in = x, .out_type = narrow);
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
    IrValue *zero = arith_int_constant(b, type, 0);
    return ir_replace(rw, op, wide_int_put(b, low, zero, WIDE_INT_LOW));
  }
  IrValue *scale = power(b, from, bits);
  IrValue *quotient = BUILD1(b, arith_divf, .lhs = x, .rhs = scale);
  IrValue *high = to_half(b, quotient, narrow);
  IrValue *remainder = BUILD1(b, arith_remf, .lhs = x, .rhs = scale);
  IrValue *low = to_half(b, remainder, narrow);
  high = wide_int_with_unit(b, high);
  low = wide_int_with_unit(b, low);
  return ir_replace(rw, op, wide_int_join(b, type, low, high));
}
