// Values that take the place of others.
#include "driver/reduce/reduce_impl.h"

#include "ir/analysis/tree.h"

// How far up a block results of the right type are looked for.
enum { LOOK_BACK = 512 };

static IrValue *own_operand(const IrOp *op, IrType type) {
  for (size_t i = 0; i < ir_op_num_operands(op); i++) {
    IrValue *operand = ir_op_operand(op, i);
    if (ir_value_type(operand) == type && ir_value_op(operand) != op) return operand;
  }
  return NULL;
}

static IrValue *argument_of(const IrBlock *block, IrType type) {
  for (size_t i = 0; i < ir_block_num_args(block); i++)
    if (ir_value_type(ir_block_arg(block, i)) == type) return ir_block_arg(block, i);
  return NULL;
}

static bool ends_scope(const IrOp *parent) {
  return !parent || ir_op_has_trait(parent, IR_ISOLATED);
}

// The outermost argument of that type, so that different ops come to use the same one.
IrValue *reduce_outer_argument(const IrOp *op, IrType type) {
  IrValue *found = NULL;
  for (const IrOp *at = op; at && ir_op_block(at); at = ir_op_parent(at)) {
    IrBlock *block = ir_op_block(at), *entry = ir_region_first(ir_block_region(block));
    IrValue *here = argument_of(entry, type);
    if (!here) here = argument_of(block, type);
    if (here) found = here;
    if (ends_scope(ir_block_parent(block))) break;
  }
  return found;
}

static IrValue *result_above(const IrOp *op, IrType type) {
  size_t left = LOOK_BACK;
  for (const IrOp *at = op; at && ir_op_block(at); at = ir_op_parent(at)) {
    for (IrOp *prev = ir_op_prev(at); prev && left; prev = ir_op_prev(prev), left--)
      for (size_t i = 0; i < ir_op_num_results(prev); i++)
        if (ir_value_type(ir_op_result(prev, i)) == type) return ir_op_result(prev, i);
    if (ends_scope(ir_op_parent(at))) break;
  }
  return NULL;
}

static IrValue *earlier(const IrOp *op, IrType type) {
  IrValue *argument = reduce_outer_argument(op, type);
  return argument ? argument : result_above(op, type);
}

IrAttr reduce_number(IrType type, int64_t number) {
  if (ir_type_is_int_or_index(type)) return ir_attr_integer(type, number);
  if (ir_type_is_float(type)) return ir_attr_float(type, (double)number);
  IrTypeKind kind = ir_type_kind(type);
  if (kind != IR_TYPE_VECTOR && kind != IR_TYPE_TENSOR) return NULL;
  if (ir_type_num_elements(type) == IR_DYNAMIC) return NULL;
  IrAttr element = reduce_number(ir_type_element(type), number);
  return element ? ir_attr_splat(type, element) : NULL;
}

static IrValue *constant(IrOp *op, IrType type) {
  IrAttr zero = reduce_number(type, 0);
  IrBuilder b = ir_builder_before(op);
  return zero ? ir_builder_constant(&b, ir_op_dialect(op), zero, type) : NULL;
}

static IrValue *new_argument(IrOp *op, IrType type) {
  IrOp *function = ir_op_parent(op);
  while (function && !ir_op_has_trait(function, IR_ISOLATED)) function = ir_op_parent(function);
  return function ? reduce_add_argument(function, type) : NULL;
}

static IrValue *cast(IrOp *op, IrType type) {
  IrBuilder b = ir_builder_before(op);
  return BUILD1(&b, builtin_unrealized_conversion_cast, .outputs_types = {&type, 1});
}

IrValue *reduce_stand_in(IrOp *op, IrType type, ReduceStandIn sort) {
  IrValue *value = NULL;
  switch (sort) {
  case REDUCE_OPERAND:
    return own_operand(op, type);
  case REDUCE_EARLIER:
    return earlier(op, type);
  case REDUCE_CONSTANT:
    return constant(op, type);
  case REDUCE_ARGUMENT:
    return new_argument(op, type);
  case REDUCE_CAST:
    return cast(op, type);
  case REDUCE_ANY:
  case REDUCE_STAND_INS:
    break;
  }
  for (int i = REDUCE_OPERAND; !value && i < REDUCE_STAND_INS; i++)
    value = reduce_stand_in(op, type, (ReduceStandIn)i);
  return value;
}

// Something made for the purpose has no name yet and takes over the one it replaces.
static void replace_result(IrOp *op, size_t i, IrValue *value) {
  IrValue *result = ir_op_result(op, i);
  if (ir_value_name(value, ir_op_context(op)).len == 0) ir_value_take_name(value, result);
  ir_value_replace_uses(result, value);
}

void reduce_erase(IrOp *op, ReduceStandIn sort) {
  for (size_t i = 0; i < ir_op_num_results(op); i++) {
    IrValue *result = ir_op_result(op, i);
    if (!ir_value_has_uses(result)) continue;
    IrValue *value = reduce_stand_in(op, ir_value_type(result), sort);
    if (!value) return;
    replace_result(op, i, value);
  }
  ir_op_destroy(op);
}
