// Patterns of arith-emulate-wide-int: constants, arithmetic, comparison and choice.
#include "dialects/vector/vector.h"
#include "ir/support/vec.h"
#include "passes/arith/build.h"
#include "passes/arith/wide_int.h"

#define WIDE_PATTERN(name, root, text) \
  IR_PATTERN_WITH(wide_int_##name, root, 1, text, NULL, IR_PATTERN_CONVERTS)

static IrType result_type(const IrOp *op) {
  return ir_value_type(ir_op_result(op, 0));
}

// ---- Constants ----

static IrAttr half_of(IrAttr number, IrType half, size_t shift) {
  IrWords words = ir_attr_words(number);
  IR_VEC(uint64_t) at = {0};
  for (size_t i = 0; i < words.n; i++) ir_vec_push(&at, words.at[i]);
  ir_words_shift_right(at.at, at.at, at.n, shift, 0);
  IrAttr attr = ir_attr_integer_words(half, (IrWords){at.at, at.n});
  ir_vec_free(&at);
  return attr;
}

static IrAttr halves_of(IrAttr value, IrType type) {
  IrType half = ir_type_element(type);
  bool dense = ir_attr_kind(value) == IR_ATTR_DENSE;
  int64_t n = dense ? ir_type_num_elements(ir_attr_type(value)) : 1;
  IR_VEC(IrAttr) list = {0};
  for (int64_t i = 0; i < n; i++) {
    IrAttr number = dense ? ir_attr_dense_at(value, i) : value;
    ir_vec_push(&list, half_of(number, half, 0));
    ir_vec_push(&list, half_of(number, half, ir_type_width(half)));
  }
  IrAttr attr = ir_attr_dense_of(type, list.at, list.n);
  ir_vec_free(&list);
  return attr;
}

WIDE_PATTERN(constant, arith_constant, "constant -> constant dense<[low, high]>") {
  IrType type = wide_int_converted(rw, op, result_type(op));
  IrAttr value = GET(op, arith_constant, value);
  if (!type) return false;
  if (ir_attr_kind(value) != IR_ATTR_INTEGER && ir_attr_kind(value) != IR_ATTR_DENSE)
    return ir_no_match(rw, op, "the numbers are not known");
  IrBuilder *b = ir_rewriter_builder(rw);
  return ir_replace(
      rw, op, BUILD1(b, arith_constant, .value = halves_of(value, type), .result_type = type));
}

// ---- Arithmetic ----

// Halves of both operands, converted; false when the type stays.
typedef struct Operands {
  IrType type; // of the result
  WideHalves lhs, rhs;
} Operands;

static bool operands_of(IrRewriter *rw, IrOp *op, Operands *out) {
  IrBuilder *b = ir_rewriter_builder(rw);
  out->type = wide_int_converted(rw, op, ir_value_type(ir_op_operand(op, 0)));
  if (!out->type) return false;
  IrValue *lhs = ir_converted1(rw, op, 0), *rhs = ir_converted1(rw, op, 1);
  out->lhs = wide_int_halves(b, lhs);
  out->rhs = wide_int_halves(b, rhs);
  return true;
}

// The carry goes into the high half.
WIDE_PATTERN(addi, arith_addi, "a + b -> [a0 + b0, carry + a1 + b1]") {
  Operands x;
  if (!operands_of(rw, op, &x)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrType half = wide_int_half_type(x.type);
  IrOp *low = BUILD(b, arith_addui_extended, .lhs = x.lhs.low, .rhs = x.rhs.low, .sum_type = half,
                    .overflow_type = arith_bool_like(half));
  IrValue *carry = build_cast(b, &arith_extui, ir_op_result(low, 1), half);
  IrValue *high =
      build_binary(b, &arith_addi, build_binary(b, &arith_addi, carry, x.lhs.high), x.rhs.high);
  return ir_replace(rw, op, wide_int_join(b, x.type, ir_op_result(low, 0), high));
}

WIDE_PATTERN(subi, arith_subi, "a - b -> [a0 - b0, a1 - (a0 < b0) - b1]") {
  Operands x;
  if (!operands_of(rw, op, &x)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *low = build_binary(b, &arith_subi, x.lhs.low, x.rhs.low);
  IrValue *borrows = build_cmpi(b, ARITH_ULT, x.lhs.low, x.rhs.low);
  IrValue *borrow = build_cast(b, &arith_extui, borrows, wide_int_half_type(x.type));
  IrValue *high =
      build_binary(b, &arith_subi, build_binary(b, &arith_subi, x.lhs.high, borrow), x.rhs.high);
  return ir_replace(rw, op, wide_int_join(b, x.type, low, high));
}

// Long multiplication; a1 * b1 has no part in the low 2N bits.
WIDE_PATTERN(muli, arith_muli, "a * b -> [low(a0 * b0), high(a0 * b0) + a0 * b1 + a1 * b0]") {
  Operands x;
  if (!operands_of(rw, op, &x)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  IrType half = wide_int_half_type(x.type);
  IrOp *low = BUILD(b, arith_mului_extended, .lhs = x.lhs.low, .rhs = x.rhs.low, .low_type = half,
                    .high_type = half);
  IrValue *across = build_binary(b, &arith_muli, x.lhs.low, x.rhs.high);
  IrValue *back = build_binary(b, &arith_muli, x.lhs.high, x.rhs.low);
  IrValue *high = build_binary(b, &arith_addi,
                               build_binary(b, &arith_addi, ir_op_result(low, 1), across), back);
  return ir_replace(rw, op, wide_int_join(b, x.type, ir_op_result(low, 0), high));
}

#define BITWISE(name) \
  WIDE_PATTERN(name, arith_##name, #name " of halves") { \
    Operands x; \
    if (!operands_of(rw, op, &x)) return false; \
    IrBuilder *b = ir_rewriter_builder(rw); \
    IrValue *low = build_binary(b, &arith_##name, x.lhs.low, x.rhs.low); \
    IrValue *high = build_binary(b, &arith_##name, x.lhs.high, x.rhs.high); \
    return ir_replace(rw, op, wide_int_join(b, x.type, low, high)); \
  }
BITWISE(andi)
BITWISE(ori)
BITWISE(xori)

// ---- Comparison and choice ----

// Below the highest half there is no sign.
static ArithCmpI unsigned_predicate(ArithCmpI predicate) {
  switch (predicate) {
  case ARITH_SLT:
    return ARITH_ULT;
  case ARITH_SLE:
    return ARITH_ULE;
  case ARITH_SGT:
    return ARITH_UGT;
  case ARITH_SGE:
    return ARITH_UGE;
  default:
    return predicate;
  }
}

WIDE_PATTERN(cmpi, arith_cmpi, "a < b -> a1 == b1 ? a0 < b0 unsigned : a1 < b1") {
  Operands x;
  if (!operands_of(rw, op, &x)) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  ArithCmpI predicate = (ArithCmpI)ir_attr_int(GET(op, arith_cmpi, predicate));
  IrValue *low = build_cmpi(b, unsigned_predicate(predicate), x.lhs.low, x.rhs.low);
  IrValue *high = build_cmpi(b, predicate, x.lhs.high, x.rhs.high), *result;
  if (predicate == ARITH_EQ)
    result = build_binary(b, &arith_andi, low, high);
  else if (predicate == ARITH_NE)
    result = build_binary(b, &arith_ori, low, high);
  else
    result = build_select(b, build_cmpi(b, ARITH_EQ, x.lhs.high, x.rhs.high), low, high);
  return ir_replace(rw, op, wide_int_without_unit(b, result, result_type(op)));
}

WIDE_PATTERN(select, arith_select, "select c, a, b -> [select c, a0, b0, select c, a1, b1]") {
  IrType type = wide_int_converted(rw, op, result_type(op));
  if (!type) return false;
  IrBuilder *b = ir_rewriter_builder(rw);
  WideHalves yes = wide_int_halves(b, ir_converted1(rw, op, 1));
  WideHalves no = wide_int_halves(b, ir_converted1(rw, op, 2));
  IrValue *condition = wide_int_with_unit(b, GET(op, arith_select, condition));
  IrValue *low = build_select(b, condition, yes.low, no.low);
  IrValue *high = build_select(b, condition, yes.high, no.high);
  return ir_replace(rw, op, wide_int_join(b, type, low, high));
}

// The comparison and the choice are wide, and other patterns' business.
#define CHOOSE(name, predicate) \
  WIDE_PATTERN(name, arith_##name, #name " a, b -> select (cmpi a, b), a, b") { \
    if (!wide_int_converted(rw, op, result_type(op))) return false; \
    IrBuilder *b = ir_rewriter_builder(rw); \
    IrValue *lhs = GET(op, arith_##name, lhs), *rhs = GET(op, arith_##name, rhs); \
    IrValue *condition = build_cmpi(b, predicate, lhs, rhs); \
    return ir_replace(rw, op, build_select(b, condition, lhs, rhs)); \
  }
CHOOSE(maxui, ARITH_UGT)
CHOOSE(maxsi, ARITH_SGT)
CHOOSE(minui, ARITH_ULT)
CHOOSE(minsi, ARITH_SLT)

// ---- Printing ----

WIDE_PATTERN(print, vector_print, "print a -> print [a0, a1]") {
  return ir_convert_operands(rw, op);
}
