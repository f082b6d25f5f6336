// math-expand-ops: powers of floats.
//
// With an integer that is known the base is squared for each bit of it and multiplied in where the
// bit is 1.  Other powers are exp(b * log a): NaN for a negative base, and with the error of the
// product multiplied by its size.
#include "dialects/math/math.h"
#include "passes/arith/build.h"
#include "passes/math/expand.h"

// a * a * ... : `count` times.
static IrValue *multiplied_up(IrBuilder *b, IrValue *a, uint64_t count, IrValue *one) {
  IrValue *result = one;
  for (; count; count >>= 1) {
    if (count & 1) result = build_binary(b, &arith_mulf, a, result);
    a = build_binary(b, &arith_mulf, a, a);
  }
  return result;
}

static bool expand_by_powf(IrRewriter *rw, IrOp *op) {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *base = GET(op, math_fpowi, lhs);
  IrValue *power = build_cast(b, &arith_sitofp, GET(op, math_fpowi, rhs), ir_value_type(base));
  return ir_replace(rw, op, build_binary(b, &math_powf, base, power));
}

// The inverse of a zero is the infinity of its sign.
IR_PATTERN(expand_fpowi, math_fpowi, 1,
           "fpowi a, n -> a multiplied n times, or 1 / that for -n; else powf a, n") {
  IrValue *base = GET(op, math_fpowi, lhs);
  IrType type = ir_value_type(base);
  int64_t power;
  if (!ir_match_int(GET(op, math_fpowi, rhs), &power)) return expand_by_powf(rw, op);
  if (!build_has_constants(type)) return expand_has_no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *one = build_float(b, type, 1);
  uint64_t count = power < 0 ? -(uint64_t)power : (uint64_t)power;
  IrValue *result = multiplied_up(b, base, count, one);
  if (power < 0) result = build_binary(b, &arith_divf, one, result);
  return ir_replace(rw, op, result);
}

// The one number that a constant is, when a double holds it exactly.
static bool match_float(const IrValue *value, double *number) {
  IrAttr attr;
  if (!ir_match_constant(value, &attr)) return false;
  if (ir_attr_is_splat(attr)) attr = ir_attr_dense_at(attr, 0);
  if (!attr || ir_attr_kind(attr) != IR_ATTR_FLOAT) return false;
  *number = ir_attr_double(attr);
  return ir_attr_float(ir_attr_type(attr), *number) == attr;
}

static IrValue *inverse_of(IrBuilder *b, IrValue *x) {
  IrValue *one = build_float(b, ir_value_type(x), 1);
  return build_binary(b, &arith_divf, one, x);
}

// The powers that take no logarithm; NULL for others.
static IrValue *easy_power(IrBuilder *b, IrValue *a, double power) {
  IrType type = ir_value_type(a);
  if (power == 0) return build_float(b, type, 1);
  if (power == 1) return a;
  if (power == -1) return inverse_of(b, a);
  if (power == 0.5) return build_unary(b, &math_sqrt, a);
  if (power == -0.5) return build_unary(b, &math_rsqrt, a);
  if (power == 2) return build_binary(b, &arith_mulf, a, a);
  if (power == -2) return inverse_of(b, build_binary(b, &arith_mulf, a, a));
  if (power == 3) return build_binary(b, &arith_mulf, build_binary(b, &arith_mulf, a, a), a);
  return NULL;
}

IR_PATTERN(expand_powf, math_powf, 1,
           "powf a, b -> exp(b * log a); products, 1 / a and roots where b is a small number") {
  IrValue *base = GET(op, math_powf, lhs), *power = GET(op, math_powf, rhs);
  IrBuilder *b = ir_rewriter_builder(rw);
  double number;
  bool known = match_float(power, &number);
  if (known && !build_has_constants(ir_value_type(base))) return expand_has_no_constants(rw, op);
  IrValue *easy = known ? easy_power(b, base, number) : NULL;
  if (easy) return ir_replace(rw, op, easy);
  IrValue *product = build_binary(b, &arith_mulf, power, build_unary(b, &math_log, base));
  return ir_replace(rw, op, build_unary(b, &math_exp, product));
}

const IrPattern *const expand_powers[] = {&expand_fpowi, &expand_powf, NULL};
