// math-expand-ops: hyperbolic functions by exp and log, and what is made of a few ops.
//
// They are as accurate as the functions they use where nothing cancels: sinh, tanh, asinh and atanh
// lose relative accuracy near 0, and exp of a large number overflows before sinh does.
#include "dialects/math/math.h"
#include "passes/arith/build.h"
#include "passes/math/expand.h"

static const double ln2 = 0.693147180559945309417;

// e^x and e^-x.
static IrValue *exp_both(IrBuilder *b, IrValue *x, IrValue **inverse) {
  IrValue *grows = build_unary(b, &math_exp, x);
  *inverse = build_unary(b, &math_exp, build_unary(b, &arith_negf, x));
  return grows;
}

static bool expand_half_of(IrRewriter *rw, IrOp *op, const IrOpDef *join) {
  IrValue *x = ir_op_operand(op, 0), *falls;
  IrType type = ir_value_type(x);
  if (!build_has_constants(type)) return expand_has_no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *grows = exp_both(b, x, &falls);
  IrValue *both = build_binary(b, join, grows, falls);
  return ir_replace(rw, op, build_binary(b, &arith_mulf, both, build_float(b, type, 0.5)));
}

IR_PATTERN(expand_sinh, math_sinh, 1, "sinh x -> (exp x - exp -x) * 0.5") {
  return expand_half_of(rw, op, &arith_subf);
}
IR_PATTERN(expand_cosh, math_cosh, 1, "cosh x -> (exp x + exp -x) * 0.5") {
  return expand_half_of(rw, op, &arith_addf);
}

// 1 when x is not negative, else -1.
static IrValue *sign_of(IrBuilder *b, IrValue *x, IrValue *zero, IrValue *one, IrValue *minus_two) {
  IrType type = ir_value_type(x);
  IrValue *is_negative = build_cmpf(b, ARITH_F_OLT, x, zero);
  IrValue *count = build_cast(b, &arith_uitofp, is_negative, type);
  return build_binary(b, &arith_addf, build_binary(b, &arith_mulf, count, minus_two), one);
}

// Of |x|, so that the power is at most 1 and does not overflow.
IR_PATTERN(expand_tanh, math_tanh, 1,
           "tanh x -> sign x * (1 - e) / (1 + e), e = exp(-2 * sign x * x)") {
  IrValue *x = GET(op, math_tanh, operand);
  IrType type = ir_value_type(x);
  if (!build_has_constants(type)) return expand_has_no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *zero = build_float(b, type, 0), *one = build_float(b, type, 1);
  IrValue *minus_two = build_float(b, type, -2);
  IrValue *sign = sign_of(b, x, zero, one, minus_two);
  IrValue *positive = build_binary(b, &arith_mulf, sign, x);
  IrValue *e = build_unary(b, &math_exp, build_binary(b, &arith_mulf, minus_two, positive));
  IrValue *above = build_binary(b, &arith_subf, one, e);
  IrValue *below = build_binary(b, &arith_addf, one, e);
  IrValue *quotient = build_binary(b, &arith_divf, above, below);
  return ir_replace(rw, op, build_binary(b, &arith_mulf, sign, quotient));
}

IR_PATTERN(expand_tan, math_tan, 1, "tan x -> sin x / cos x") {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *x = GET(op, math_tan, operand);
  IrValue *sin = build_unary(b, &math_sin, x), *cos = build_unary(b, &math_cos, x);
  return ir_replace(rw, op, build_binary(b, &arith_divf, sin, cos));
}

// log(x + sqrt(x^2 + c))
static bool expand_area(IrRewriter *rw, IrOp *op, double c) {
  IrValue *x = ir_op_operand(op, 0);
  IrType type = ir_value_type(x);
  if (!build_has_constants(type)) return expand_has_no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *square = BUILD1(b, math_fma, .a = x, .b = x, .c = build_float(b, type, c));
  IrValue *sum = build_binary(b, &arith_addf, x, build_unary(b, &math_sqrt, square));
  return ir_replace(rw, op, build_unary(b, &math_log, sum));
}

IR_PATTERN(expand_asinh, math_asinh, 1, "asinh x -> log(x + sqrt(fma x, x, 1))") {
  return expand_area(rw, op, 1);
}
IR_PATTERN(expand_acosh, math_acosh, 1, "acosh x -> log(x + sqrt(fma x, x, -1))") {
  return expand_area(rw, op, -1);
}

IR_PATTERN(expand_atanh, math_atanh, 1, "atanh x -> log((x + 1) / (-x + 1)) * 0.5") {
  IrValue *x = GET(op, math_atanh, operand);
  IrType type = ir_value_type(x);
  if (!build_has_constants(type)) return expand_has_no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *one = build_float(b, type, 1);
  IrValue *above = build_binary(b, &arith_addf, x, one);
  IrValue *below = build_binary(b, &arith_addf, build_unary(b, &arith_negf, x), one);
  IrValue *log = build_unary(b, &math_log, build_binary(b, &arith_divf, above, below));
  return ir_replace(rw, op, build_binary(b, &arith_mulf, log, build_float(b, type, 0.5)));
}

IR_PATTERN(expand_exp2, math_exp2, 1, "exp2 x -> exp(x * ln 2)") {
  IrValue *x = GET(op, math_exp2, operand);
  IrType type = ir_value_type(x);
  if (!build_has_constants(type)) return expand_has_no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *product = build_binary(b, &arith_mulf, x, build_float(b, type, ln2));
  return ir_replace(rw, op, build_unary(b, &math_exp, product));
}

IR_PATTERN(expand_rsqrt, math_rsqrt, 1, "rsqrt x -> 1 / sqrt x") {
  IrValue *x = GET(op, math_rsqrt, operand);
  IrType type = ir_value_type(x);
  if (!build_has_constants(type)) return expand_has_no_constants(rw, op);
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *one = build_float(b, type, 1);
  return ir_replace(rw, op, build_binary(b, &arith_divf, one, build_unary(b, &math_sqrt, x)));
}

// Rounds twice.
IR_PATTERN(expand_fma, math_fma, 1, "fma a, b, c -> a * b + c") {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrValue *product = build_binary(b, &arith_mulf, GET(op, math_fma, a), GET(op, math_fma, b));
  return ir_replace(rw, op, build_binary(b, &arith_addf, product, GET(op, math_fma, c)));
}

IR_PATTERN(expand_clampf, math_clampf, 1, "clampf x to [a, b] -> maximumf(minimumf(x, b), a)") {
  IrBuilder *b = ir_rewriter_builder(rw);
  IrAttr flags = GET(op, math_clampf, fastmath);
  IrValue *below = BUILD1(b, arith_minimumf, .lhs = GET(op, math_clampf, value),
                          .rhs = GET(op, math_clampf, max), .fastmath = flags);
  return ir_replace(
      rw, op,
      BUILD1(b, arith_maximumf, .lhs = below, .rhs = GET(op, math_clampf, min), .fastmath = flags));
}

const IrPattern *const expand_functions[] = {
    &expand_sinh,  &expand_cosh, &expand_tan,   &expand_tanh, &expand_asinh,  &expand_acosh,
    &expand_atanh, &expand_exp2, &expand_rsqrt, &expand_fma,  &expand_clampf, NULL,
};
