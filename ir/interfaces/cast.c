#include "ir/interfaces/cast.h"

#include "ir/core/op_impl.h"

const IrInterface ir_cast_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_CAST,
    .name = "cast",
    .summary = "which pairs of casts are one cast, or none",
    .table_size = sizeof(IrCastInterface),
};

static const IrCastInterface *table_of(const IrOp *op) {
  const IrCastInterface *table = op->info->interfaces[IR_INTERFACE_CAST];
  return table && op->num_operands == 1 && op->num_results == 1 ? table : NULL;
}

bool ir_op_is_cast(const IrOp *op) {
  return table_of(op) != NULL;
}

IrFoldKind ir_cast_fold(IrOp *cast, IrFolded *result) {
  const IrCastInterface *table = table_of(cast);
  IrValue *in = ir_operands(cast)[0];
  IrType to = ir_result(cast, 0)->type;
  if (in->type == to) {
    result->value = in;
    return IR_FOLD_VALUES;
  }
  const IrOp *before = ir_value_op(in);
  if (!before || before == cast || before->info != cast->info || !table->joins) return IR_FOLD_NONE;
  IrValue *first = ir_operands(before)[0];
  if (!table->joins(first->type, in->type, to)) return IR_FOLD_NONE;
  if (first->type == to) {
    result->value = first;
    return IR_FOLD_VALUES;
  }
  ir_op_set_operand(cast, 0, first);
  return IR_FOLD_IN_PLACE;
}
