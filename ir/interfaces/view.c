#include "ir/interfaces/view.h"

#include "ir/core/op_impl.h"

const IrInterface ir_view_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_VIEW,
    .name = "view",
    .summary = "of which operand a memref result is the memory",
    .table_size = sizeof(IrViewInterface),
};

static const IrViewInterface *table_of(const IrOp *op) {
  const IrViewInterface *table = op->info->interfaces[IR_INTERFACE_VIEW];
  return table && table->source ? table : NULL;
}

IrValue *ir_view_source(const IrOp *op) {
  const IrViewInterface *table = table_of(op);
  return table ? ir_op_operand(op, table->source(op)) : NULL;
}

bool ir_view_is_whole(const IrOp *op) {
  const IrViewInterface *table = table_of(op);
  return table && table->is_whole && table->is_whole(op);
}
