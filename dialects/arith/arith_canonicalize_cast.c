// Canonicalizations of casts.
#include "dialects/arith/arith_impl.h"

static IrValue *operand(const IrOp *op) {
  return ir_op_operand(op, 0);
}
static IrType type_of(const IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}

// ---- Integers. ----

// A pair of index casts that leads back to its type is none when the type between can hold it.
static bool index_cast_joins(IrType from, IrType through, IrType to) {
  return from == to &&
         ir_type_width(ir_type_element(through)) >= ir_type_width(ir_type_element(to));
}

const IrCastInterface arith_index_cast_cast = {.size = sizeof(IrCastInterface),
                                               .joins = index_cast_joins};

// Bits stay what they are, whatever they are called on the way.
static bool bitcast_joins(IrType from, IrType through, IrType to) {
  (void)from, (void)through, (void)to;
  return true;
}

const IrCastInterface arith_bitcast_cast = {.size = sizeof(IrCastInterface),
                                            .joins = bitcast_joins};

#define CAST_OF_CAST(pattern, outer, inner, text) \
  IR_PATTERN(pattern, outer, 1, text) { \
    IrOp *in = DEF(operand(op), inner); \
    if (!in) return ir_no_match(rw, op, "the operand is not an extension"); \
    IrBuilder *b = ir_rewriter_builder(rw); \
    return ir_replace(rw, op, BUILD1(b, outer, .in = operand(in), .out_type = type_of(op))); \
  }
CAST_OF_CAST(arith_index_cast_of_extsi, arith_index_cast, arith_extsi,
             "index_cast(extsi(x)) -> index_cast(x)")
CAST_OF_CAST(arith_index_castui_of_extui, arith_index_castui, arith_extui,
             "index_castui(extui(x)) -> index_castui(x)")

IR_PATTERN(arith_extsi_of_extui, arith_extsi, 1, "extsi(extui(x)) -> extui(x)") {
  IrOp *in = DEF(operand(op), arith_extui);
  if (!in) return ir_no_match(rw, op, "the operand is not zero-extended");
  IrBuilder *b = ir_rewriter_builder(rw);
  return ir_replace(rw, op, BUILD1(b, arith_extui, .in = operand(in), .out_type = type_of(op)));
}

// The value before extension `ext` when it is narrower than the truncation's result.
static IrValue *narrower_source(IrOp *op, const IrOpDef *ext) {
  IrOp *in = ir_value_def_as(operand(op), ext);
  if (!in) return NULL;
  unsigned from = ir_type_width(ir_type_element(ir_value_type(operand(in))));
  return from < ir_type_width(ir_type_element(type_of(op))) ? operand(in) : NULL;
}

#define TRUNC_OF_EXTENSION(pattern, ext, text) \
  IR_PATTERN(pattern, arith_trunci, 1, text) { \
    IrValue *x = narrower_source(op, &ext); \
    if (!x) return ir_no_match(rw, op, "the operand was not extended from a narrower type"); \
    IrBuilder *b = ir_rewriter_builder(rw); \
    return ir_replace(rw, op, BUILD1(b, ext, .in = x, .out_type = type_of(op))); \
  }
TRUNC_OF_EXTENSION(arith_trunci_of_extsi, arith_extsi, "trunci(extsi(x)) -> extsi(x)")
TRUNC_OF_EXTENSION(arith_trunci_of_extui, arith_extui, "trunci(extui(x)) -> extui(x)")

// No promise of not wrapping as a signed number is kept: `x >>u c` is not negative.
IR_PATTERN(arith_trunci_of_shrsi, arith_trunci, 1,
           "trunci(x >>s c) -> trunci(x >>u c) when just the bits shifted in are cut off") {
  int64_t amount;
  IrOp *shift = DEF(operand(op), arith_shrsi);
  if (!shift || !ir_match_int(ir_op_operand(shift, 1), &amount))
    return ir_no_match(rw, op, "the operand is not shifted by a constant");
  int64_t from = ir_type_width(ir_type_element(type_of(shift)));
  int64_t to = ir_type_width(ir_type_element(type_of(op)));
  if (amount != from - to) return ir_no_match(rw, op, "other bits are cut off");
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *logical = BUILD1(b, arith_shrui, .lhs = operand(shift), .rhs = ir_op_operand(shift, 1),
                            .isExact = GET(shift, arith_shrsi, isExact));
  unsigned flags = arith_overflow_flags(GET(op, arith_trunci, overflowFlags)) & ARITH_NUW;
  return ir_replace(rw, op,
                    BUILD1(b, arith_trunci, .in = logical, .out_type = type_of(op),
                           .overflowFlags = arith_overflow_attr(b->ctx, flags)));
}

// ---- Floats. ----

// Rounding to `through` first does not change what rounding to `to` gives: `through` holds every
// integer of the type, or at least those that are no more than `to` can hold.
static bool rounds_once(IrType from, bool is_signed, IrType through, IrType to) {
  const IrFloatFormat *middle = ir_float_format(ir_type_float_kind(through));
  const IrFloatFormat *last = ir_float_format(ir_type_float_kind(to));
  unsigned bits = ir_type_width(from) - (is_signed ? 1 : 0), exact = middle->mantissa_bits + 1;
  if (bits <= exact) return true;
  return (1 << last->exponent_bits) - last->bias <= (int)exact;
}

#define TRUNC_OF_INT(pattern, from, is_signed, text) \
  IR_PATTERN(pattern, arith_truncf, 1, text) { \
    IrOp *in = DEF(operand(op), from); \
    if (!in) return ir_no_match(rw, op, "the operand was no integer"); \
    if (GET(op, arith_truncf, roundingmode)) return ir_no_match(rw, op, "rounds in its own way"); \
    IrType integer = ir_type_element(ir_value_type(operand(in))), out = type_of(op); \
    if (!rounds_once(integer, is_signed, ir_type_element(type_of(in)), ir_type_element(out))) \
      return ir_no_match(rw, op, "the integer is rounded twice"); \
    IrBuilder *b = ir_rewriter_builder(rw); \
    return ir_replace(rw, op, BUILD1(b, from, .in = operand(in), .out_type = out)); \
  }
TRUNC_OF_INT(arith_truncf_of_sitofp, arith_sitofp, true, "truncf(sitofp(x)) -> sitofp(x)")
TRUNC_OF_INT(arith_truncf_of_uitofp, arith_uitofp, false, "truncf(uitofp(x)) -> uitofp(x)")
