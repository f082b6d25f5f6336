#include "ir/interfaces/call.h"

#include "ir/core/op_impl.h"

const IrInterface ir_call_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_CALL,
    .name = "call",
    .summary = "whom an op calls and with which operands",
    .table_size = sizeof(IrCallInterface),
};
const IrInterface ir_callable_interface = {
    .size = sizeof(IrInterface),
    .place = IR_INTERFACE_CALLABLE,
    .name = "callable",
    .summary = "body and signature of a symbol that can be called",
    .table_size = sizeof(IrCallableInterface),
};

static const IrCallInterface *call_of(const IrOp *op) {
  const IrCallInterface *table = op->info->interfaces[IR_INTERFACE_CALL];
  return table && table->callee ? table : NULL;
}

static const IrCallableInterface *callable_of(const IrOp *op) {
  const IrCallableInterface *table = op->info->interfaces[IR_INTERFACE_CALLABLE];
  return table && table->body && table->type ? table : NULL;
}

bool ir_op_is_call(const IrOp *op) {
  return call_of(op) != NULL;
}

IrAttr ir_call_callee(const IrOp *call) {
  return call_of(call)->callee(call);
}

IrValues ir_call_arguments(const IrOp *call) {
  const IrCallInterface *table = call_of(call);
  IrRun run = table->arguments ? table->arguments(call) : (IrRun){0, call->num_operands};
  return (IrValues){ir_operands(call) + run.first, run.n};
}

IrOp *ir_call_target(IrOp *call) {
  IrAttr callee = ir_call_callee(call);
  IrOp *target = callee ? ir_symbol_lookup_from(call, callee) : NULL;
  return target && ir_op_is_callable(target) ? target : NULL;
}

bool ir_op_is_callable(const IrOp *op) {
  return callable_of(op) != NULL;
}

IrRegion *ir_callable_body(const IrOp *callable) {
  return callable_of(callable)->body(callable);
}

IrType ir_callable_type(const IrOp *callable) {
  return callable_of(callable)->type(callable);
}

bool ir_callable_can_set_type(const IrOp *callable) {
  return callable_of(callable)->set_type != NULL;
}

bool ir_callable_set_type(IrOp *callable, IrType type) {
  const IrCallableInterface *table = callable_of(callable);
  if (!table->set_type) return false;
  table->set_type(callable, type);
  return true;
}
