#include "passes/math/gpu.h"

#include "dialects/vector/vector.h"

GpuMath gpu_math(IrBuilder *b, IrType type, bool afn) {
  return (GpuMath){b, type, build_int_like(type, build_width(type)), afn};
}

IrValue *gpu_number(const GpuMath *g, double value) {
  return build_float(g->b, g->type, value);
}

IrValue *gpu_integer(const GpuMath *g, int64_t value) {
  return build_int(g->b, g->bits, value);
}

IrValue *gpu_add(const GpuMath *g, IrValue *x, IrValue *y) {
  return build_binary(g->b, &arith_addf, x, y);
}

IrValue *gpu_sub(const GpuMath *g, IrValue *x, IrValue *y) {
  return build_binary(g->b, &arith_subf, x, y);
}

IrValue *gpu_mul(const GpuMath *g, IrValue *x, IrValue *y) {
  return build_binary(g->b, &arith_mulf, x, y);
}

IrValue *gpu_times(const GpuMath *g, IrValue *x, double factor) {
  return gpu_mul(g, x, gpu_number(g, factor));
}

IrValue *gpu_plus(const GpuMath *g, IrValue *x, double summand) {
  return gpu_add(g, x, gpu_number(g, summand));
}

IrValue *gpu_fma(const GpuMath *g, IrValue *x, IrValue *y, IrValue *z) {
  return BUILD1(g->b, math_fma, .a = x, .b = y, .c = z);
}

IrValue *gpu_div(const GpuMath *g, IrValue *x, IrValue *y) {
  return build_binary(g->b, &arith_divf, x, y);
}

IrValue *gpu_approx_div(const GpuMath *g, IrValue *x, IrValue *y) {
  IrAttr flags = arith_fastmath_attr(g->b->ctx, ARITH_AFN);
  return BUILD1(g->b, arith_divf, .lhs = x, .rhs = y, .fastmath = flags);
}

IrValue *gpu_neg(const GpuMath *g, IrValue *x) {
  return build_unary(g->b, &arith_negf, x);
}

IrValue *gpu_abs(const GpuMath *g, IrValue *x) {
  return build_unary(g->b, &math_absf, x);
}

IrValue *gpu_sqrt(const GpuMath *g, IrValue *x) {
  return build_unary(g->b, &math_sqrt, x);
}

IrValue *gpu_with_sign(const GpuMath *g, IrValue *size, IrValue *sign) {
  return build_binary(g->b, &math_copysign, size, sign);
}

IrValue *gpu_clamp(const GpuMath *g, IrValue *x, double low, double high) {
  x = build_binary(g->b, &arith_maxnumf, x, gpu_number(g, low));
  return build_binary(g->b, &arith_minnumf, x, gpu_number(g, high));
}

IrValue *gpu_at_least(const GpuMath *g, IrValue *x, double low) {
  return build_binary(g->b, &arith_maximumf, x, gpu_number(g, low));
}

IrValue *gpu_at_most(const GpuMath *g, IrValue *x, double high) {
  return build_binary(g->b, &arith_minimumf, x, gpu_number(g, high));
}

IrValue *gpu_compare(const GpuMath *g, ArithCmpF predicate, IrValue *x, double y) {
  return build_cmpf(g->b, predicate, x, gpu_number(g, y));
}

IrValue *gpu_select(const GpuMath *g, IrValue *condition, IrValue *yes, IrValue *no) {
  return build_select(g->b, condition, yes, no);
}

IrValue *gpu_exp2_approx(const GpuMath *g, IrValue *x) {
  return BUILD1(g->b, math_exp2, .operand = x,
                .fastmath = arith_fastmath_attr(g->b->ctx, ARITH_AFN));
}

IrValue *gpu_log2_approx(const GpuMath *g, IrValue *x) {
  return BUILD1(g->b, math_log2, .operand = x,
                .fastmath = arith_fastmath_attr(g->b->ctx, ARITH_AFN));
}

IrValue *gpu_polynomial(const GpuMath *g, IrValue *x, const double *c, size_t n) {
  IrValue *sum = gpu_number(g, c[n - 1]);
  for (size_t i = n - 1; i-- > 0;) sum = gpu_fma(g, sum, x, gpu_number(g, c[i]));
  return sum;
}

IrValue *gpu_bits(const GpuMath *g, IrValue *x) {
  return build_cast(g->b, &arith_bitcast, x, g->bits);
}

IrValue *gpu_of_bits(const GpuMath *g, IrValue *x) {
  return build_cast(g->b, &arith_bitcast, x, g->type);
}

IrValue *gpu_int_op(const IrOpDef *op, const GpuMath *g, IrValue *x, int64_t y) {
  return build_binary(g->b, op, x, build_int(g->b, ir_value_type(x), y));
}

bool gpu_has_elements(IrType type) {
  if (!ir_type_is_shaped(type)) return true;
  bool row = ir_type_kind(type) == IR_TYPE_VECTOR && ir_type_shape(type).rank == 1;
  return row && !ir_type_has_scalable(type);
}

IrValue *gpu_any(IrBuilder *b, IrValue *bits) {
  IrType type = ir_value_type(bits), element = ir_type_integer(b->ctx, 1, IR_SIGNLESS);
  if (type == element) return bits;
  IrValue *any = NULL;
  for (int64_t i = 0; i < ir_type_num_elements(type); i++) {
    IrValue *bit = BUILD1(b, vector_extract, .source = bits, .result_type = element,
                          .static_position = ir_attr_i64_array(b->ctx, &i, 1));
    any = any ? build_binary(b, &arith_ori, any, bit) : bit;
  }
  return any;
}
