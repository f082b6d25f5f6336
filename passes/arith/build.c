#include "passes/arith/build.h"

static IrValue *create(IrBuilder *b, const IrOpDef *op, IrValue **operands, size_t n, IrType type) {
  IrOp *made = ir_builder_create(b, (IrOpCreate){.info = ir_op_info_of(b->ctx, op),
                                                 .loc = b->loc,
                                                 .operands = operands,
                                                 .num_operands = n,
                                                 .result_types = &type,
                                                 .num_results = 1});
  return ir_op_result(made, 0);
}

IrValue *build_binary(IrBuilder *b, const IrOpDef *op, IrValue *lhs, IrValue *rhs) {
  IrValue *operands[] = {lhs, rhs};
  return create(b, op, operands, 2, ir_value_type(lhs));
}

IrValue *build_unary(IrBuilder *b, const IrOpDef *op, IrValue *in) {
  return create(b, op, &in, 1, ir_value_type(in));
}

IrValue *build_cast(IrBuilder *b, const IrOpDef *op, IrValue *in, IrType type) {
  return create(b, op, &in, 1, type);
}

IrValue *build_cmpi(IrBuilder *b, ArithCmpI predicate, IrValue *lhs, IrValue *rhs) {
  IrAttr attr = arith_predicate(b->ctx, (int)predicate);
  return BUILD1(b, arith_cmpi, .predicate = attr, .lhs = lhs, .rhs = rhs);
}

IrValue *build_cmpf(IrBuilder *b, ArithCmpF predicate, IrValue *lhs, IrValue *rhs) {
  IrAttr attr = arith_predicate(b->ctx, (int)predicate);
  return BUILD1(b, arith_cmpf, .predicate = attr, .lhs = lhs, .rhs = rhs);
}

IrValue *build_select(IrBuilder *b, IrValue *condition, IrValue *yes, IrValue *no) {
  return BUILD1(b, arith_select, .condition = condition, .true_value = yes, .false_value = no);
}

IrValue *build_int(IrBuilder *b, IrType type, int64_t value) {
  return arith_int_constant(b, type, value);
}

IrValue *build_float(IrBuilder *b, IrType type, double value) {
  return BUILD1(b, arith_constant, .value = arith_float_attr(type, value), .result_type = type);
}

bool build_has_constants(IrType type) {
  if (!ir_type_is_shaped(type)) return !ir_type_is_unranked(type);
  return ir_type_has_scalable(type) || ir_type_num_elements(type) != IR_DYNAMIC;
}

IrType build_int_like(IrType type, unsigned width) {
  IrContext *ctx = ir_type_context(type);
  return ir_type_with_element(type, ir_type_integer(ctx, width, IR_SIGNLESS));
}

IrType build_float_like(IrType type, IrFloatKind kind) {
  return ir_type_with_element(type, ir_type_float(ir_type_context(type), kind));
}

bool build_is_float(IrType type, IrFloatKind kind) {
  IrType element = ir_type_element(type);
  return ir_type_is_float(element) && ir_type_float_kind(element) == kind;
}

unsigned build_width(IrType type) {
  return ir_type_width(ir_type_element(type));
}
