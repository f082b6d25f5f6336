// Interpreter rules of arith: integers are two's complement of their width, floats round to nearest
// even, and what MLIR leaves undefined is what the GPU does (shifts beyond the width, conversions
// out of range) or an error (division by zero).
#include "dialects/arith/arith.h"

#include <math.h>

#include "dialects/arith/arith_wide.h"
#include "ir/interp/elementwise.h"

#define IR_OPDEF_INTERP
#include "ir/core/opdef_begin.inc"
#include "dialects/arith/arith_ops.def"
#include "ir/core/opdef_end.inc"

// Inside a rule: operands `a` and `b` sign-extended, the same as unsigned and as signed numbers (an
// i1 that is set is -1).
#define UNSIGNED(x) ir_int_unsigned((x), width)
#define SIGNED(x) (width == 1 ? -(x) : (x))

#define INT_LOOP(id, ...) \
  static const char *id##_loop(const int64_t *const *in, int64_t *out, int n, unsigned width) { \
    const int64_t *x = in[0], *y = in[1]; \
    (void)width; \
    for (int i = 0; i < n; i++) { \
      int64_t a = x[i], b = y[i]; \
      __VA_ARGS__; \
    } \
    return NULL; \
  } \
  IrStep id##_interp(IrInterp *interp, IrOp *op) { \
    IrStep step; \
    return arith_wide_runs(interp, op, &step) ? step : ir_map_int(interp, op, id##_loop); \
  }

#define INT_RULE(id, expr) INT_LOOP(id, out[i] = (int64_t)(expr))
// Division: `expr` is not reached with a divisor of 0.
#define DIV_RULE(id, expr) \
  INT_LOOP(id, if (b == 0) return "divides by zero"; out[i] = (int64_t)(expr))

INT_RULE(arith_addi, (uint64_t)a + (uint64_t)b)
INT_RULE(arith_subi, (uint64_t)a - (uint64_t)b)
INT_RULE(arith_muli, (uint64_t)a *(uint64_t)b)
INT_RULE(arith_andi, a &b)
INT_RULE(arith_ori, a | b)
INT_RULE(arith_xori, a ^ b)
INT_RULE(arith_maxsi, SIGNED(a) > SIGNED(b) ? a : b)
INT_RULE(arith_minsi, SIGNED(a) < SIGNED(b) ? a : b)
INT_RULE(arith_maxui, UNSIGNED(a) > UNSIGNED(b) ? a : b)
INT_RULE(arith_minui, UNSIGNED(a) < UNSIGNED(b) ? a : b)

// A shift by the width or more gives what shifting bit by bit gives.
INT_RULE(arith_shli, UNSIGNED(b) >= width ? 0 : (uint64_t)a << b)
INT_RULE(arith_shrui, UNSIGNED(b) >= width ? 0 : UNSIGNED(a) >> b)
INT_RULE(arith_shrsi, SIGNED(a) >> (UNSIGNED(b) >= width ? 63 : b))

// The quotient of the smallest number by -1 wraps.
static int64_t divide(int64_t a, int64_t b) {
  return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

static int64_t remainder_of(int64_t a, int64_t b) {
  return b == -1 ? 0 : a % b;
}

static int64_t floor_divide(int64_t a, int64_t b) {
  return divide(a, b) - (remainder_of(a, b) != 0 && (a < 0) != (b < 0));
}

static int64_t ceil_divide(int64_t a, int64_t b) {
  return divide(a, b) + (remainder_of(a, b) != 0 && (a < 0) == (b < 0));
}

DIV_RULE(arith_divsi, divide(SIGNED(a), SIGNED(b)))
DIV_RULE(arith_divui, UNSIGNED(a) / UNSIGNED(b))
DIV_RULE(arith_remsi, remainder_of(SIGNED(a), SIGNED(b)))
DIV_RULE(arith_remui, UNSIGNED(a) % UNSIGNED(b))
DIV_RULE(arith_floordivsi, floor_divide(SIGNED(a), SIGNED(b)))
DIV_RULE(arith_ceildivsi, ceil_divide(SIGNED(a), SIGNED(b)))
DIV_RULE(arith_ceildivui, UNSIGNED(a) / UNSIGNED(b) + (UNSIGNED(a) % UNSIGNED(b) != 0))

// ---- Floats. ----

#define FLOAT_LOOP(id, T, suffix, expr) \
  static const char *id##_##suffix(const T *const *in, T *out, int n) { \
    const T *x = in[0], *y = in[1]; \
    for (int i = 0; i < n; i++) { \
      T a = x[i], b = y[i]; \
      out[i] = (expr); \
    } \
    return NULL; \
  }
#define FLOAT_RULE(id, expr_float, expr_double) \
  FLOAT_LOOP(id, float, single, expr_float) \
  FLOAT_LOOP(id, double, wide, expr_double) \
  IrStep id##_interp(IrInterp *interp, IrOp *op) { \
    return ir_map_float(interp, op, id##_single, id##_wide); \
  }

// maximumf and minimumf pass NaN on, maxnumf and minnumf prefer the number; all order -0 below +0.
#define EXTREMUM(loses, order) (a == b ? ((signbit(a) != 0) == (loses) ? b : a) : a order b ? a : b)
#define MAXIMUM(loses, order) (isnan(a) || isnan(b) ? a + b : EXTREMUM(loses, order))
#define PREFER(loses, order) (isnan(a) ? b : isnan(b) ? a : EXTREMUM(loses, order))

FLOAT_RULE(arith_addf, a + b, a + b)
FLOAT_RULE(arith_subf, a - b, a - b)
FLOAT_RULE(arith_mulf, a *b, a *b)
FLOAT_RULE(arith_divf, a / b, a / b)
FLOAT_RULE(arith_remf, fmodf(a, b), fmod(a, b))
FLOAT_RULE(arith_maximumf, MAXIMUM(1, >), MAXIMUM(1, >))
FLOAT_RULE(arith_minimumf, MAXIMUM(0, <), MAXIMUM(0, <))
FLOAT_RULE(arith_maxnumf, PREFER(1, >), PREFER(1, >))
FLOAT_RULE(arith_minnumf, PREFER(0, <), PREFER(0, <))

// Changes the sign bit of whatever it is, NaN included.
static const char *negate_single(const float *const *in, float *out, int n) {
  for (int i = 0; i < n; i++) out[i] = -in[0][i];
  return NULL;
}

static const char *negate_wide(const double *const *in, double *out, int n) {
  for (int i = 0; i < n; i++) out[i] = -in[0][i];
  return NULL;
}

IrStep arith_negf_interp(IrInterp *interp, IrOp *op) {
  return ir_map_float(interp, op, negate_single, negate_wide);
}

// ---- Comparisons. ----

#define TEST(id, T, width_arg, expr) \
  static void id(const T *const *in, int8_t *out, int n width_arg) { \
    const T *x = in[0], *y = in[1]; \
    for (int i = 0; i < n; i++) { \
      T a = x[i], b = y[i]; \
      out[i] = (int8_t)(expr); \
    } \
  }
#define COMMA_WIDTH , unsigned width
#define INT_TEST(id, expr) TEST(id, int64_t, COMMA_WIDTH, ((void)width, (expr)))
#define FLOAT_TEST(id, expr) TEST(id, double, , expr)

INT_TEST(test_eq, a == b)
INT_TEST(test_ne, a != b)
INT_TEST(test_slt, SIGNED(a) < SIGNED(b))
INT_TEST(test_sle, SIGNED(a) <= SIGNED(b))
INT_TEST(test_sgt, SIGNED(a) > SIGNED(b))
INT_TEST(test_sge, SIGNED(a) >= SIGNED(b))
INT_TEST(test_ult, UNSIGNED(a) < UNSIGNED(b))
INT_TEST(test_ule, UNSIGNED(a) <= UNSIGNED(b))
INT_TEST(test_ugt, UNSIGNED(a) > UNSIGNED(b))
INT_TEST(test_uge, UNSIGNED(a) >= UNSIGNED(b))

// o...: neither is NaN; u...: one is, or the comparison holds.
FLOAT_TEST(test_false, ((void)a, (void)b, 0))
FLOAT_TEST(test_oeq, a == b)
FLOAT_TEST(test_ogt, a > b)
FLOAT_TEST(test_oge, a >= b)
FLOAT_TEST(test_olt, a < b)
FLOAT_TEST(test_ole, a <= b)
FLOAT_TEST(test_one, a<b || a> b)
FLOAT_TEST(test_ord, a == a && b == b)
FLOAT_TEST(test_ueq, !(a < b || a > b))
FLOAT_TEST(test_ugtf, !(a <= b))
FLOAT_TEST(test_ugef, !(a < b))
FLOAT_TEST(test_ultf, !(a >= b))
FLOAT_TEST(test_ulef, !(a > b))
FLOAT_TEST(test_une, a != b)
FLOAT_TEST(test_uno, a != a || b != b)
FLOAT_TEST(test_true, ((void)a, (void)b, 1))

// In the order of the predicates' numbers.
IrStep arith_cmpi_interp(IrInterp *interp, IrOp *op) {
  static const IrIntTest tests[] = {test_eq,  test_ne,  test_slt, test_sle, test_sgt,
                                    test_sge, test_ult, test_ule, test_ugt, test_uge};
  IrStep step;
  if (arith_wide_runs(interp, op, &step)) return step;
  return ir_map_int_test(interp, op, tests[ir_attr_int(ir_op_attr(op, "predicate"))]);
}

IrStep arith_cmpf_interp(IrInterp *interp, IrOp *op) {
  static const IrFloatTest tests[] = {
      test_false, test_oeq,  test_ogt,  test_oge,  test_olt,  test_ole, test_one, test_ord,
      test_ueq,   test_ugtf, test_ugef, test_ultf, test_ulef, test_une, test_uno, test_true};
  return ir_map_float_test(interp, op, tests[ir_attr_int(ir_op_attr(op, "predicate"))]);
}

// ---- Constants and selection. ----

IrStep arith_constant_interp(IrInterp *interp, IrOp *op) {
  IrAttr value = ir_op_attr(op, "value");
  if (ir_attr_kind(value) == IR_ATTR_RESOURCE || ir_attr_kind(value) == IR_ATTR_SPARSE)
    return ir_interp_fail(interp, op, "has elements of a kind that is not executed");
  ir_cell_set_attr(ir_interp_result_cell(interp, op, 0), value);
  return IR_STEP_NEXT;
}

static void copy_element(IrCell *to, const IrCell *from, int64_t i) {
  size_t bytes = to->element_bytes;
  memcpy((char *)to->data + (size_t)i * bytes, (const char *)from->data + (size_t)i * bytes, bytes);
}

// A scalar condition chooses between whole values, one of the values' shape between elements.
IrStep arith_select_interp(IrInterp *interp, IrOp *op) {
  const IrCell *condition = ir_interp_operand(interp, op, 0);
  const IrCell *chosen[2] = {ir_interp_operand(interp, op, 2), ir_interp_operand(interp, op, 1)};
  IrCell *out = ir_interp_result_cell(interp, op, 0);
  if (out->lanes == 1 && condition->count == 1) {
    int64_t first;
    if (!ir_interp_uniform(interp, op, condition, &first)) return IR_STEP_FAIL;
    ir_interp_copy(interp, ir_op_result(op, 0), chosen[first]);
    return IR_STEP_NEXT;
  }
  const int8_t *bits = condition->data;
  int64_t per_bit = condition->count ? out->count / condition->count : 1;
  for (int64_t i = 0; i < out->count * out->lanes; i++)
    copy_element(out, chosen[bits[i / per_bit]], i);
  return IR_STEP_NEXT;
}

// ---- Two results. ----

IrStep arith_addui_extended_interp(IrInterp *interp, IrOp *op) {
  IrStep step;
  if (arith_wide_runs(interp, op, &step)) return step;
  const IrCell *lhs = ir_interp_operand(interp, op, 0), *rhs = ir_interp_operand(interp, op, 1);
  IrCell *sum = ir_interp_result_cell(interp, op, 0);
  IrCell *overflow = ir_interp_result_cell(interp, op, 1);
  unsigned width = ir_element_width(lhs->element);
  for (int64_t i = 0; i < sum->count * sum->lanes; i++) {
    uint64_t a = UNSIGNED(ir_cell_int(lhs, i)), b = UNSIGNED(ir_cell_int(rhs, i));
    ir_cell_set_int(sum, i, (int64_t)(a + b));
    ir_cell_set_int(overflow, i, UNSIGNED((int64_t)(a + b)) < a);
  }
  return IR_STEP_NEXT;
}

// The high 64 bits of an unsigned product.
static uint64_t multiply_high(uint64_t a, uint64_t b) {
  uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
  uint64_t low = al * bl, middle = ah * bl + (low >> 32), carry = al * bh + (uint32_t)middle;
  return ah * bh + (middle >> 32) + (carry >> 32);
}

static IrStep multiply_extended(IrInterp *interp, IrOp *op, bool is_signed) {
  IrStep step;
  if (arith_wide_runs(interp, op, &step)) return step;
  const IrCell *lhs = ir_interp_operand(interp, op, 0), *rhs = ir_interp_operand(interp, op, 1);
  IrCell *low = ir_interp_result_cell(interp, op, 0), *high = ir_interp_result_cell(interp, op, 1);
  unsigned width = ir_element_width(lhs->element);
  for (int64_t i = 0; i < low->count * low->lanes; i++) {
    int64_t a = ir_cell_int(lhs, i), b = ir_cell_int(rhs, i);
    a = is_signed ? SIGNED(a) : (int64_t)UNSIGNED(a);
    b = is_signed ? SIGNED(b) : (int64_t)UNSIGNED(b);
    uint64_t l = (uint64_t)a * (uint64_t)b, h = multiply_high((uint64_t)a, (uint64_t)b);
    if (is_signed) h -= (a < 0 ? (uint64_t)b : 0) + (b < 0 ? (uint64_t)a : 0);
    ir_cell_set_int(low, i, (int64_t)l);
    ir_cell_set_int(high, i, (int64_t)(width == 64 ? h : l >> width | h << (64 - width)));
  }
  return IR_STEP_NEXT;
}

IrStep arith_mulsi_extended_interp(IrInterp *interp, IrOp *op) {
  return multiply_extended(interp, op, true);
}

IrStep arith_mului_extended_interp(IrInterp *interp, IrOp *op) {
  return multiply_extended(interp, op, false);
}
